import type { Tx } from "../../../platform/database/database.ts";
import { cappedInstant, type Instant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { defaultExpiry, type Ends, endingAt, endsOf } from "../expiration.ts";
import { type Gift, isToCome, opensAt } from "../gifts/gift.ts";
import { liveItems } from "../live-rows.ts";
import type { Order } from "../order-columns.ts";
import { usualEndOfUpdates } from "../order-items.ts";

/** The expiry that the order would have if it were new. */
export async function currentDefault(tx: Tx, account: Account, order: Order, now: Instant): Promise<Ends> {
  if (order.accessUntil !== null) return endsOf(endingAt(null), order.accessUntil);
  const products = await liveItems(tx)
    .select(["product.order_expiration_in_hours as orderExpirationInHours", "product.expires_from as expiresFrom"])
    .where("item.order_id", "=", order.id)
    .execute();
  return endsOf(defaultExpiry(account, products, opensAt(order, now)), null);
}

/** A gift whose delivery has moved: the old and the new start of its expiration times. */
interface MovedDelivery {
  before: Order;
  gift: Gift;
  now: Instant;
}

/** Once a gift has been delivered, no time starts again. */
const isMoved = ({ before, gift, now }: MovedDelivery): boolean =>
  gift.deliverAt !== before.deliverAt && (isToCome(before, now) || isToCome(gift, now));

/** The end of an order whose gift's delivery has moved. A default expiration counts from the delivery, and moves with it. */
export async function movedDefault(tx: Tx, account: Account, moved: MovedDelivery): Promise<Partial<Ends>> {
  const { before, gift, now } = moved;
  if (!isMoved(moved) || before.expiresAt === null) return {};
  const then = await currentDefault(tx, account, before, before.createdAt);
  if (then.expiresAt !== before.expiresAt) return movedOwn(moved, before.expiresAt);
  return currentDefault(tx, account, { ...before, deliverAt: gift.deliverAt }, now);
}

/** A date that the store has set stays, unless the gift would come after it. Then it moves as the delivery does. */
function movedOwn({ before, gift, now }: MovedDelivery, expiresAt: Instant): Partial<Ends> {
  const opens = opensAt(gift, now);
  if (before.accessUntil !== null || expiresAt > opens) return {};
  return endsOf(endingAt(cappedInstant(expiresAt + opens - opensAt(before, before.createdAt))), null);
}

/**
 * Moves the ends of updates when a gift's delivery moves, including those of bundles' contents. An end that differs from the
 * product's default was set by the store, and stays. Resolves with whether any moved.
 */
export async function moveDefaultUpdates(tx: Tx, moved: MovedDelivery): Promise<boolean> {
  const { before, gift, now } = moved;
  if (!isMoved(moved)) return false;
  const items = await liveItems(tx)
    .select(["item.id", "item.bundle_item_id as bundleItemId", "item.updates_until as updatesUntil"])
    .select(["item.created_at as createdAt", "product.updates_for_days as updatesForDays"])
    .where("item.order_id", "=", before.id)
    .where("item.updates_until", "is not", null)
    // A bundle comes before its contents.
    .orderBy("item.id")
    .execute();
  const ends = new Map<number, { before: Instant | null; after: Instant | null }>();
  for (const item of items) {
    const own = {
      before: usualEndOfUpdates(item, opensAt(before, item.createdAt)),
      after: usualEndOfUpdates(item, opensAt(gift, now)),
    };
    const usual = item.updatesForDays === null ? ends.get(item.bundleItemId ?? item.id) : own;
    if (usual === undefined || usual.before !== item.updatesUntil) continue;
    ends.set(item.id, usual);
    await tx.updateTable("order_items").set({ updates_until: usual.after }).where("id", "=", item.id).execute();
  }
  return ends.size > 0;
}
