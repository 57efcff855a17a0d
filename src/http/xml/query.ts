import { WireError } from "./wire-error.ts";
import { readName } from "./xml-value.ts";

/** The parameters of a request's query, by the names that are read. Throws `WireError` 422 for both spellings of one. */
export function readQuery(url: string): URLSearchParams {
  const query = new URLSearchParams();
  const spellings = new Map<string, string>();
  for (const [given, value] of new URL(url).searchParams) {
    const name = readName(given);
    const spelling = spellings.get(name) ?? given;
    if (spelling !== given) {
      throw new WireError(
        422,
        `The query has both ${spelling.slice(0, 80)} and ${given.slice(0, 80)}. Send one of them.`,
      );
    }
    spellings.set(name, given);
    query.append(name, value);
  }
  return query;
}
