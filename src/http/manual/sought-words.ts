import type { Places, SearchIndex } from "./search-index.ts";
import { similarStems } from "./word-forms.ts";

/** A word of a search, and where it occurs: how often, similar words counting less. */
export interface SoughtWord {
  text: string;
  /** The stems that count as it, with how much; null for what is not a word, such as `--force`, which is found letter by letter. */
  stems: Map<string, number> | null;
  /** By passage, and by section. */
  inPassage: Places;
  inText: Places;
  inHeading: Places;
  inPage: Places;
  /** More for a word of few sections; 0 for one of none. */
  weight: number;
}

/** A number in a question is an example, and tells less. */
const weightOfNumber = 0.3;

/** Looks a word of a search up. */
export function soughtWord(index: SearchIndex, text: string): SoughtWord {
  const stems = /^[\p{L}\p{N}_]+$/u.test(text) ? similarStems(text, index.words.keys()) : null;
  const inPassage = stems ? placesOf(index.inText, stems) : placesOfLetters(index, text);
  const inText: Places = new Map();
  for (const [place, times] of inPassage) add(inText, index.passages[place]?.section ?? 0, times);
  const inHeading = placesOf(index.inHeading, stems ?? new Map());
  const inPage = placesOf(index.inPage, stems ?? new Map());
  const having = new Set([...inText.keys(), ...inHeading.keys()]).size;
  const telling = /^\d+$/.test(text) ? weightOfNumber : 1;
  const weight = having === 0 ? 0 : telling * Math.log(1 + index.sections.length / having);
  return { text, stems, inPassage, inText, inHeading, inPage, weight };
}

const add = (places: Places, place: number, times: number) => places.set(place, (places.get(place) ?? 0) + times);

function placesOf(known: Map<string, Places>, stems: ReadonlyMap<string, number>): Places {
  const found: Places = new Map();
  for (const [stem, likeness] of stems) {
    for (const [place, times] of known.get(stem) ?? []) add(found, place, times * likeness);
  }
  return found;
}

function placesOfLetters({ passages }: SearchIndex, text: string): Places {
  const found: Places = new Map();
  for (const [place, { lower }] of passages.entries()) {
    const times = lower.split(text).length - 1;
    if (times > 0) found.set(place, times);
  }
  return found;
}
