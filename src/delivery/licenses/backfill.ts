import { ordersWithUnwrittenEmail, queueDeliveryEmail } from "../../messages/mail/outbox.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { whenDue } from "../../platform/database/when-due.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { startWorker, type Worker } from "../../platform/worker.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { noteChangedOrders } from "../../store/order-changes/note-changes.ts";
import { lockWaiting, type WaitingItem, waitingOrderItems } from "./items-lacking-keys.ts";
import { recordAssignedKeys } from "./key-events.ts";
import { handOut, lockPools, shareKeys, takeKeys, unitsOf } from "./pool.ts";

/** Order items and keys per transaction, so that others can write in between. */
const [itemsAtOnce, keysAtOnce] = [100, 500];

/**
 * Records that the product has new keys, if order items wait for them. From the caller's commit on, the pool's keys are reserved
 * for those items until `backfillKeys` has assigned them. The caller has locked the pool.
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
 * Assigns the pool's keys to waiting order items, oldest first, until either runs out. Each customer gets one email
 * with the new keys. Works in many short transactions: if interrupted, the next call continues, and new orders get no
 * key until it is finished. Several callers may run at once.
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
  const items = await lockWaiting(tx, productId, itemsAtOnce);
  const lacking = items.map(({ id, quantity, keysAssigned }) => ({ id, missing: quantity - keysAssigned }));
  const units = unitsOf(lacking, keysAtOnce);
  const keys = units.length === 0 ? [] : await takeKeys(tx, { productId, units }, now);
  const shares = shareKeys(lacking, keys);
  if (shares.length > 0) {
    await handOut(tx, shares, now);
    const served = new Set(shares.map(({ id }) => id));
    await noteChangedOrders(
      tx,
      items.filter(({ id }) => served.has(id)).map(({ orderId }) => orderId),
    );
    const account = await accountOf(tx, productId);
    const got = new Map(shares.map((share) => [share.id, share.keys.length]));
    await recordAssignedKeys(
      tx,
      account,
      items.map(({ id, orderId }) => ({ orderId, itemId: id, productId, keys: got.get(id) ?? 0 })),
      now,
    );
    // A customer who got only some of the keys gets the email when the rest are assigned or the pool is empty.
    const isDry = keys.length < units.length;
    const told = items.filter((item) => {
      const some = got.get(item.id);
      return some !== undefined && (isDry || some === item.quantity - item.keysAssigned);
    });
    await writeTo(tx, account, told, now);
    return false;
  }
  await tx.deleteFrom("key_handouts").where("product_id", "=", productId).execute();
  return true;
}

type TellingAccount = Pick<
  Account,
  "id" | "email" | "handle" | "customDomain" | "plan" | "createdAt" | "webhookEvents"
>;

/** Crosses domains: a backfill knows only the product's row number, which leads to the account. */
function accountOf(tx: Tx, productId: number): Promise<TellingAccount> {
  return tx
    .selectFrom("accounts as account")
    .innerJoin("products as product", "product.account_id", "account.id")
    .select([
      "account.id",
      "account.email",
      "account.handle",
      "account.custom_domain as customDomain",
      "account.plan",
      "account.created_at as createdAt",
      "account.webhook_events as webhookEvents",
    ])
    .where("product.id", "=", productId)
    .executeTakeFirstOrThrow();
}

/** If an order's email is not written yet, it will include the keys, so no second one is needed. */
async function writeTo(tx: Tx, account: TellingAccount, items: WaitingItem[], now: Instant): Promise<void> {
  if (items.length === 0) return;
  const unwritten = await ordersWithUnwrittenEmail(
    tx,
    items.map(({ orderId }) => orderId),
  );
  for (const { orderId, email, recipientEmail, deliverAt } of items) {
    const order = { id: orderId, email, recipientEmail, deliverAt };
    if (!unwritten.has(orderId)) await queueDeliveryEmail(tx, account, order, now);
  }
}

/** Milliseconds between two checks for unfinished backfills. */
const poll = 1_000;

/** Finishes backfills whose process ended before all waiting orders had their keys. */
export const startBackfillWorker = ({ db, log }: { db: Database; log: Log }): Worker =>
  startWorker(log, (stopping) => [
    {
      work: whenDue(db, async (now) => {
        await backfillAllKeys(db, now, stopping);
        return null;
      }),
      every: poll,
      failure: "could not assign license keys to waiting orders",
    },
  ]);
