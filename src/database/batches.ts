/** Rows that one query of a long list reads. */
const batchSize = 500;

/**
 * Reads a list of any length with bounded memory: `read` answers the rows after `last` (from the beginning when
 * it is absent), at most `limit` of them. Each batch is a query of its own, so that a slow reader of the list
 * holds neither a connection nor a snapshot of the database.
 */
export async function* inBatches<Row>(
  read: (options: { last: Row | undefined; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read({ last, limit: batchSize });
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1);
  }
}
