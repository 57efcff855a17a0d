/** Mistakes in a word after which it is taken for another. */
const mostMistakes = 2;

/** The candidate that `word` most likely is, mistyped; null when it is like none of them. */
export function nearest(word: string, candidates: string[]): string | null {
  const close = candidates
    .filter((candidate) => Math.abs(candidate.length - word.length) <= mostMistakes)
    .map((candidate) => ({ candidate, mistakes: distance(word, candidate) }))
    .filter(({ candidate, mistakes }) => mistakes <= mostMistakes && 2 * mistakes < candidate.length)
    .toSorted((one, other) => one.mistakes - other.mistakes);
  return close[0]?.candidate ?? null;
}

/** Letters to put in, take out or replace (Levenshtein). */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const next = [row + 1];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (above[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    above = next;
  }
  return above[other.length] ?? 0;
}
