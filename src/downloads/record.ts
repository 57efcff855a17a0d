import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import { holding, needsRowLocks } from "../database/hold-rows.ts";
import { prepared } from "../database/prepared.ts";
import { rowSet } from "../database/row-set.ts";
import { DomainError } from "../errors.ts";
import { allowanceOf, remainingOf } from "../orders/download-allowance.ts";
import { isExpired } from "../orders/expiration.ts";
import { countDownloads } from "../statistics/count.ts";
import type { FileLink } from "./link.ts";

/** The client that downloads, as far as the service knows. */
export interface DownloadClient {
  ipAddress: string;
  userAgent: string;
}

/** A download that a client asks for. */
export interface RequestedDownload {
  link: FileLink;
  client: DownloadClient;
  /** Milliseconds since 1970 in UTC. */
  at: number;
  /** True when it is counted for a later part of the file. */
  lacksFirstPart?: boolean;
}

/**
 * Takes each download from its file's allowance and records and counts it, all in the caller's transaction: of any
 * number of requests, at once or one after the other, only as many succeed as there are downloads left. Resolves with
 * null for each that was recorded, in their order, and otherwise with why it was not: `used_up` if none was left,
 * `expired` if the order has expired, `not_found` if the order item is gone.
 */
export async function recordDownloads(tx: Tx, requested: RequestedDownload[]): Promise<(DomainError | null)[]> {
  const allowances = await heldAllowances(tx, requested);
  const outcomes = requested.map((one) => take(allowances, one));
  const taken = [...allowances.values()].filter(({ taken_now }) => taken_now > 0);
  const recorded = requested.filter((_, index) => outcomes[index] === null);
  if (recorded.length === 0) return outcomes;
  if (taken.length > 0) {
    const rows = JSON.stringify(taken);
    await addToAllowances(tx, { rows });
    await addToItems(tx, { rows });
  }
  await insertDownloads(tx, { rows: JSON.stringify(recorded.map(rowOf)) });
  await countDownloads(
    tx,
    recorded.map(({ link, at }) => ({ ...link, sizeBytes: link.file.size_bytes, at })),
  );
  return outcomes;
}

/** What one file of an order item has left, and what the set takes of it. */
interface Allowance {
  item_id: number;
  file_id: number;
  allowance_override: number | null;
  download_limit: number | null;
  expires_at: number | null;
  /** Before these downloads, and by them. */
  taken: number;
  taken_now: number;
}

const allowanceKey = (itemId: number, fileId: number) => `${itemId} ${fileId}`;

/** Takes one download if one is left, and says why not otherwise. A permalink has no limit. */
function take(allowances: Map<string, Allowance>, { link, at }: RequestedDownload): DomainError | null {
  if (!link.ordered) return null;
  const allowance = allowances.get(allowanceKey(link.ordered.itemId, link.file.id));
  if (!allowance) return new DomainError("not_found", "This download link does not exist.");
  if (isExpired(allowance.expires_at, at)) return expired();
  if (remainingOf(allowanceOf(allowance, allowance), allowance.taken + allowance.taken_now) === 0) return usedUp();
  allowance.taken_now += 1;
  return null;
}

export const expired = () => new DomainError("expired", "This download link has expired.");
export const usedUp = () => new DomainError("used_up", "This download link has been used up.");

/** The allowances that these downloads take from; nobody else changes them before the transaction ends. */
async function heldAllowances(tx: Tx, requested: RequestedDownload[]): Promise<Map<string, Allowance>> {
  const wanted = new Map<string, { item_id: number; file_id: number }>();
  for (const { link } of requested) {
    if (!link.ordered) continue;
    const { itemId } = link.ordered;
    wanted.set(allowanceKey(itemId, link.file.id), { item_id: itemId, file_id: link.file.id });
  }
  if (wanted.size === 0) return new Map();
  const rows = JSON.stringify([...wanted.values()]);
  // Held first and read then: a query that waits for a row reads the other tables as they were before it waited.
  if (needsRowLocks(tx)) await heldItems(tx, { rows });
  const found = await allowancesOf(tx, { rows });
  return new Map(found.map((row) => [allowanceKey(row.item_id, row.file_id), { ...row, taken_now: 0 }]));
}

const itemAndFile = { item_id: "integer", file_id: "integer" } as const;

const heldItems = prepared<{ rows: string }, { id: number }>((db, { rows }) =>
  holding(
    db,
    db
      .selectFrom("order_items")
      .select("id")
      .where("id", "in", (eb) => eb.selectFrom(rowSet(db, "wanted", itemAndFile, rows)).select("wanted.item_id"))
      .orderBy("id"),
  ),
);

const allowancesOf = prepared<{ rows: string }, Omit<Allowance, "taken_now">>((db, { rows }) =>
  db
    .selectFrom(rowSet(db, "wanted", itemAndFile, rows))
    .innerJoin("order_items as item", "item.id", "wanted.item_id")
    .innerJoin("orders as order", "order.id", "item.order_id")
    .leftJoin("allowances as allowance", (join) =>
      join.onRef("allowance.order_item_id", "=", "wanted.item_id").onRef("allowance.file_id", "=", "wanted.file_id"),
    )
    .select(["wanted.item_id", "wanted.file_id", "item.allowance_override", "order.download_limit", "order.expires_at"])
    .select(({ fn }) => fn.coalesce("allowance.taken", sql.lit(0)).as("taken"))
    .where("item.removed_at", "is", null)
    .where("order.deleted_at", "is", null),
);

const taken = { ...itemAndFile, taken_now: "integer" } as const;

const addToAllowances = prepared<{ rows: string }, never>((db, { rows }) =>
  db
    .insertInto("allowances")
    .columns(["order_item_id", "file_id", "taken"])
    .expression((eb) =>
      eb
        .selectFrom(rowSet(db, "added", taken, rows))
        .select(["added.item_id", "added.file_id", "added.taken_now"])
        // SQLite would read the `on` of `on conflict` as that of a join.
        .where(sql.lit(true)),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["order_item_id", "file_id"])
        .doUpdateSet(({ eb, ref }) => ({ taken: eb("allowances.taken", "+", ref("excluded.taken")) })),
    ),
);

const addToItems = prepared<{ rows: string }, never>((db, { rows }) =>
  db
    .updateTable("order_items")
    .from((eb) =>
      eb
        .selectFrom(rowSet(db, "file", taken, rows))
        .select(({ fn }) => ["file.item_id", fn.sum<number>("file.taken_now").as("downloads")])
        .groupBy("file.item_id")
        .as("added"),
    )
    .set(({ eb, ref }) => ({ download_count: eb("order_items.download_count", "+", ref("added.downloads")) }))
    .whereRef("order_items.id", "=", "added.item_id"),
);

const recordedColumns = {
  account_id: "integer",
  product_id: "integer",
  order_id: "integer",
  order_item_id: "integer",
  file_id: "integer",
  filename: "text",
  size_bytes: "integer",
  ip_address: "text",
  user_agent: "text",
  downloaded_at: "integer",
  lacks_first_part: "integer",
} as const;

type RecordedColumn = keyof typeof recordedColumns;

const insertDownloads = prepared<{ rows: string }, never>((db, { rows }) => {
  const columns = Object.keys(recordedColumns) as RecordedColumn[];
  const recorded = rowSet(db, "recorded", recordedColumns, rows);
  return db
    .insertInto("downloads")
    .columns(columns)
    .expression((eb) => eb.selectFrom(recorded).select(columns.map((column) => `recorded.${column}` as const)));
});

function rowOf({ link, client, at, lacksFirstPart = false }: RequestedDownload): Record<RecordedColumn, unknown> {
  return {
    account_id: link.accountId,
    product_id: link.productId,
    order_id: link.ordered?.orderId ?? null,
    order_item_id: link.ordered?.itemId ?? null,
    file_id: link.file.id,
    filename: link.file.filename,
    size_bytes: link.file.size_bytes,
    ip_address: client.ipAddress,
    // PostgreSQL rejects half a character in JSON, and with it the downloads of others.
    user_agent: client.userAgent.slice(0, 500),
    downloaded_at: at,
    lacks_first_part: lacksFirstPart ? 1 : 0,
  };
}
