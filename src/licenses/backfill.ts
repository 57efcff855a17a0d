import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { Instant } from "../instants.ts";
import { ordersWithUnwrittenEmail, queueDeliveryEmail } from "../mail/outbox.ts";
import {
  countAssignedToEach,
  holdWaiting,
  valuesOf,
  type WaitingItem,
  waitingOrderItems,
} from "./items-lacking-keys.ts";
import { lockPools } from "./pool.ts";

/** Order items and keys that one transaction handles. Others can write in between. */
const [itemsAtOnce, keysAtOnce] = [100, 500];

/**
 * Notes that the product has new keys, if order items wait for them. From the caller's commit on, the pool's keys are
 * reserved for those items until `backfillKeys` has handed them out. The caller holds the pool.
 */
export async function beginBackfill(tx: Tx, productId: number): Promise<void> {
  const [waiting] = await waitingOrderItems(tx, productId, 1);
  if (!waiting) return;
  await tx
    .insertInto("key_handouts")
    .values({ product_id: productId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Hands the pool's keys to the order items that wait for them, oldest first, until one side runs out. Each customer gets
 * one email with the new keys. The work is done in many short transactions: if it is interrupted, the next call
 * continues, and new orders get no key until it is finished. Several callers may run at once.
 */
export async function backfillKeys(db: Database, productId: number, now: Instant, stop?: AbortSignal): Promise<void> {
  let ended = false;
  while (!ended && !stop?.aborted) ended = await db.write((tx) => backfillSome(tx, productId, now));
}

/** Runs `backfillKeys` for every product with an unfinished backfill, until `stop` fires. */
export async function backfillAllKeys(db: Database, now: Instant, stop?: AbortSignal): Promise<void> {
  const unfinished = await db.read.selectFrom("key_handouts").select("product_id as productId").execute();
  for (const { productId } of unfinished) await backfillKeys(db, productId, now, stop);
}

/** Returns whether the backfill is finished. */
async function backfillSome(tx: Tx, productId: number, now: Instant): Promise<boolean> {
  await lockPools(tx, [productId]);
  const unfinished = tx.selectFrom("key_handouts").select("product_id").where("product_id", "=", productId);
  if (!(await unfinished.executeTakeFirst())) return true;
  const items = await holdWaiting(tx, productId, itemsAtOnce);
  const keys = await tx
    .selectFrom("license_keys")
    .select("id")
    .where("product_id", "=", productId)
    .where("assigned_at", "is", null)
    .orderBy("id")
    .limit(keysAtOnce)
    .execute();
  const shares = share(
    items,
    keys.map(({ id }) => id),
  );
  if (shares.length > 0) {
    await assign(tx, shares, now);
    // A customer who got some of the keys hears about them once the rest are there, or the pool is empty.
    const isDry = keys.length < keysAtOnce;
    const told = shares.filter(({ item, keyIds }) => isDry || keyIds.length === item.quantity - item.keysAssigned);
    await writeTo(
      tx,
      productId,
      told.map(({ item }) => item),
      now,
    );
    return false;
  }
  await tx.deleteFrom("key_handouts").where("product_id", "=", productId).execute();
  return true;
}

interface Share {
  item: WaitingItem;
  keyIds: number[];
}

/** Gives each item its keys, both in order. Items that get none are left out. */
function share(items: WaitingItem[], keyIds: number[]): Share[] {
  let given = 0;
  const shares = items.map((item) => {
    const its = keyIds.slice(given, given + item.quantity - item.keysAssigned);
    given += its.length;
    return { item, keyIds: its };
  });
  return shares.filter((one) => one.keyIds.length > 0);
}

/** Two statements, however many keys. */
async function assign(tx: Tx, shares: Share[], now: Instant): Promise<void> {
  const pairs = shares.flatMap(({ item, keyIds }) => keyIds.map((id): [number, number] => [id, item.id]));
  await sql`
    update license_keys set order_item_id = share.column2, assigned_at = ${now} from ${valuesOf(pairs)} as share
    where license_keys.id = share.column1
  `.execute(tx);
  await countAssignedToEach(
    tx,
    shares.map(({ item, keyIds }) => [item.id, keyIds.length]),
  );
}

/**
 * Orders whose email is not written yet need no second one: it will include the keys.
 * Crosses domains: the account is found by the product, whose row number is all that a backfill knows.
 */
async function writeTo(tx: Tx, productId: number, items: WaitingItem[], now: Instant): Promise<void> {
  if (items.length === 0) return;
  const account = await tx
    .selectFrom("accounts as account")
    .innerJoin("products as product", "product.account_id", "account.id")
    .select([
      "account.id",
      "account.handle",
      "account.custom_domain as customDomain",
      "account.plan",
      "account.created_at as createdAt",
    ])
    .where("product.id", "=", productId)
    .executeTakeFirstOrThrow();
  const unwritten = await ordersWithUnwrittenEmail(
    tx,
    items.map(({ orderId }) => orderId),
  );
  for (const { orderId, email } of items) {
    if (!unwritten.has(orderId)) await queueDeliveryEmail(tx, account, { id: orderId, email }, now);
  }
}
