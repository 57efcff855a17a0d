import { giveWay } from "./give-way.ts";

/**
 * Reads JSON of other programs. A number that floating point cannot hold exactly, such as an ID above 2^53, becomes
 * text. As a number it would lose digits, and two IDs could become one. Throws `SyntaxError` if it is not JSON.
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!hasLongNumber.test(text)) return value;
  const quoted = new QuotedNumbers(text);
  while (!quoted.isWhole) quoted.readOn();
  return JSON.parse(quoted.text);
}

/** The same for texts of some megabytes: other requests can run in between. Rejects with `SyntaxError`. */
export async function parseExactlyInTurns(text: string): Promise<unknown> {
  const value: unknown = JSON.parse(text);
  if (text.length > sliceSize) await giveWay();
  if (!hasLongNumber.test(text)) return value;
  const quoted = new QuotedNumbers(text);
  while (!quoted.isWhole) {
    quoted.readOn();
    await giveWay();
  }
  return JSON.parse(quoted.text);
}

/** Floating point holds every number of up to 15 digits. */
const hasLongNumber = /\d[\d.]{15}/;

/** Characters per step before other requests may run. */
const sliceSize = 65_536;

/** Rewrites valid JSON with quotes around numbers that would lose digits. A reviver would take several times as long. */
class QuotedNumbers {
  readonly #json: string;
  readonly #parts: string[] = [];
  #at = 0;
  #copied = 0;

  constructor(json: string) {
    this.#json = json;
  }

  get isWhole(): boolean {
    return this.#at >= this.#json.length;
  }

  get text(): string {
    return this.#parts.join("") + this.#json.slice(this.#copied);
  }

  /** Reads about `sliceSize` characters, and to the end of the last text or number. */
  readOn(): void {
    const json = this.#json;
    const end = Math.min(this.#at + sliceSize, json.length);
    let at = this.#at;
    while (at < end) {
      const start = at;
      const code = json.charCodeAt(start);
      at = code === quote ? endOfString(json, start) : start + 1;
      if (!isOfNumber(code)) continue;
      while (at < json.length && isOfNumber(json.charCodeAt(at))) at += 1;
      if (at - start < 16) continue;
      const number = json.slice(start, at);
      if (isHeld(number)) continue;
      this.#parts.push(json.slice(this.#copied, start), '"', number, '"');
      this.#copied = at;
    }
    this.#at = at;
  }
}

/** The position after the string that begins here. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  // The quote ends the string unless a backslash precedes it. Then each character counts.
  if (json.charCodeAt(end - 1) !== backslash) return end + 1;
  end = start + 1;
  while (json.charCodeAt(end) !== quote) end += json.charCodeAt(end) === backslash ? 2 : 1;
  return end + 1;
}

const quote = 0x22;
const backslash = 0x5c;

/** A digit, `+`, `-`, `.`, `E` or `e`. The last is also in words, but those are shorter than long numbers. */
const isOfNumber = (code: number) =>
  (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e || code === 0x45 || code === 0x65;

/** Counts digits first: writing a number as text takes a hundred times as long. */
function isHeld(number: string): boolean {
  const { digits, isPlain } = significant(number);
  // Floating point numbers are written with at most 17 digits.
  if (digits > 17) return false;
  if (digits <= 15 && isPlain) return true;
  const held = String(Number(number));
  if (held === number) return true;
  // Whole numbers of 22 or more digits are written with an exponent.
  return !/^-?\d{1,21}$/.test(number) && digitsOf(number) === digitsOf(held);
}

/** How many significant digits there are before an exponent. Plain: no exponent, and neither huge nor tiny. */
function significant(number: string): { digits: number; isPlain: boolean } {
  let [first, last, point] = [-1, -1, -1];
  for (let at = 0; at < number.length; at++) {
    const code = number.charCodeAt(at);
    if (code === 0x45 || code === 0x65) return { digits: countOf(first, last, point), isPlain: false };
    if (code === 0x2e) point = at;
    if (code < 0x31 || code > 0x39) continue;
    if (first < 0) first = at;
    last = at;
  }
  return { digits: countOf(first, last, point), isPlain: number.length < 300 };
}

const countOf = (first: number, last: number, point: number) =>
  first < 0 ? 0 : last - first + (point > first && point < last ? 0 : 1);

/** The significant digits: without sign, point, exponent, and leading or trailing zeros. */
const digitsOf = (number: string) =>
  number
    .replace(/e.*$/i, "")
    .replace(/[-.]/g, "")
    .replace(/^0+|0+$/g, "");
