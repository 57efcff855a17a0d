import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { Instant } from "../../platform/instants.ts";

/** A position in an account's downloads, ordered by `at`, then `id`. */
export interface DownloadPosition {
  at: Instant;
  id: number;
}

/**
 * The account's next downloads after a position and before the instant `before`, oldest first, at most `limit`. Reads
 * only an index.
 */
export async function downloadsBetween(
  reader: Reader,
  accountId: number,
  { after, before, limit }: { after: DownloadPosition; before: Instant; limit: number },
): Promise<DownloadPosition[]> {
  return reader
    .selectFrom("downloads")
    .select(["downloaded_at as at", "id"])
    .where("account_id", "=", accountId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("downloaded_at", "id"), ">", tuple(after.at, after.id)))
    .where("downloaded_at", "<", before)
    .orderBy("downloaded_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/**
 * Removes IP address and user agent from at most `most` downloads of the orders (row numbers). Returns whether there may be more.
 */
export async function anonymizeDownloadsOf(tx: Tx, orderIds: number[], most: number): Promise<boolean> {
  const named = await namedDownloads(tx, { orderIds: JSON.stringify(orderIds), most });
  await anonymizeDownloads(
    tx,
    named.map(({ id }) => id),
  );
  return named.length === most;
}

const namedDownloads = prepared<{ orderIds: string; most: number }, { id: number }>((db, { orderIds, most }) =>
  db
    .selectFrom("downloads")
    .select("id")
    .where("order_id", "in", valueSet(db, "integer", orderIds))
    .where((row) => row.or([row("ip_address", "<>", ""), row("user_agent", "<>", "")]))
    .limit(most),
);

/** Removes IP address and user agent from the downloads with these numbers. Counts are kept. */
export async function anonymizeDownloads(tx: Tx, ids: number[]): Promise<void> {
  await anonymizeAll(tx, { ids: JSON.stringify(ids) });
}

const anonymizeAll = prepared<{ ids: string }, never>((db, { ids }) =>
  db
    .updateTable("downloads")
    .set({ ip_address: "", user_agent: "" })
    .where("id", "in", valueSet(db, "integer", ids))
    .where((row) => row.or([row("ip_address", "<>", ""), row("user_agent", "<>", "")])),
);
