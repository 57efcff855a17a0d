import type { Database, Tx } from "../../platform/database/database.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { unchanged } from "../../store/activity/recording-change.ts";
import { noteChangedProduct } from "../../store/order-changes/note-changes.ts";
import { backfillKeys, beginBackfill } from "./backfill.ts";
import type { ImportedDevice } from "./devices.ts";
import { applyRule, type EarlierOrdersChoice, type EarlierOrdersRule, ruleFor } from "./earlier-orders.ts";
import { lockPools } from "./pool.ts";
import { productsWithKeys } from "./queries.ts";
import { readKey } from "./read-key-list.ts";

/** Keys that one transaction adds or removes. So a long list locks the database only for moments. */
export const keysAtOnce = 1000;

/** Rows of one INSERT. */
const insertSize = 200;

/** The result of adding keys. */
interface AddedKeys {
  added: number;
  /** Keys that the product already has, or that were given twice. */
  duplicates: string[];
}

/** The result of removing keys. All keys that `removed` does not count stay. */
interface RemovedKeys {
  removed: number;
  /** Keys that stay because they are assigned. */
  assigned: string[];
  /** Keys that the product does not have. */
  unknown: string[];
}

/**
 * Adds any number of keys, as `readKey` makes them, to a product's pool in several transactions, and assigns them to waiting
 * order items. If it fails, some keys may have been added; adding all of them again then reports those as duplicates. Without a
 * choice for earlier orders, the last choice applies; if there has been none, they get keys.
 */
export async function addKeys(
  db: Database,
  account: Account,
  productId: number,
  keys: string[],
  now: Instant,
  choice?: EarlierOrdersChoice,
): Promise<AddedKeys> {
  const rule = choice && (await ruleFor(db.read, productId, choice));
  const sum: AddedKeys = { added: 0, duplicates: [] };
  for (let start = 0; start < keys.length; start += keysAtOnce) {
    const some = keys.slice(start, start + keysAtOnce);
    const { added, duplicates } = await db.write((tx) => addSome(tx, account, productId, some, now, rule));
    sum.added += added;
    for (const key of duplicates) sum.duplicates.push(key);
    if (added > 0 || choice === "give") await backfillKeys(db, productId, now);
  }
  return sum;
}

async function addSome(
  tx: Tx,
  account: Account,
  productId: number,
  keys: string[],
  now: Instant,
  rule: EarlierOrdersRule | undefined,
): Promise<AddedKeys> {
  await lockPools(tx, [productId]);
  const areFreed = rule !== undefined && (await applyRule(tx, productId, rule));
  await noteIfWithoutKeys(tx, [productId]);
  const unique = [...new Set(keys)];
  const inserted = new Set<string>();
  for (let start = 0; start < unique.length; start += insertSize) {
    const rows = await tx
      .insertInto("license_keys")
      .values(unique.slice(start, start + insertSize).map((key) => newKey(account.id, productId, key, now)))
      .onConflict((conflict) => conflict.doNothing())
      .returning("key")
      .execute();
    for (const { key } of rows) inserted.add(key);
    await giveWay();
  }
  const result = { added: inserted.size, duplicates: duplicatesAmong(keys, inserted) };
  if (inserted.size === 0 && !areFreed) return unchanged(result);
  await beginBackfill(tx, productId);
  return result;
}

/** Removes the keys that are in the product's pool and not assigned. Finds them as given, or as `readKey` makes them. */
export async function removeKeys(db: Database, productId: number, keys: string[]): Promise<RemovedKeys> {
  const unique = [...new Set(keys)];
  const sum: RemovedKeys = { removed: 0, assigned: [], unknown: [] };
  for (let start = 0; start < unique.length; start += keysAtOnce) {
    const some = unique.slice(start, start + keysAtOnce);
    const { removed, assigned, unknown } = await db.write((tx) => removeSome(tx, productId, some));
    sum.removed += removed;
    for (const key of assigned) sum.assigned.push(key);
    for (const key of unknown) sum.unknown.push(key);
  }
  return sum;
}

async function removeSome(tx: Tx, productId: number, keys: string[]): Promise<RemovedKeys> {
  await lockPools(tx, [productId]);
  const ofProduct = tx
    .selectFrom("license_keys")
    .select(["id", "key", "assigned_at as assignedAt"])
    .where("product_id", "=", productId);
  const stored = new Map(keys.map((key) => [key, storedAs(key)]));
  const found = await ofProduct.where("key", "in", [...new Set([...stored].flat())]).execute();
  const free = found.filter(({ assignedAt }) => assignedAt === null).map(({ id }) => id);
  await deleteKeys(tx, free);
  const known = new Map(found.map((row) => [row.key, row]));
  await noteIfWithoutKeys(tx, [productId]);
  const named = keys.map((key) => ({ key, row: known.get(key) ?? known.get(stored.get(key) ?? key) }));
  const assigned = named.filter(({ row }) => row && row.assignedAt !== null).map(({ key }) => key);
  const unknown = named.filter(({ row }) => !row).map(({ key }) => key);
  const result = { removed: free.length, assigned, unknown };
  return free.length === 0 ? unchanged(result) : result;
}

function storedAs(key: string): string {
  const reading = readKey(key);
  return "key" in reading ? reading.key : key;
}

/** Removes all unassigned keys of the product's pool; returns how many. */
export async function removeUnassignedKeys(db: Database, productId: number): Promise<number> {
  for (let sum = 0; ; ) {
    const { removed } = await db.write((tx) => removeSomeUnassigned(tx, productId));
    sum += removed;
    if (removed < keysAtOnce) return sum;
  }
}

async function removeSomeUnassigned(tx: Tx, productId: number): Promise<{ removed: number }> {
  await lockPools(tx, [productId]);
  const found = await tx
    .selectFrom("license_keys")
    .select("id")
    .where("product_id", "=", productId)
    .where("assigned_at", "is", null)
    .orderBy("id")
    .limit(keysAtOnce)
    .execute();
  await deleteKeys(
    tx,
    found.map(({ id }) => id),
  );
  await noteIfWithoutKeys(tx, [productId]);
  const result = { removed: found.length };
  return found.length === 0 ? unchanged(result) : result;
}

/** A product has a pool from its first key until its last key is removed. Both change the states of its orders. */
async function noteIfWithoutKeys(tx: Tx, productIds: number[]): Promise<void> {
  const keyed = await productsWithKeys(tx, productIds);
  for (const id of productIds) if (!keyed.has(id)) await noteChangedProduct(tx, id);
}

async function deleteKeys(tx: Tx, ids: number[]): Promise<void> {
  await inSlices(ids, (slice) => tx.deleteFrom("license_keys").where("id", "in", slice).execute());
}

function duplicatesAmong(keys: string[], inserted: Set<string>): string[] {
  const fresh = new Set(inserted);
  // Of several equal keys, the first is the one that was added.
  return keys.filter((key) => !fresh.delete(key));
}

const newKey = (accountId: number, productId: number, key: string, now: Instant) => ({
  account_id: accountId,
  product_id: productId,
  key,
  order_item_id: null,
  assigned_at: null,
  created_at: now,
});

/** Adds one key to the product's pool, which the caller has locked; undefined if the product has had it. */
export async function insertFreeKey(
  tx: Tx,
  accountId: number,
  { productId, key }: { productId: number; key: string },
  now: Instant,
): Promise<{ id: number; key: string } | undefined> {
  await noteIfWithoutKeys(tx, [productId]);
  return tx
    .insertInto("license_keys")
    .values(newKey(accountId, productId, key, now))
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "key"])
    .executeTakeFirst();
}

/** A checked key for a product's pool. */
export interface NewKey {
  productId: number;
  key: string;
  /** The order item that has it; null while it is unassigned. */
  orderItemId: number | null;
  /** Absent: now. */
  assignedAt: Instant | undefined;
  /** When another key replaced it in the order item; undefined if it is valid there. */
  replacedAt: Instant | undefined;
  replacedReason: string;
  /** Devices on which the key is active. */
  devices: ImportedDevice[];
}

/** Inserts the keys that their products do not have yet, and returns how many. The caller has locked the pools. */
export async function insertKeyRows(tx: Tx, accountId: number, keys: NewKey[], now: Instant): Promise<number> {
  await noteIfWithoutKeys(tx, [...new Set(keys.map(({ productId }) => productId))]);
  const inserted = await tx
    .insertInto("license_keys")
    .values(
      keys.map(({ productId, key, orderItemId, assignedAt = now, replacedAt = null, replacedReason }) => ({
        account_id: accountId,
        product_id: productId,
        key,
        order_item_id: orderItemId,
        assigned_at: orderItemId === null ? null : assignedAt,
        replaced_at: replacedAt,
        replaced_reason: replacedReason,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return inserted.length;
}
