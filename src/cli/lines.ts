import { DomainError } from "../errors.ts";

/** Characters of one line at most; bounds what is in memory of a file that is no list at all. */
const longestLine = 65_536;

/**
 * The lines of a text in UTF-8, read as they are asked for, without their ends (LF or CRLF) and without a byte order
 * mark. Throws `invalid` for what is not such a text.
 */
export async function* linesOf(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  // A byte order mark is left out by the decoder itself.
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const chunk of bytes) {
    const lines = (rest + decode(decoder, chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.map(withoutReturn);
    if (rest.length > longestLine)
      throw new DomainError("invalid", "A line of the file is too long for a license key.");
  }
  rest += decode(decoder);
  if (rest !== "") yield withoutReturn(rest);
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new DomainError("invalid", "The file is not encoded in UTF-8.");
  }
}

const withoutReturn = (line: string) => line.replace(/\r$/, "");
