import { DomainError } from "../errors.ts";

/** Maximum bytes of a line. Limits the memory that a file of another kind takes. */
const longestLine = 65_536;

const newline = 0x0a;

interface Line {
  /** From 1. */
  number: number;
  text: string;
}

/**
 * The lines of a UTF-8 text, read one at a time, without line ends (LF or CRLF) and byte order mark. Throws `invalid` at
 * a line that is too long or not UTF-8, naming it, after the lines before it.
 */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let number = 0;
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of bytes) {
    const joined = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = joined.lastIndexOf(newline) + 1;
    for (const text of textsOf(joined.subarray(0, end), number)) {
      number += 1;
      yield { number, text: number === 1 ? withoutMark(text) : text };
    }
    // A copy, because the chunk may be overwritten.
    rest = Uint8Array.from(joined.subarray(end));
    if (rest.length > longestLine)
      throw new DomainError("invalid", `Line ${number + 1} is too long for a license key.`);
  }
  for (const text of textsOf(rest, number)) yield { number: number + 1, text: number === 0 ? withoutMark(text) : text };
}

/** The lines in these bytes, which follow `before` lines. */
function* textsOf(bytes: Uint8Array, before: number): Generator<string> {
  const whole = decode(bytes);
  if (whole !== null) {
    const lines = whole.split("\n");
    if (lines.at(-1) === "") lines.pop();
    yield* lines.map(withoutReturn);
    return;
  }
  // Line by line, to find the wrong one.
  let number = before;
  for (let start = 0; start < bytes.length; ) {
    const next = bytes.indexOf(newline, start);
    const end = next < 0 ? bytes.length : next;
    const text = decode(bytes.subarray(start, end));
    number += 1;
    if (text === null) throw new DomainError("invalid", `Line ${number} is not encoded in UTF-8.`);
    yield withoutReturn(text);
    start = end + 1;
  }
}

/** Null if the bytes are not UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const withoutMark = (text: string) => text.replace(/^\ufeff/, "");

const withoutReturn = (line: string) => line.replace(/\r$/, "");
