import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import { holdRows } from "../database/hold-rows.ts";
import { ordersWithUnwrittenEmail, queueDeliveryEmail } from "../mail/outbox.ts";
import { type LackingItem, lockPools } from "./pool.ts";
import { waitingOrderItems } from "./queries.ts";

/** Order items, and keys, that one transaction brings together: others write in between. */
const [itemsAtOnce, keysAtOnce] = [100, 500];

type WaitingItem = LackingItem & { order_id: number; email: string };

/**
 * Notes that the product has new keys for order items that wait, if any does: from the caller's commit on, they have the
 * right to all keys of the pool, and `handOutKeys` brings them. The caller holds the pool.
 */
export async function beginHandout(tx: Tx, productId: number): Promise<void> {
  const [waiting] = await waitingOrderItems(tx, productId, 1);
  if (!waiting) return;
  await tx
    .insertInto("key_handouts")
    .values({ product_id: productId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Hands the pool's keys to the order items that wait for them, oldest first, as far as they reach; each of their
 * customers gets one email that includes them. In many short transactions: what breaks off is taken up by the next call,
 * and until the last one new orders get no key. Several callers at once do it together.
 */
export async function handOutKeys(db: Database, productId: number, now: number, stop?: AbortSignal): Promise<void> {
  let ended = false;
  while (!ended && !stop?.aborted) ended = await db.write((tx) => handOutSome(tx, productId, now));
}

/** As `handOutKeys`, for every product with a handout that was begun and not ended, until `stop` fires. */
export async function handOutAllKeys(db: Database, now: number, stop?: AbortSignal): Promise<void> {
  const handouts = await db.read.selectFrom("key_handouts").select("product_id").execute();
  for (const { product_id } of handouts) await handOutKeys(db, product_id, now, stop);
}

/** Answers whether the handout has ended. */
async function handOutSome(tx: Tx, productId: number, now: number): Promise<boolean> {
  await lockPools(tx, [productId]);
  const handout = tx.selectFrom("key_handouts").select("product_id").where("product_id", "=", productId);
  if (!(await handout.executeTakeFirst())) return true;
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
    // A customer with a part of the keys is written to when the others have come, or there are no more.
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

/** The oldest that still wait; none of them is removed from its order until the transaction ends. */
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

/** Divides the keys in their order among the items in theirs; items that get none are left out. */
function share(items: WaitingItem[], keyIds: number[]): Share[] {
  let given = 0;
  const shares = items.map((item) => {
    const its = keyIds.slice(given, given + item.quantity - item.keys_assigned);
    given += its.length;
    return { item, keyIds: its };
  });
  return shares.filter((one) => one.keyIds.length > 0);
}

/** Two statements, whatever the number of keys. Both databases call the columns of a list of values so. */
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

/** An email that is not written yet will include the keys. */
async function writeTo(tx: Tx, productId: number, items: WaitingItem[], now: number): Promise<void> {
  if (items.length === 0) return;
  const account = await tx
    .selectFrom("accounts as account")
    .innerJoin("products as product", "product.account_id", "account.id")
    .selectAll("account")
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
