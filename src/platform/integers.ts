/** The largest whole number that callers may send. */
export const largestInteger = 2_147_483_647;

/** Reads a whole number of at most ten digits; null unless it is from `least` to `most`. */
export function readInteger(text: string, { least = 0, most = largestInteger } = {}): number | null {
  if (!/^\d{1,10}$/.test(text)) return null;
  const number = Number(text);
  return number >= least && number <= most ? number : null;
}

/** Reads a row number in a URL; null if it cannot be one. */
export function readRowNumber(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
