/** Of shorter words, a typo makes another word too easily. */
const shortestWithTypo = 5;
/** Shorter words are not looked for inside others. */
const shortestInside = 4;

/** How much a word of the pages that is like a searched one counts, of 1. */
const likeness = { beginning: 0.3, onlyBeginning: 0.6, inside: 0.4, typo: 0.8 };

/** The words of a text in lower case. Names such as WAYBILL_URL are whole, and in their parts. */
export function wordsOf(text: string): string[] {
  const found = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return found.flatMap((word) => (/[^_]_[^_]/.test(word) ? [word, ...word.split("_").filter(Boolean)] : [word]));
}

/** What the forms of an English word have in common: "sell" of "sells" and "selling". */
export function stemOf(word: string): string {
  if (word.length < 4 || !/^\p{L}+$/u.test(word)) return word;
  return word
    .replace(/ies$|ied$/, "y")
    .replace(/(ss|sh|ch|x|z)es$/, "$1")
    .replace(/([^su])s$/, "$1")
    .replace(/(?<=[aeiouy].*..)(ing|ed)$/, "")
    .replace(/(?<=..)e$/, "")
    .replace(/(?<=.)([bdglmnprt])\1$/, "$1");
}

/** The stems among `known` that stand for `word`, with how much each counts: its own, or else those of similar words. */
export function similarStems(word: string, known: Iterable<string>): Map<string, number> {
  const own = stemOf(word);
  const mayBeTypo = word.length >= shortestWithTypo && /^\p{L}+$/u.test(word);
  const similar = new Map<string, number>();
  const typos = new Map<string, number>();
  for (const stem of known) {
    const place = stem.indexOf(own);
    if (stem === own) similar.set(stem, 1);
    else if (place === 0 && own.length > 1) similar.set(stem, likeness.onlyBeginning);
    else if (place > 0 && own.length >= shortestInside) similar.set(stem, likeness.inside);
    else if (mayBeTypo && isOneTypoAway(own, stem)) typos.set(stem, likeness.typo);
  }
  if (similar.size === 0) return typos;
  if (!similar.has(own)) return similar;
  const beginning = [...similar].filter(([, likely]) => likely === likeness.onlyBeginning);
  return new Map([[own, 1], ...beginning.map(([stem]): [string, number] => [stem, likeness.beginning])]);
}

/** Whether one letter more, less or changed, or two letters swapped, make `other` of `word`. */
function isOneTypoAway(word: string, other: string): boolean {
  if (Math.abs(word.length - other.length) > 1) return false;
  let start = 0;
  while (start < word.length && word[start] === other[start]) start++;
  const rest = word.slice(start);
  const otherRest = other.slice(start);
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  );
}
