import { giveWay } from "./give-way.ts";

/**
 * Reads JSON of other programs, which may write an ID as a number. A number that JavaScript would write in another way,
 * such as 1.10, 1e3, -0 or an ID above 2^53, becomes its text: else two IDs could become one. A space before the text of
 * one with an exponent tells it from such a text, which is no amount. Throws `SyntaxError` if it is not JSON.
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!mayHaveOddNumber.test(text)) return value;
  const quoted = new QuotedNumbers(text, isWritten, " ");
  while (!quoted.isWhole) quoted.readOn();
  return quoted.hasQuoted ? JSON.parse(quoted.text) : value;
}

/**
 * Reads JSON of v3, where 1.10, 1e3 and -0 are numbers: only a number that floating point cannot hold exactly becomes
 * text. Texts may have some megabytes: other requests can run in between. Rejects with `SyntaxError`.
 */
export async function parseExactlyInTurns(text: string): Promise<unknown> {
  const value: unknown = JSON.parse(text);
  if (text.length > sliceSize) await giveWay();
  if (!hasLongNumber.test(text)) return value;
  const quoted = new QuotedNumbers(text, isHeld);
  while (!quoted.isWhole) {
    quoted.readOn();
    await giveWay();
  }
  return quoted.hasQuoted ? JSON.parse(quoted.text) : value;
}

/** Floating point holds every number of up to 15 digits. */
const hasLongNumber = /\d[\d.]{15}/;

/** Also in texts, such as the time 12:00:00.120. Numbers are limited, or a long one would be tried from each digit. */
const mayHaveOddNumber =
  /\d[\d.]{15}|(?:^|[:,[\s])-?(?:\d{1,16}(?:\.\d{0,16})?[eE]|\d{1,16}\.\d{0,15}0(?!\d)|0\.0{6})|-0(?![\d.])/;

/** Characters per step before other requests may run. */
const sliceSize = 65_536;

/** Rewrites valid JSON with quotes around numbers that are not to be numbers. A reviver would take several times as long. */
class QuotedNumbers {
  readonly #json: string;
  readonly #isNumber: (number: string) => boolean;
  readonly #beforeExponents: string;
  readonly #parts: string[] = [];
  #at = 0;
  #copied = 0;

  constructor(json: string, isNumber: (number: string) => boolean, beforeExponents = "") {
    this.#json = json;
    this.#beforeExponents = beforeExponents;
    this.#isNumber = isNumber;
  }

  get isWhole(): boolean {
    return this.#at >= this.#json.length;
  }

  get hasQuoted(): boolean {
    return this.#parts.length > 0;
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
      if (!beginsNumber(code)) continue;
      while (at < json.length && isOfNumber(json.charCodeAt(at))) at += 1;
      const number = json.slice(start, at);
      if (this.#isNumber(number)) continue;
      const before = number.includes("e") || number.includes("E") ? this.#beforeExponents : "";
      this.#parts.push(`${json.slice(this.#copied, start)}"${before}${number}"`);
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

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** A digit or `-`. */
const beginsNumber = (code: number) => isDigit(code) || code === 0x2d;

/** A digit, `+`, `-`, `.`, `E` or `e`. */
const isOfNumber = (code: number) =>
  isDigit(code) || code === 0x2b || code === 0x2d || code === 0x2e || code === 0x45 || code === 0x65;

/** Whether JavaScript writes the number as it stands here. Avoids writing it where that can be seen. */
function isWritten(number: string): boolean {
  // Minus zero, exponents without a sign and trailing zeros are never written.
  if (number === "-0") return false;
  const exponent = number.indexOf("e");
  if (exponent >= 0 ? isDigit(number.charCodeAt(exponent + 1)) : number.includes("E")) return false;
  if (number.endsWith("0") && number.includes(".") && exponent < 0) return false;
  if (number.length < 16 && usualNumber.test(number)) return true;
  return significant(number).digits <= 17 && String(Number(number)) === number;
}

/** Without trailing zeros, and not tiny. */
const usualNumber = /^(?:0|-?[1-9]\d*|-?(?!0\.0{6})\d+\.\d*[1-9])$/;

/** Whether floating point holds the number exactly. Counts digits first: writing a number as text takes a hundred times as long. */
function isHeld(number: string): boolean {
  if (number.length < 16) return true;
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
