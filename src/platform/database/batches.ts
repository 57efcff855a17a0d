import { giveWay } from "../give-way.ts";

/** Rows that one query of a long list reads: few enough for the query and the work on its rows to be short. */
const usualSize = 100;

/**
 * Reads a list of any length with bounded memory: `read` returns the rows after `last` (from the beginning if it is
 * absent), at most `limit` of them. Each batch is its own query, so that a slow reader of the list holds neither a
 * connection nor a snapshot of the database, and other requests run in between.
 */
export async function* inBatches<Row>(
  read: (options: { last: Row | undefined; limit: number }) => Promise<Row[]>,
  limit = usualSize,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    await giveWay();
    const rows = await read({ last, limit });
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}

/**
 * Reads the matching rows of a long list, which may be few, with the same bounds. `window` returns the next keys of the
 * list, matching or not, and `read` the matching rows among them. A single query for the matching rows would go through
 * all the others without a break.
 */
export async function* inWindows<Key, Row>(
  window: (options: { last: Key | undefined; limit: number }) => Promise<Key[]>,
  read: (keys: Key[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const keys of inBatches(window)) {
    const rows = await read(keys);
    if (rows.length > 0) yield rows;
  }
}
