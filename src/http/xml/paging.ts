import { rejectFields } from "../../platform/errors.ts";
import { readInteger } from "../../platform/integers.ts";

/** One page of a list. */
interface Page {
  offset: number;
  limit: number;
}

const mostPerPage = 1000;

/**
 * The page that the query of a list requests (docs/reference/unversioned-interface.md, Lists). Null for the whole list. Throws
 * `invalid`.
 */
export function readPage(query: URLSearchParams): Page | null {
  if (!query.has("page") && !query.has("per_page")) return null;
  const page = readInteger(query.get("page") ?? "1", { least: 1, most: 1_000_000_000 });
  const limit = readInteger(query.get("per_page") ?? "100", { least: 1, most: mostPerPage });
  rejectFields([
    { field: "page", message: page === null ? "must be a whole number from 1" : null },
    { field: "per_page", message: limit === null ? `must be a whole number from 1 to ${mostPerPage}` : null },
  ]);
  return { offset: ((page ?? 1) - 1) * (limit ?? 1), limit: limit ?? 1 };
}

/** The one batch of a page, or all batches of the list. */
export async function* pageOrAll<Row>(
  page: Page | null,
  onePage: (page: Page) => Promise<Row[]>,
  all: () => AsyncIterable<Row[]>,
): AsyncGenerator<Row[]> {
  if (page) yield await onePage(page);
  else yield* all();
}
