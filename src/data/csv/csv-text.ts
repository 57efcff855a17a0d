import { DomainError } from "../../platform/errors.ts";
import { giveWay } from "../../platform/give-way.ts";

/** Bytes decoded in one step. */
const stepSize = 65_536;

/**
 * A file's text without a byte order mark, in short pieces. Gives way to other work between them. Throws `invalid` if
 * the file is not UTF-8 text, and passes on errors from reading the bytes.
 */
export async function* csvText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (step?: Uint8Array) => {
    try {
      return step ? decoder.decode(step, { stream: true }) : decoder.decode();
    } catch {
      throw wrongFile("The file is not encoded in UTF-8. Save it as “CSV UTF-8”.");
    }
  };
  let isFirst = true;
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += stepSize) {
      const step = chunk.subarray(start, start + stepSize);
      if (isFirst) rejectOtherFiles(step);
      isFirst = false;
      const text = decode(step);
      if (text !== "") yield text;
      await giveWay();
    }
  }
  decode();
}

function rejectOtherFiles(beginning: Uint8Array): void {
  const kind = otherFileKind(beginning);
  if (kind) throw wrongFile(`The file is ${kind}. Save it as “CSV UTF-8”.`);
}

/** First bytes of files that people confuse with text files, and what they are. */
const kinds: [bytes: number[], kind: string][] = [
  [[0x50, 0x4b, 3, 4], "a workbook, such as an Excel .xlsx file"],
  [[0xd0, 0xcf, 0x11, 0xe0], "an Excel .xls workbook"],
  [[0xff, 0xfe], "encoded in UTF-16"],
  [[0xfe, 0xff], "encoded in UTF-16"],
  [[0x25, 0x50, 0x44, 0x46], "a PDF"],
];

/** What kind of file begins with these bytes, in words that follow "The file is". Null if it may be UTF-8 text. */
export function otherFileKind(beginning: Uint8Array): string | null {
  return kinds.find(([bytes]) => bytes.every((byte, index) => beginning[index] === byte))?.[1] ?? null;
}

/** The error for a file as a whole. */
export function wrongFile(sentence: string): DomainError {
  return new DomainError("invalid", sentence, [{ field: "file", message: sentence }]);
}

/** The separators that programs use. Excel uses a semicolon where numbers have a decimal comma. */
const separators = [",", ";", "\t"];

/** The separator in Excel's first line `sep=;`; null for any other line. */
export const saidSeparator = (line: string): string | null =>
  /^"?sep=([^\p{L}\p{N}"\s]|\t)"?$/iu.exec(line)?.[1] ?? null;

/** Longest header line, in characters. */
const longestHeader = 65_536;

const lineEnd = /[\r\n]/;

/** Characters that never occur in a header, but do at the beginning of most binary files. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const binary = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;

/**
 * Finds the separator: the most frequent one in the first line. Returns it with the texts from the beginning. Throws
 * `invalid` for a binary file.
 */
export async function findSeparator(
  texts: AsyncGenerator<string>,
): Promise<{ separator: string; texts: AsyncGenerator<string> }> {
  let beginning = "";
  while (beginning.length < longestHeader) {
    const { value, done } = await texts.next();
    if (done) break;
    beginning += value;
    if (lineEnd.test(value) && lineEnd.test(beginning.trimStart())) break;
  }
  const header = beginning.trimStart().split(lineEnd, 1)[0] ?? "";
  if (binary.test(header)) throw wrongFile("The file is not a text file, so it cannot be CSV. Choose another file.");
  const said = saidSeparator(header);
  const count = (separator: string) => header.split(separator).length;
  const [separator = ","] = said ? [said] : separators.toSorted((left, right) => count(right) - count(left));
  async function* again() {
    yield beginning;
    yield* texts;
  }
  return { separator, texts: again() };
}
