/** Maximum length of a stored reply, in characters. Mail servers with long explanations link to them. */
const longest = 1000;

/** A mail server's reply as stored: one line of printable text, at most 1,000 characters. */
export function storedWords(answer: string): string {
  return answer
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, longest)
    .toWellFormed();
}

/** Hides the recipient: `<ada@example.com>` becomes `<***@example.com>`. */
export function maskAddresses(words: string): string {
  return words.replace(/[^\s<>"'()=:;,]+@/gu, "***@");
}
