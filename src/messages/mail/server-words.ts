/** Characters of one answer that are kept; mail servers that explain at length link to the rest. */
const longest = 1000;

/** A mail server's answer as it is stored: one line of printable text, at most 1,000 characters. */
export function storedWords(answer: string): string {
  return answer
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, longest)
    .toWellFormed();
}

/** Hides who is meant: `<ada@example.com>` becomes `<***@example.com>`. */
export function maskAddresses(words: string): string {
  return words.replace(/[^\s<>"'()=:;,]+@/gu, "***@");
}
