import type { Section } from "./manual.ts";
import type { SearchIndex } from "./search-index.ts";
import { cellSeparator } from "./sections.ts";
import type { SoughtWord } from "./sought-words.ts";

/** What is shown of a section. */
export interface Excerpt {
  /** Lines of an example. */
  isCode: boolean;
  /** The text in parts: those with an odd index are searched words. */
  parts: string[];
}

/** Characters shown of a passage. */
const shownLength = 220;
/** Characters shown before the first match. */
const mostBefore = 100;
/** Lines shown of an example. */
const shownLines = 6;

/** The text around the first of `words` in the section's `nth` passage, or else its first text. Null if it has none. */
export function excerptOf(
  { passages }: Section,
  nth: number | null,
  words: SoughtWord[],
  known: SearchIndex["words"],
): Excerpt | null {
  const passage = nth === null ? passages.find(({ isCode }) => !isCode) : passages[nth];
  if (!passage) return null;
  const { text, isCode } = passage;
  const marks = marksOf(words, known);
  const place = Math.max(0, text.search(marks));
  const from = isCode ? text.lastIndexOf("\n", place) + 1 : excerptStart(text, place);
  const shown = isCode ? linesFrom(text, from) : textFrom(text, from);
  const parts = shown.split(marks);
  const gap = isCode ? "\n" : " ";
  if (from > 0 || (passage !== passages[0] && !isCode)) parts[0] = `…${gap}${parts[0]}`;
  if (from + shown.length < text.length) parts[parts.length - 1] += `${gap}…`;
  return { isCode, parts };
}

const linesFrom = (text: string, from: number): string => text.slice(from).split("\n", shownLines).join("\n");

const textFrom = (text: string, from: number): string =>
  text.slice(from, from + shownLength).replace(from + shownLength < text.length ? /\s\S{0,30}$/ : "", "");

/** Where a sentence or a cell of a table's row begins at most `mostBefore` characters before `place`, or else a word. */
function excerptStart(text: string, place: number): number {
  for (const end of [". ", cellSeparator]) {
    const last = text.lastIndexOf(end, place - end.length);
    const start = last < 0 ? 0 : last + end.length;
    if (place - start <= mostBefore) return start;
  }
  const word = text.indexOf(" ", place - mostBefore / 2) + 1;
  return word > 0 && word < place ? word : place;
}

/** Finds what is marked: whole words with a searched word's stem, and otherwise what was typed. */
function marksOf(words: SoughtWord[], known: SearchIndex["words"]): RegExp {
  const forms = words.flatMap(({ text, stems }) => {
    const whole = [...(stems ?? [])]
      .filter(([, likeness]) => likeness > 0.7)
      .flatMap(([stem]) => [...(known.get(stem) ?? [])]);
    return [...whole.map((word) => `(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`), RegExp.escape(text)];
  });
  // The longest first: of two that begin alike, all of the longer one is marked.
  return new RegExp(`(${forms.toSorted((a, b) => b.length - a.length).join("|")})`, "giu");
}
