import { giveWay } from "../give-way.ts";

/** Rows that one query of a long list reads: few enough for a query, and what is made of its rows, to be short. */
const usualSize = 100;

/**
 * Reads a list of any length with bounded memory: `read` answers the rows after `last` (from the beginning when
 * it is absent), at most `limit` of them. Each batch is a query of its own, so that a slow reader of the list
 * holds neither a connection nor a snapshot of the database, and other requests go on in between.
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
 * The rows that are wanted of a long list of which that may be few, with the same bounds: `window` answers the next keys of
 * the list, wanted or not, and `read` those of their rows that are wanted. One query that looks for wanted rows would go
 * through all others in one piece.
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
