/** The largest whole number that a caller may send. */
export const largestInteger = 2_147_483_647;

/** The whole number that `text` writes in at most ten digits; null when it is none from `least` to `most`. */
export function readInteger(text: string, { least = 0, most = largestInteger } = {}): number | null {
  if (!/^\d{1,10}$/.test(text)) return null;
  const number = Number(text);
  return number >= least && number <= most ? number : null;
}

/** The number of a row, as addresses hold it; null for what can be none. */
export function readRowNumber(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
