import type { Reader, Tx } from "../../platform/database/database.ts";
import { preparedLookup } from "../../platform/database/lookups.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { removeBytesLater } from "../../platform/files/byte-removal.ts";
import type { StoredFile } from "../../platform/files/store.ts";
import { type Instant, instant } from "../../platform/instants.ts";

// The rows of files that were stamped for orders. Missing ones are made again.

/** Milliseconds without a request after which a stamped file is removed. */
const keptFor = 30 * dayMilliseconds;

/** A stored stamped file. */
export interface StampedFile {
  storageKey: string;
  sizeBytes: number;
  sha256: string;
  madeAt: Instant;
}

/** Identifies a file of an order's item (row numbers). */
export interface ItemFile {
  orderId: number;
  itemId: number;
  fileId: number;
}

/** The stamped file with this digest; null if there is none. Records once a day that it was requested. */
export async function keptStamped(
  { read, write }: { read: Reader; write(unit: (tx: Tx) => Promise<void>): Promise<void> },
  { itemId, fileId }: Omit<ItemFile, "orderId">,
  digest: string,
  now: Instant,
): Promise<StampedFile | null> {
  const row = await stampedRow(read, { itemId, fileId });
  if (row?.digest !== digest) return null;
  if (row.askedAt < now - dayMilliseconds) {
    await write(async (tx) => {
      await tx.updateTable("stamped_files").set({ asked_at: now }).where("id", "=", row.id).execute();
    });
  }
  return fileIn(row);
}

const fileIn = ({ storageKey, sizeBytes, sha256, madeAt }: StampedFile): StampedFile => ({
  ...{ storageKey, sizeBytes, sha256, madeAt },
});

const stampedRow = preparedLookup({ itemId: "integer", fileId: "integer" }, (db, { itemId, fileId }) =>
  db
    .selectFrom("stamped_files")
    .select(["id", "digest", "storage_key as storageKey", "size_bytes as sizeBytes", "sha256"])
    .select(["made_at as madeAt", "asked_at as askedAt"])
    .where("order_item_id", "=", itemId)
    .where("file_id", "=", fileId),
);

/**
 * Records stamped bytes for a file of an order, in place of older ones. If another server was faster, its file stays, because
 * customers may have begun to download it, and these bytes are removed. The caller has locked the item. Returns the file that the
 * order then has.
 */
export async function keepStamped(
  tx: Tx,
  { orderId, itemId, fileId }: ItemFile,
  digest: string,
  { key, sizeBytes, sha256 }: StoredFile,
  now: Instant,
): Promise<StampedFile> {
  const before = await stampedRow(tx, { itemId, fileId });
  const isMade = before?.digest === digest;
  if (before) await removeBytesLater(tx, isMade ? key : before.storageKey);
  if (isMade) return fileIn(before);
  if (before) await tx.deleteFrom("stamped_files").where("id", "=", before.id).execute();
  // Clients distinguish versions by `Last-Modified`, which has whole seconds.
  const madeAt = before ? instant(Math.max(now, 1000 * (Math.floor(before.madeAt / 1000) + 1))) : now;
  const stored = { storage_key: key, size_bytes: sizeBytes, sha256, made_at: madeAt, asked_at: now };
  await tx
    .insertInto("stamped_files")
    .values({ order_id: orderId, order_item_id: itemId, file_id: fileId, digest, ...stored })
    .execute();
  return { storageKey: key, sizeBytes, sha256, madeAt };
}

/** Deletes the row of the stamped file with this key, whose bytes are missing. */
export async function forgetStampedFile(tx: Tx, storageKey: string): Promise<void> {
  await tx.deleteFrom("stamped_files").where("storage_key", "=", storageKey).execute();
}

/** Removes all stamped files of these orders (row numbers), whose items are locked. */
export async function removeStampedOfOrders(tx: Tx, orderIds: number[]): Promise<void> {
  const removed = await removeOfOrders(tx, { ids: JSON.stringify(orderIds) });
  for (const { key } of removed) await removeBytesLater(tx, key);
}

const removeOfOrders = prepared<{ ids: string }, { key: string }>((db, { ids }) =>
  db
    .deleteFrom("stamped_files")
    .where("order_id", "in", valueSet(db, "integer", ids))
    .returning("storage_key as key"),
);

/** Removes at most `most` stamped files that nobody requested in 30 days. Returns whether there may be more. */
export async function removeUnusedStamped(tx: Tx, now: Instant, most: number): Promise<boolean> {
  const unused = tx
    .selectFrom("stamped_files")
    .select("id")
    .where("asked_at", "<", instant(now - keptFor))
    .limit(most);
  const removed = await tx
    .deleteFrom("stamped_files")
    .where("id", "in", unused)
    .returning("storage_key as key")
    .execute();
  for (const { key } of removed) await removeBytesLater(tx, key);
  return removed.length === most;
}

/** Returns the keys in the file store that belong to a stamped file. */
export async function stampedWithKeys(reader: Reader, keys: string[]): Promise<string[]> {
  const rows = await reader
    .selectFrom("stamped_files")
    .select("storage_key as key")
    .where("storage_key", "in", keys)
    .execute();
  return rows.map(({ key }) => key);
}
