import { giveWay } from "../../platform/give-way.ts";
import { otherFileKind } from "./other-files.ts";
import { wrongFile } from "./wrong-file.ts";

/** Bytes that are read in one step. */
const stepSize = 65_536;

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
  const kind = otherFileKind(beginning);
  if (kind) throw wrongFile(`The file is ${kind}. Save it as “CSV UTF-8”.`);
}
