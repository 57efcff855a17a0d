import type { Updateable } from "kysely";
import { cancelForStop } from "../../../messages/mail/cancel-emails.ts";
import { hasDeliveryEmail, queueDeliveryEmail } from "../../../messages/mail/outbox.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { rowSet } from "../../../platform/database/row-set.ts";
import type { OrdersTable } from "../../../platform/database/schema.ts";
import { inSlices } from "../../../platform/database/slices.ts";
import { DomainError } from "../../../platform/errors.ts";
import { cappedInstant, type Instant } from "../../../platform/instants.ts";
import { type Account, accountById } from "../../../store/accounts/accounts.ts";
import { type HoldRule, isRuleOn } from "../../../store/accounts/hold-rules.ts";
import { type Unchanged, unchanged } from "../../../store/activity/recording-change.ts";
import { countRevenue } from "../../../store/statistics/revenue.ts";
import { assignKeysToOrder, lockPools } from "../../licenses/pool.ts";
import { endingAt, endsOf, isExpired, ownExpirationOf } from "../expiration.ts";
import { keptItems } from "../live-rows.ts";
import { lockOrder, lockOrderByNumber } from "../lock-order.ts";
import { type Order, orderColumns } from "../order-columns.ts";
import { recordOrderEvent } from "../order-events.ts";
import { insertOrderHolds, orderHoldsOf } from "../order-holds.ts";
import { hasItems } from "../order-items.ts";
import { grantWhenOpen } from "../renewals/renewal-grant.ts";
import { revenueDifference, storedRevenue } from "../revenue.ts";
import { type StopReason, stopOf } from "../stop-reasons.ts";

/**
 * Puts the order on hold: its links deliver nothing, it gets no license keys, and no email is sent. A queued email is
 * canceled, and queued again at the release. Changes nothing if the order is on hold already. Throws `not_found`, and
 * `stopped` for a revoked order.
 */
export async function holdOrder(tx: Tx, account: Account, id: string, now: Instant): Promise<Order & Unchanged> {
  const order = await lockOrder(tx, account.id, id);
  if (order.revokedAt !== null) throw stopped(order, "is revoked. Restore it before you put it on hold.");
  if (order.heldAt !== null) return unchanged(order);
  await recordOrderEvent(tx, account.id, "order.updated", order.id, now);
  return stop(tx, order, "on_hold", { held_at: now, held_expires_at: ownExpirationOf(order) }, now);
}

/**
 * Puts the order (row number) on hold by a rule of its store, like `holdOrder`. A rule never holds the same order twice, because
 * whoever released it has seen it. Also changes nothing if the order is on hold or revoked, or the rule was switched off. Returns
 * the order; undefined if it was deleted.
 */
export async function holdByRule(
  tx: Tx,
  { accountId, orderId, rule }: { accountId: number; orderId: number; rule: HoldRule },
  now: Instant,
): Promise<Order | undefined> {
  const order = await lockOrderByNumber(tx, orderId);
  if (!order || stopOf(order) !== null) return order;
  const account = await accountById(tx, accountId);
  if (!account || !isRuleOn(account.holdRules, rule)) return order;
  const before = await orderHoldsOf(tx, [orderId]);
  if (before.some(({ rules }) => rules.includes(rule))) return order;
  const held = await stop(tx, order, "on_hold", { held_at: now, held_expires_at: ownExpirationOf(order) }, now);
  await insertOrderHolds(tx, accountId, [{ orderId, rules: [rule], heldAt: now }]);
  await recordOrderEvent(tx, accountId, "order.updated", orderId, now);
  return held;
}

/**
 * Ends the hold: the order gets the license keys that it lacks, and its email is queued if one waits. Time on hold does not
 * count: the expiration date moves by that time, unless it was changed during the hold or had already passed. The end of paid
 * access does not move. Changes nothing if the order is not on hold. Throws `not_found`, and `stopped` for a revoked order.
 */
export async function releaseOrder(tx: Tx, account: Account, id: string, now: Instant): Promise<Order & Unchanged> {
  const order = await lockOrder(tx, account.id, id);
  if (order.revokedAt !== null) throw stopped(order, "is revoked, not on hold. Restore it instead.");
  if (order.heldAt === null) return unchanged(order);
  return resume(tx, account, order, await endOfHold(tx, order, now), now);
}

/**
 * Revokes the order, even if it is on hold: its links say that the store has withdrawn it. Its license keys stay
 * assigned but are hidden from the customer. Changes nothing if the order is revoked already. Throws `not_found`.
 */
export async function revokeOrder(tx: Tx, account: Account, id: string, now: Instant): Promise<Order & Unchanged> {
  const order = await lockOrder(tx, account.id, id);
  if (order.revokedAt !== null) return unchanged(order);
  const ended = order.heldAt === null ? {} : await endOfHold(tx, order, now);
  const revoked = await stop(tx, order, "revoked", { ...ended, revoked_at: now }, now);
  await countRevenue(tx, account.id, revenueDifference(await storedRevenue(tx, account, order), []));
  await recordOrderEvent(tx, account.id, "order.revoked", order.id, now);
  return revoked;
}

/**
 * Restores a revoked order. As after a hold, it gets missing license keys and its email. Dates do not change. Items
 * that were revoked on their own stay revoked, unless that is all of them: then all are restored. Changes nothing if
 * the order is not revoked. Throws `not_found`, and `stopped` for one on hold.
 */
export async function restoreOrder(tx: Tx, account: Account, id: string, now: Instant): Promise<Order & Unchanged> {
  const order = await lockOrder(tx, account.id, id);
  if (order.heldAt !== null) throw stopped(order, "is on hold, not revoked. Release it instead.");
  if (order.revokedAt === null) return unchanged(order);
  if (!(await hasItems(tx, order.id))) await restoreItems(tx, order.id);
  const restored = await resume(tx, account, order, { revoked_at: null }, now);
  await countRevenue(tx, account.id, revenueDifference([], await storedRevenue(tx, account, restored)));
  return restored;
}

/** Call when items of the order were restored. Assigns missing license keys, and emails the customer about them. */
export async function resumeItems(tx: Tx, account: Account, order: Order, now: Instant): Promise<void> {
  await lockPoolsOf(tx, order.id);
  await afterResume(tx, account, order, { sends: false }, now);
}

/** Writes since when new orders (`orderValues`), whose rows were just inserted, are on hold or revoked. */
export async function stopNewOrders(tx: Tx, orders: NewOrder[]): Promise<void> {
  const stopped = orders.filter((order) => stopOf(order) !== null);
  await inSlices(stopped, async (slice) => {
    const rows = slice.map((order) => ({ ...order, expiresAt: order.heldAt === null ? null : ownExpirationOf(order) }));
    await writeStops(tx, { rows: JSON.stringify(rows) });
  });
}

type NewOrder = Parameters<typeof ownExpirationOf>[0] & Pick<Order, "id" | "heldAt" | "revokedAt" | "emailWaits">;

const stopFields = {
  id: "integer",
  heldAt: "integer",
  revokedAt: "integer",
  expiresAt: "integer",
  emailWaits: "integer",
} as const;

const writeStops = prepared<{ rows: string }, never>((db, { rows }) =>
  db
    .updateTable("orders")
    .from(rowSet(db, "stopped", stopFields, rows))
    .set(({ ref }) => ({
      held_at: ref("stopped.heldAt").$castTo<Instant | null>(),
      revoked_at: ref("stopped.revokedAt").$castTo<Instant | null>(),
      held_expires_at: ref("stopped.expiresAt").$castTo<Instant | null>(),
      email_waits: ref("stopped.emailWaits"),
    }))
    .whereRef("orders.id", "=", "stopped.id"),
);

/**
 * Call when an email of a stopped order was canceled, so that it is queued again when the order is released or
 * restored.
 */
export async function keepEmailWaiting(tx: Tx, { id }: Order): Promise<void> {
  await tx.updateTable("orders").set({ email_waits: 1 }).where("id", "=", id).execute();
}

async function stop(
  tx: Tx,
  order: Order,
  reason: StopReason,
  change: Updateable<OrdersTable>,
  now: Instant,
): Promise<Order> {
  // Waits for other transactions that assign keys and queue emails about them.
  await lockPoolsOf(tx, order.id);
  const canceled = await cancelForStop(tx, order.id, reason, now);
  return write(tx, order.id, canceled ? { ...change, email_waits: 1 } : change);
}

async function resume(
  tx: Tx,
  account: Account,
  order: Order,
  change: Updateable<OrdersTable>,
  now: Instant,
): Promise<Order> {
  await lockPoolsOf(tx, order.id);
  const resumed = await write(tx, order.id, { ...change, email_waits: 0 });
  await afterResume(tx, account, resumed, { sends: order.emailWaits === 1 }, now);
  return resumed;
}

async function afterResume(
  tx: Tx,
  account: Account,
  order: Order,
  { sends }: { sends: boolean },
  now: Instant,
): Promise<void> {
  const gotKeys = await assignKeysToOrder(tx, account, order.id, now);
  const granted = await grantWhenOpen(tx, order.id, now);
  await recordOrderEvent(tx, account.id, "order.updated", order.id, now);
  // As after a backfill, customers who already had an email get another one about new keys.
  if (!sends && !granted && !(gotKeys && (await hasDeliveryEmail(tx, order.id)))) return;
  if (await hasItems(tx, order.id)) await queueDeliveryEmail(tx, account, order, now);
}

async function restoreItems(tx: Tx, orderId: number): Promise<void> {
  await tx
    .updateTable("order_items")
    .set({ revoked_at: null })
    .where("order_id", "=", orderId)
    .where("removed_at", "is", null)
    .execute();
}

async function endOfHold(tx: Tx, order: Order, now: Instant): Promise<Updateable<OrdersTable>> {
  const { id, heldAt, accessUntil } = order;
  const expiresAt = ownExpirationOf(order);
  const ended = { held_at: null, held_expires_at: null };
  const { heldExpiresAt } = await tx
    .selectFrom("orders")
    .select("held_expires_at as heldExpiresAt")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (heldAt === null || expiresAt === null || expiresAt !== heldExpiresAt || isExpired(expiresAt, heldAt))
    return ended;
  const moved = endsOf(endingAt(cappedInstant(expiresAt + Math.max(0, now - heldAt))), accessUntil);
  return { ...ended, expires_at: moved.expiresAt, own_expires_at: moved.ownExpiresAt };
}

async function lockPoolsOf(tx: Tx, orderId: number): Promise<void> {
  const items = await keptItems(tx).select("product_id as productId").where("order_id", "=", orderId).execute();
  await lockPools(
    tx,
    items.map(({ productId }) => productId),
  );
}

function write(tx: Tx, id: number, change: Updateable<OrdersTable>): Promise<Order> {
  return tx.updateTable("orders").set(change).where("id", "=", id).returning(orderColumns).executeTakeFirstOrThrow();
}

const stopped = ({ publicId }: Order, words: string) => new DomainError("stopped", `Order ${publicId} ${words}`);
