import { giveWay } from "../../platform/give-way.ts";
import type { Passage, Section } from "./manual.ts";
import { stemOf, wordsOf } from "./word-forms.ts";

/** How often a stem occurs, by the places where it does. */
export type Places = Map<number, number>;

/** A passage, and the place of its section. */
export interface IndexedPassage extends Passage {
  lower: string;
  section: number;
}

/** Sections and their passages, by their places in these lists, with the stems in them. */
export interface SearchIndex {
  sections: readonly Section[];
  passages: IndexedPassage[];
  /** Words of each section. */
  lengths: number[];
  /** Words of a section, on average. */
  usualLength: number;
  /** In passages. */
  inText: Map<string, Places>;
  /** In headings of sections. */
  inHeading: Map<string, Places>;
  /** In titles of the pages of sections, but not beside their own headings. */
  inPage: Map<string, Places>;
  /** The words of the pages by their stems. */
  words: Map<string, Set<string>>;
}

const known = new WeakMap<readonly Section[], Promise<SearchIndex>>();

/** The sections, prepared for searches once. */
export const indexOf = (sections: readonly Section[]): Promise<SearchIndex> =>
  known.getOrInsertComputed(sections, makeIndex);

async function makeIndex(sections: readonly Section[]): Promise<SearchIndex> {
  const stems = new Map<string, string>();
  const words: SearchIndex["words"] = new Map();
  const count = (places: Map<string, Places>, text: string, place: number): number => {
    const all = wordsOf(text);
    for (const word of all) {
      const stem = stems.getOrInsertComputed(word, stemOf);
      words.getOrInsertComputed(stem, () => new Set()).add(word);
      const counts = places.getOrInsertComputed(stem, () => new Map());
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    return all.length;
  };
  const made = { inText: new Map(), inHeading: new Map(), inPage: new Map() };
  const passages: IndexedPassage[] = [];
  const lengths: number[] = [];
  for (const [section, { heading, page, level, passages: texts }] of sections.entries()) {
    count(made.inHeading, heading, section);
    if (level > 1) count(made.inPage, page, section);
    let length = 0;
    for (const passage of texts) {
      await giveWay();
      length += count(made.inText, passage.text, passages.length);
      passages.push({ ...passage, lower: passage.text.toLowerCase(), section });
    }
    lengths.push(length);
  }
  const usualLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return { sections, passages, lengths, usualLength, words, ...made };
}
