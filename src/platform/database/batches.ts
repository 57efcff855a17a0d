import { giveWay } from "../give-way.ts";

/** Rows per query: few enough to keep the query, and the work on its rows, short. */
const usualSize = 100;

/**
 * Reads a list of any length with bounded memory. `read` returns at most `limit` rows after `last`, or from the
 * beginning without `last`. Each batch is its own query, so that a slow reader holds no connection and no snapshot, and
 * other requests run in between.
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
 * Reads the few matching rows of a long list, with the same bounds. `window` returns the next keys of the list, matching or not;
 * `read` returns the matching rows among them. A single query would scan all other rows without a pause.
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
