import type { Section } from "./manual.ts";

/** A section that has all words of a search. */
export interface Hit {
  section: Section;
  /** The text around the first match, in parts: those with an odd index are the searched words. */
  parts: string[];
}

/** Characters of a search that are used. */
const longestQuery = 100;
const mostHits = 30;
/** Characters shown of a section. */
const shownLength = 220;

/**
 * The sections that contain all words of `query`, even inside other words, the best first: a word in the heading counts more than
 * one in the page's title, and that more than one in the text. Pages for contributors come last.
 */
export function searchManual(sections: readonly Section[], query: string): Hit[] {
  const words = [...new Set(folded(query.slice(0, longestQuery)).split(/\s+/).filter(Boolean))];
  if (words.length === 0) return [];
  const ranked: { section: Section; points: number }[] = [];
  for (const section of sections) {
    const points = pointsOf(section, words);
    if (points > 0) ranked.push({ section, points });
  }
  return ranked
    .toSorted((a, b) => b.points - a.points)
    .slice(0, mostHits)
    .map(({ section }) => ({ section, parts: partsOf(section.text, words) }));
}

/** 0 if a word is missing. */
function pointsOf(section: Section, words: string[]): number {
  const [heading, page, text] = [section.heading, section.page, section.text].map(folded);
  let points = 0;
  for (const word of words) {
    if (heading?.includes(word)) points += 20;
    else if (page?.includes(word)) points += 5;
    else if (!text?.includes(word)) return 0;
    // The frequency of a word shows what a section is about.
    points += Math.min((text?.split(word).length ?? 1) - 1, 4);
  }
  return /^\/docs\/(contribute|development)/.test(section.address) ? points / 100 : points;
}

/** In lower case; the length stays the same, so that places in it are places in the text. */
const folded = (text: string): string => text.replace(/[A-ZÀ-ÖØ-Þ]/g, (letter) => letter.toLowerCase());

function partsOf(text: string, words: string[]): string[] {
  const lower = folded(text);
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const first = Math.max(0, Math.min(...places, text.length) - 60);
  const from = places.length === 0 || first === 0 ? 0 : text.indexOf(" ", first) + 1;
  const shown = text.slice(from, from + shownLength);
  const marks = new RegExp(`(${words.map((word) => RegExp.escape(word)).join("|")})`, "i");
  const parts = shown.split(new RegExp(marks.source, "gi"));
  if (from > 0) parts[0] = `… ${parts[0]}`;
  if (from + shownLength < text.length) parts[parts.length - 1] += " …";
  return parts;
}
