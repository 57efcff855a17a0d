/** What programs put between the columns: Excel takes a semicolon where a comma stands in numbers. */
const separators = [",", ";", "\t"];

/** Characters in which a header's first line has surely ended. */
const longestHeader = 65_536;

const lineEnd = /[\r\n]/;

/** The texts again, and what separates the columns of their first line: what stands there most often. */
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
  const count = (separator: string) => header.split(separator).length;
  const [separator = ","] = separators.toSorted((left, right) => count(right) - count(left));
  async function* again() {
    yield beginning;
    yield* texts;
  }
  return { separator, texts: again() };
}
