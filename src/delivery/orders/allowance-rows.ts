import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { locking, lockRows, needsRowLocks } from "../../platform/database/row-locks.ts";
import { rowSet } from "../../platform/database/row-set.ts";
import type { Instant } from "../../platform/instants.ts";
import { lockWaitingOrders } from "./changing/first-download.ts";
import { allowanceOf, type ItemLimits, itemLimitColumns } from "./download-allowance.ts";

/** What is left of one file of an order item, and how much these downloads take of it. */
export interface Allowance {
  itemId: number;
  fileId: number;
  /** How many times the file can be downloaded; null for unlimited. */
  allowed: number | null;
  expiresAt: Instant | null;
  hoursFromFirstDownload: number | null;
  heldAt: Instant | null;
  revokedAt: Instant | null;
  itemRevokedAt: Instant | null;
  /** The downloads taken before these, and by these. */
  taken: number;
  takenNow: number;
  /** How many of these downloads are counted, including those that take nothing. */
  countedNow: number;
}

export const allowanceKey = (itemId: number, fileId: number) => `${itemId} ${fileId}`;

interface OrderedItem {
  orderId: number;
  itemId: number;
  /** Whether the order waited for its first download when the link was looked up. */
  waits: boolean;
}

/** A download of a file through an order item, or through a permalink. */
interface TakingDownload {
  link: { ordered: OrderedItem | null; file: { id: number; sizeBytes: number } };
}

/** The allowances that these downloads use, locked until the transaction ends. */
export async function lockedAllowances(tx: Tx, requested: TakingDownload[]): Promise<Map<string, Allowance>> {
  const wanted = new Map<string, { itemId: number; fileId: number; sizeBytes: number }>();
  for (const { link } of requested) {
    if (!link.ordered) continue;
    const { itemId } = link.ordered;
    const { id: fileId, sizeBytes } = link.file;
    wanted.set(allowanceKey(itemId, fileId), { itemId, fileId, sizeBytes });
  }
  if (wanted.size === 0) return new Map();
  const rows = JSON.stringify([...wanted.values()]);
  // Locked first, then read: a query that waits for a row sees the other tables as they were before the wait.
  if (needsRowLocks(tx)) {
    await lockWaitingOrders(
      tx,
      requested.flatMap(({ link }) => link.ordered ?? []),
    );
    await lockedItems(tx, { rows });
  }
  const found = await allowancesOf(tx, { rows });
  return new Map(found.map((row) => [allowanceKey(row.itemId, row.fileId), allowanceIn(row)]));
}

function allowanceIn({ sizeBytes, downloadLimit, ...row }: AllowanceRow): Allowance {
  return { ...row, allowed: allowanceOf(row, { downloadLimit }, sizeBytes), takenNow: 0, countedNow: 0 };
}

interface AllowanceRow extends Omit<Allowance, "allowed" | "takenNow" | "countedNow">, ItemLimits {
  sizeBytes: number;
  downloadLimit: number | null;
}

const itemAndFile = { itemId: "integer", fileId: "integer" } as const;

const lockedItems = prepared<{ rows: string }, { id: number }>((db, { rows }) =>
  locking(
    db,
    db
      .selectFrom("order_items")
      .select("id")
      .where("id", "in", (eb) => eb.selectFrom(rowSet(db, "wanted", itemAndFile, rows)).select("wanted.itemId"))
      .orderBy("id"),
  ),
);

const allowancesOf = prepared<{ rows: string }, AllowanceRow>((db, { rows }) =>
  db
    .selectFrom(rowSet(db, "wanted", { ...itemAndFile, sizeBytes: "integer" }, rows))
    .innerJoin("order_items as item", "item.id", "wanted.itemId")
    .innerJoin("orders as order", "order.id", "item.order_id")
    .leftJoin("allowances as allowance", (join) =>
      join.onRef("allowance.order_item_id", "=", "wanted.itemId").onRef("allowance.file_id", "=", "wanted.fileId"),
    )
    .select(["wanted.itemId", "wanted.fileId", "wanted.sizeBytes"])
    .select(itemLimitColumns)
    .select(["order.download_limit as downloadLimit", "order.expires_at as expiresAt"])
    .select("order.first_download_hours as hoursFromFirstDownload")
    .select(["order.held_at as heldAt", "order.revoked_at as revokedAt", "item.revoked_at as itemRevokedAt"])
    .select(({ fn }) => fn.coalesce("allowance.taken", sql.lit(0)).as("taken"))
    .where("item.removed_at", "is", null)
    .where("order.deleted_at", "is", null),
);

const taken = { ...itemAndFile, takenNow: "integer", countedNow: "integer" } as const;

/** Takes each `takenNow` from the files' allowances, and counts each `countedNow`. */
export async function addTaken(tx: Tx, allowances: Allowance[]): Promise<void> {
  const rows = allowances.map(({ itemId, fileId, takenNow, countedNow }) => ({ itemId, fileId, takenNow, countedNow }));
  await addToAllowances(tx, { rows: JSON.stringify(rows) });
}

const addToAllowances = prepared<{ rows: string }, never>((db, { rows }) =>
  db
    .insertInto("allowances")
    .columns(["order_item_id", "file_id", "taken", "download_count"])
    .expression((eb) =>
      eb
        .selectFrom(rowSet(db, "added", taken, rows))
        .select(["added.itemId", "added.fileId", "added.takenNow", "added.countedNow"])
        // Without this, SQLite would read the `on` of `on conflict` as part of a join.
        .where(sql.lit(true)),
    )
    .onConflict((conflict) =>
      conflict.columns(["order_item_id", "file_id"]).doUpdateSet(({ eb, ref }) => ({
        taken: eb("allowances.taken", "+", ref("excluded.taken")),
        download_count: eb("allowances.download_count", "+", ref("excluded.download_count")),
      })),
    ),
);

/** Makes others who lock the order item wait until the transaction ends. */
export async function lockOrderItem(tx: Tx, itemId: number): Promise<void> {
  await lockRows(tx, "order_items").where("id", "=", itemId).execute();
}
