import { wrongFile } from "./wrong-file.ts";

/** What programs put between the columns: Excel takes a semicolon where a comma stands in numbers. */
const separators = [",", ";", "\t"];

/** What Excel's first line `sep=;` says that the separator is; null for any other line. */
export const saidSeparator = (line: string): string | null =>
  /^"?sep=([^\p{L}\p{N}"\s]|\t)"?$/iu.exec(line)?.[1] ?? null;

/** Characters in which a header's first line has surely ended. */
const longestHeader = 65_536;

const lineEnd = /[\r\n]/;

/** What no text of a header holds, and what most files that are no text begin with. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const binary = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/;

/**
 * The texts again, and what separates the columns of their first line: what stands there most often. Throws `invalid`
 * for a file that is no text.
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
