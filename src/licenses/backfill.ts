import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { holdRows } from "../database/hold-rows.ts";
import { ordersWithUnwrittenEmail, queueDeliveryEmail } from "../mail/outbox.ts";
import { type LackingItem, lockPools } from "./pool.ts";
import { waitingOrderItems } from "./queries.ts";

/** Order items and keys that one transaction handles. Others can write in between. */
const [itemsAtOnce, keysAtOnce] = [100, 500];

type WaitingItem = LackingItem & { order_id: number; email: string };

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
export async function backfillKeys(db: Database, productId: number, now: number, stop?: AbortSignal): Promise<void> {
  let ended = false;
  while (!ended && !stop?.aborted) ended = await db.write((tx) => backfillSome(tx, productId, now));
}

/** Runs `backfillKeys` for every product with an unfinished backfill, until `stop` fires. */
export async function backfillAllKeys(db: Database, now: number, stop?: AbortSignal): Promise<void> {
  const unfinished = await db.read.selectFrom("key_handouts").select("product_id").execute();
  for (const { product_id } of unfinished) await backfillKeys(db, product_id, now, stop);
}

/** Returns whether the backfill is finished. */
async function backfillSome(tx: Tx, productId: number, now: number): Promise<boolean> {
  await lockPools(tx, [productId]);
  const unfinished = tx.selectFrom("key_handouts").select("product_id").where("product_id", "=", productId);
  if (!(await unfinished.executeTakeFirst())) return true;
  const items = await holdWaiting(tx, productId);
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
    const told = shares.filter(({ item, keyIds }) => isDry || keyIds.length === item.quantity - item.keys_assigned);
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

/** The oldest waiting items. None of them can be removed from its order until the transaction ends. */
async function holdWaiting(tx: Tx, productId: number): Promise<WaitingItem[]> {
  const waiting = await waitingOrderItems(tx, productId, itemsAtOnce);
  if (waiting.length === 0) return [];
  const held = await holdRows(tx, "order_items")
    .where(
      "id",
      "in",
      waiting.map(({ id }) => id),
    )
    .where("removed_at", "is", null)
    .whereRef("keys_assigned", "<", "quantity")
    .returning(["id", "product_id", "quantity", "keys_assigned"])
    .execute();
  const byId = new Map(held.map((item) => [item.id, item]));
  return waiting.flatMap((item) => {
    const now = byId.get(item.id);
    return now ? [{ ...item, ...now }] : [];
  });
}

interface Share {
  item: WaitingItem;
  keyIds: number[];
}

/** Gives each item its keys, both in order. Items that get none are left out. */
function share(items: WaitingItem[], keyIds: number[]): Share[] {
  let given = 0;
  const shares = items.map((item) => {
    const its = keyIds.slice(given, given + item.quantity - item.keys_assigned);
    given += its.length;
    return { item, keyIds: its };
  });
  return shares.filter((one) => one.keyIds.length > 0);
}

/** Two statements, however many keys. Both databases name the columns of a VALUES list `column1`, `column2`. */
async function assign(tx: Tx, shares: Share[], now: number): Promise<void> {
  const pairs = shares.flatMap(({ item, keyIds }) => keyIds.map((id) => [id, item.id]));
  await sql`
    update license_keys set order_item_id = share.column2, assigned_at = ${now} from ${listOf(pairs)} as share
    where license_keys.id = share.column1
  `.execute(tx);
  const counts = shares.map(({ item, keyIds }) => [item.id, keyIds.length]);
  await sql`
    update order_items set keys_assigned = keys_assigned + share.column2 from ${listOf(counts)} as share
    where order_items.id = share.column1
  `.execute(tx);
}

const listOf = (rows: number[][]) =>
  sql`(values ${sql.join(rows.map((row) => sql`(${sql.join(row.map((number) => sql`cast(${number} as bigint)`))})`))})`;

/** Orders whose email is not written yet need no second one: it will include the keys. */
async function writeTo(tx: Tx, productId: number, items: WaitingItem[], now: number): Promise<void> {
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
    items.map(({ order_id }) => order_id),
  );
  for (const { order_id, email } of items) {
    if (!unwritten.has(order_id)) await queueDeliveryEmail(tx, account, { id: order_id, email }, now);
  }
}
