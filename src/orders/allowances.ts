import { sql } from "kysely";
import type { Reader, Tx } from "../database/database.ts";
import { holding, holdRows, needsRowLocks } from "../database/hold-rows.ts";
import { prepared } from "../database/prepared.ts";
import { rowSet } from "../database/row-set.ts";
import type { Instant } from "../instants.ts";
import { allowanceOf, remainingOf } from "./download-allowance.ts";

/** What one file of an order item has left, and what the set takes of it. */
export interface Allowance {
  item_id: number;
  file_id: number;
  allowance_override: number | null;
  download_limit: number | null;
  expires_at: Instant | null;
  /** Before these downloads, and by them. */
  taken: number;
  taken_now: number;
}

export const allowanceKey = (itemId: number, fileId: number) => `${itemId} ${fileId}`;

/** A download of a file, of an order item unless a permalink is used. */
interface TakingDownload {
  link: { ordered: { itemId: number } | null; file: { id: number } };
}

/** The allowances that these downloads take from; nobody else changes them before the transaction ends. */
export async function heldAllowances(tx: Tx, requested: TakingDownload[]): Promise<Map<string, Allowance>> {
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

/** Takes what each has in `taken_now` from the files' allowances, and counts it on the items. */
export async function addTaken(tx: Tx, allowances: Allowance[]): Promise<void> {
  const rows = JSON.stringify(allowances);
  await addToAllowances(tx, { rows });
  await addToItems(tx, { rows });
}

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

/** Downloads left for a file of an order item; null if unlimited. */
export async function downloadsLeft(reader: Reader, itemId: number, fileId: number): Promise<number | null> {
  const row = await reader
    .selectFrom("order_items as item")
    .innerJoin("orders as order", "order.id", "item.order_id")
    .leftJoin("allowances as allowance", (join) =>
      join.onRef("allowance.order_item_id", "=", "item.id").on("allowance.file_id", "=", fileId),
    )
    .select(["item.allowance_override", "order.download_limit", "allowance.taken"])
    .where("item.id", "=", itemId)
    .executeTakeFirstOrThrow();
  return remainingOf(allowanceOf(row, row), row.taken ?? 0);
}

/** Makes others who hold the order item wait until the transaction ends. */
export async function holdOrderItem(tx: Tx, itemId: number): Promise<void> {
  await holdRows(tx, "order_items").where("id", "=", itemId).execute();
}
