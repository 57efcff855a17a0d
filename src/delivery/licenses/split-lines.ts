import { DomainError } from "../../platform/errors.ts";
import { giveWay } from "../../platform/give-way.ts";

/** Maximum length of a line, in bytes. Limits the memory that a file of another kind takes. */
const longestLine = 65_536;

/** Bytes to read in one step. */
const stepSize = 65_536;

const [newline, carriageReturn] = [0x0a, 0x0d];

export interface Line {
  /** From 1. */
  number: number;
  text: string;
}

/**
 * The lines of a UTF-8 text, read one at a time, without line ends (LF, CRLF or CR alone). Other work runs in between. At a line
 * that is too long or not UTF-8, returns the lines before it and then throws `invalid`, naming the line.
 */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let number = 0;
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += stepSize) {
      const step = chunk.subarray(start, start + stepSize);
      const joined = rest.length === 0 ? step : Buffer.concat([rest, step]);
      const end = endOfLines(joined);
      for (const text of textsOf(joined.subarray(0, end), number)) yield { number: ++number, text };
      // A copy, because the chunk may be overwritten.
      rest = Uint8Array.from(joined.subarray(end));
      if (rest.length > longestLine)
        throw new DomainError("invalid", `Line ${number + 1} is too long for a license key.`);
      await giveWay();
    }
  }
  for (const text of textsOf(rest, number)) yield { number: ++number, text };
}

/** The position after the last whole line. A CR at the very end may be the first half of a line end. */
function endOfLines(bytes: Uint8Array): number {
  const end = Math.max(bytes.lastIndexOf(newline), bytes.lastIndexOf(carriageReturn)) + 1;
  return end === bytes.length && bytes[end - 1] === carriageReturn
    ? Math.max(bytes.lastIndexOf(newline, end - 2), bytes.lastIndexOf(carriageReturn, end - 2)) + 1
    : end;
}

/** The lines in these bytes, which follow `before` lines. */
function* textsOf(bytes: Uint8Array, before: number): Generator<string> {
  const whole = decode(bytes);
  if (whole !== null) {
    yield* splitLines(whole);
    return;
  }
  // As Latin-1, with one character per byte, the text has its line ends where UTF-8 has them. Decoded line by line, to find the
  // wrong line.
  const lines = splitLines(Buffer.from(bytes).toString("latin1"));
  for (const [index, line] of lines.entries()) {
    const text = decode(Buffer.from(line, "latin1"));
    if (text === null) throw new DomainError("invalid", `Line ${before + index + 1} is not encoded in UTF-8.`);
    yield text;
  }
}

/** The lines of a text, with any kind of line ends; none after the last line end. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Null if the bytes are not UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
