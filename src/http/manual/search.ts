import { type Excerpt, excerptOf } from "./excerpts.ts";
import type { Section } from "./manual.ts";
import { indexOf, type SearchIndex } from "./search-index.ts";
import { searchedWords } from "./search-words.ts";
import { type SoughtWord, soughtWord } from "./sought-words.ts";

/** A section that has words of a search. */
export interface Hit {
  section: Section;
  /** Null for a section without text. */
  excerpt: Excerpt | null;
}

const mostHits = 30;

/** What a word counts in the heading of a section, and in the title of its page. In the text it is less than `most`. */
const points = { heading: 7, page: 2.5, most: 3 };
/** How much a long text makes its words count less, of 1. */
const dilution = 0.5;

/**
 * The sections that have words of `query`, those first that have more of them: a word in the heading counts more than one in the
 * text, a rare word more than one of many sections, and words of one passage more than scattered ones. A word that no section has
 * stands for those that differ by a typo. Pages for contributors and the list of all pages come last.
 */
export async function searchManual(sections: readonly Section[], query: string): Promise<Hit[]> {
  const index = await indexOf(sections);
  const words = searchedWords(query).map((word) => soughtWord(index, word));
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  const best = bestPassages(index, words);
  const ranked: { place: number; points: number }[] = [];
  for (const [place, { address }] of sections.entries()) {
    const found = words.filter((word) => word.inText.has(place) || word.inHeading.has(place) || word.inPage.has(place));
    if (found.length === 0) continue;
    const share = found.reduce((sum, { weight }) => sum + weight, 0) / total;
    const together = (best.get(place)?.weight ?? 0) / total;
    const isAside = /^\/docs($|\/contribute|\/development)/.test(address);
    const sum = found.reduce((sum, word) => sum + pointsOf(index, place, word) * word.weight, 0);
    ranked.push({ place, points: sum * share ** 1.5 * (1 + together) * (isAside ? 0.01 : 1) });
  }
  return ranked
    .toSorted((a, b) => b.points - a.points)
    .slice(0, mostHits)
    .flatMap(({ place }) => {
      const section = sections[place];
      if (!section) return [];
      return [{ section, excerpt: excerptOf(section, best.get(place)?.nth ?? null, words, index.words) }];
    });
}

function pointsOf({ lengths, usualLength }: SearchIndex, place: number, word: SoughtWord): number {
  const times = word.inText.get(place) ?? 0;
  const length = (lengths[place] ?? 0) / usualLength;
  const inText = (times * points.most) / (times + (points.most - 1) * (1 - dilution + dilution * length));
  const inHeading = Math.min(1, word.inHeading.get(place) ?? 0) * points.heading;
  const inPage = Math.min(1, word.inPage.get(place) ?? 0) * points.page;
  return inText + inHeading + inPage;
}

/** For each section the passage whose words tell most: which it is in the section, and how much they tell. */
function bestPassages({ passages }: SearchIndex, words: SoughtWord[]) {
  const best = new Map<number, { nth: number; weight: number }>();
  let nth = 0;
  for (const [place, { section }] of passages.entries()) {
    nth = passages[place - 1]?.section === section ? nth + 1 : 0;
    const weight = words.reduce((sum, word) => sum + (word.inPassage.has(place) ? word.weight : 0), 0);
    if (weight > (best.get(section)?.weight ?? 0)) best.set(section, { nth, weight });
  }
  return best;
}
