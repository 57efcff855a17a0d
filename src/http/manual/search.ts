import type { Section } from "./manual.ts";
import { formsOf, searchedWords } from "./search-words.ts";
import { cellSeparator } from "./sections.ts";

/** A section that has words of a search. */
export interface Hit {
  section: Section;
  /** The text around the first match, in parts: those with an odd index are the searched words. */
  parts: string[];
}

const mostHits = 30;
/** Characters shown of a section. */
const shownLength = 220;
/** Characters shown before the first match. */
const mostBefore = 100;

/** A section in lower case. */
interface Folded {
  section: Section;
  heading: string;
  page: string;
  text: string;
}
/** Sections that were searched before, with all words of theirs. */
const foldedSections = new WeakMap<readonly Section[], { all: Folded[]; vocabulary: Set<string> }>();

/**
 * The sections that contain words of `query`, even inside other words, those with more of the words first: a word in the heading
 * counts more than one in the page's title, and that more than one in the text, and a rare word more than one of many sections.
 * A word that no section has stands for those that differ by a typo. Pages for contributors come last.
 */
export function searchManual(sections: readonly Section[], query: string): Hit[] {
  const { all, vocabulary } = foldedOnce(sections);
  const words = searchedWords(query).map((word) => formsOf(word, vocabulary));
  const weights = words.map((forms) => {
    const having = all.filter((one) => pointsOf(one, forms) > 0).length;
    return having === 0 ? 0 : Math.log(1 + all.length / having);
  });
  const ranked: { section: Section; points: number }[] = [];
  for (const one of all) {
    let points = 0;
    let found = 0;
    for (const [index, forms] of words.entries()) {
      const ofWord = pointsOf(one, forms);
      if (ofWord > 0) found++;
      points += ofWord * (weights[index] ?? 0);
    }
    if (/^\/docs\/(contribute|development)/.test(one.section.address)) points /= 100;
    if (found > 0) ranked.push({ section: one.section, points: points * found ** 2 });
  }
  const forms = words.flat();
  return ranked
    .toSorted((a, b) => b.points - a.points)
    .slice(0, mostHits)
    .map(({ section }) => ({ section, parts: partsOf(section.text, forms) }));
}

/** 0 if the word is missing. */
function pointsOf({ heading, page, text }: Folded, forms: string[]): number {
  let best = 0;
  for (const form of forms) {
    // The frequency of a word shows what a section is about.
    const times = Math.min(text.split(form).length - 1, 4);
    const place = heading.includes(form) ? 20 : page.includes(form) ? 5 : 0;
    best = Math.max(best, place + times);
  }
  return best;
}

function foldedOnce(sections: readonly Section[]) {
  const known = foldedSections.get(sections);
  if (known) return known;
  const all = sections.map((section) => ({
    section,
    heading: folded(section.heading),
    page: folded(section.page),
    text: folded(section.text),
  }));
  const vocabulary = new Set(all.flatMap(({ heading, text }) => `${heading} ${text}`.match(/\p{L}{4,}/gu) ?? []));
  const made = { all, vocabulary };
  foldedSections.set(sections, made);
  return made;
}

/** In lower case; the length stays the same, so that places in it are places in the text. */
const folded = (text: string): string => text.replace(/[A-ZÀ-ÖØ-Þ]/g, (letter) => letter.toLowerCase());

/** Where a sentence, a table's row or a cell of it begins at most `mostBefore` characters before `place`, or else a word. */
function excerptStart(text: string, place: number): number {
  for (const end of [". ", cellSeparator]) {
    const last = text.lastIndexOf(end, place - end.length);
    const start = last < 0 ? 0 : last + end.length;
    if (place - start <= mostBefore) return start;
  }
  const word = text.indexOf(" ", place - mostBefore / 2) + 1;
  return word > 0 && word < place ? word : place;
}

function partsOf(text: string, forms: string[]): string[] {
  const lower = folded(text);
  const places = forms.map((form) => lower.indexOf(form)).filter((place) => place >= 0);
  const from = places.length === 0 ? 0 : excerptStart(text, Math.min(...places));
  const isCut = from + shownLength < text.length;
  const shown = text.slice(from, from + shownLength).replace(isCut ? /\s\S{0,30}$/ : "", "");
  // The longest first: of two that begin alike, all of the longer one is marked.
  const longestFirst = forms.toSorted((a, b) => b.length - a.length).map((form) => RegExp.escape(form));
  const parts = shown.split(new RegExp(`(${longestFirst.join("|")})`, "gi"));
  if (from > 0) parts[0] = `… ${parts[0]}`;
  if (isCut) parts[parts.length - 1] += " …";
  return parts;
}
