import { giveWay } from "../give-way.ts";
import { wrongFile } from "./wrong-file.ts";

/** Bytes that are read in one step. */
const stepSize = 65_536;

/** First bytes of files that people confuse with CSV files, and what to do with them. */
const otherFiles: [bytes: number[], sentence: string][] = [
  [[0x50, 0x4b, 3, 4], "The file is a workbook, such as an Excel .xlsx file. Save it as “CSV UTF-8”."],
  [[0xd0, 0xcf, 0x11, 0xe0], "The file is an Excel .xls workbook. Save it as “CSV UTF-8”."],
  [[0xff, 0xfe], "The file is encoded in UTF-16. Save it as “CSV UTF-8”."],
  [[0xfe, 0xff], "The file is encoded in UTF-16. Save it as “CSV UTF-8”."],
  [[0x25, 0x50, 0x44, 0x46], "The file is a PDF, not a CSV file."],
];

/**
 * A file's text, without a byte order mark, in pieces that are short to work on. Other work runs in between. Throws
 * `invalid` if the file is not UTF-8 text, and passes on errors from reading the bytes.
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
  const known = otherFiles.find(([bytes]) => bytes.every((byte, index) => beginning[index] === byte));
  if (known) throw wrongFile(known[1]);
}
