/** The wait before a request may be repeated, in words: `45 seconds`, and from two minutes on `14 minutes`. */
export function waitInWords(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  // Rounded up, so that the next attempt is not too early.
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
