/**
 * Reads JSON of other programs. A number that floating point does not hold, such as an identifier above 2^53, becomes its
 * text: as a number it would lose its last digits, and two identifiers would be one. Throws `SyntaxError` for what is no JSON.
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Floating point holds every number of 15 digits.
  return /\d[\d.]{15}/.test(text) ? JSON.parse(withNumbersAsTexts(text)) : value;
}

/** JSON in which the numbers that lose digits stand in quotes. A reviver would take several times as long. */
function withNumbersAsTexts(json: string): string {
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < json.length; ) {
    const start = at;
    const code = json.charCodeAt(start);
    at = code === quote ? endOfString(json, start) : start + 1;
    if (!isOfNumber(code)) continue;
    while (at < json.length && isOfNumber(json.charCodeAt(at))) at += 1;
    if (at - start < 16) continue;
    const number = json.slice(start, at);
    if (isHeld(number)) continue;
    parts.push(json.slice(copied, start), '"', number, '"');
    copied = at;
  }
  return parts.join("") + json.slice(copied);
}

/** Behind the string that begins here. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  // Without a backslash ahead, it is the end. Else each character counts.
  if (json.charCodeAt(end - 1) !== backslash) return end + 1;
  end = start + 1;
  while (json.charCodeAt(end) !== quote) end += json.charCodeAt(end) === backslash ? 2 : 1;
  return end + 1;
}

const quote = 0x22;
const backslash = 0x5c;

/** A digit, `+`, `-`, `.`, `E` or `e`. The last one also stands in words, which are shorter than long numbers. */
const isOfNumber = (code: number) =>
  (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e || code === 0x45 || code === 0x65;

function isHeld(number: string): boolean {
  const held = String(Number(number));
  if (held === number) return true;
  // Whole numbers of 22 digits and more are written with an exponent.
  return !/^-?\d{1,21}$/.test(number) && digitsOf(number) === digitsOf(held);
}

/** The digits that say which number it is: without sign, point and exponent, and the zeros ahead and behind. */
const digitsOf = (number: string) =>
  number
    .replace(/e.*$/i, "")
    .replace(/[-.]/g, "")
    .replace(/^0+|0+$/g, "");
