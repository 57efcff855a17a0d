import { restoreOrderItem, revokeOrderItem } from "../../../delivery/orders/changing/revoke-items.ts";
import { updateOrderItem } from "../../../delivery/orders/changing/update-order-item.ts";
import type { Order } from "../../../delivery/orders/order-columns.ts";
import { type OrderItem, withItems } from "../../../delivery/orders/queries.ts";
import type { Tx } from "../../../platform/database/database.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { recordActivity } from "../../../store/activity/activities.ts";
import type { ActivityKind } from "../../../store/activity/kinds.ts";
import type { Connection } from "../connections.ts";
import type { Progress } from "../known/shop-orders.ts";

interface Context {
  account: Account;
  connection: Pick<Connection, "name">;
  now: Instant;
}

/** A delivered line of the shop, and its product (row number). */
export interface DeliveredLine {
  id: string;
  quantity: number;
  productId: number;
}

/**
 * Revokes items whose lines the shop has newly refunded in full (`gone` has the IDs of all refunded lines), and restores items
 * whose refunds it took back. Several lines may belong to one item: while one of them is left, only the item's quantity changes.
 * Items that the owner revoked or restored meanwhile stay as they are.
 */
export async function settleRefundedLines(
  tx: Tx,
  context: Context,
  order: Order,
  { progress, lines, gone }: { progress: Progress; lines: DeliveredLine[]; gone: string[] },
): Promise<Progress> {
  const refunded = progress.refunded ?? [];
  const revoked = { ...progress.revokedItems };
  const refundedNow = gone.filter((id) => progress.delivered.includes(id));
  const isChanged = ({ id }: DeliveredLine) => refundedNow.includes(id) !== refunded.includes(id);
  if (!lines.some(isChanged) && Object.keys(revoked).length === 0) return progress;
  const [{ items = [] } = {}] = await withItems(tx, [order]);
  for (const [productId, its] of Map.groupBy(lines, (line) => line.productId)) {
    const item = items.find((one) => one.productId === productId && one.bundleItemId === null);
    // Otherwise, the owner has removed it from the order.
    if (!item) continue;
    const units = { before: unitsLeft(its, refunded), after: unitsLeft(its, refundedNow) };
    const isOurs = item.revokedAt !== null && revoked[item.id] === item.revokedAt;
    if (units.after === 0) {
      if (item.revokedAt !== null || !its.some(isChanged)) continue;
      await revokeOrderItem(tx, context.account, item.id, context.now);
      await recordChange(tx, context, "item.revoked", order);
      revoked[item.id] = context.now;
      continue;
    }
    if (isOurs) {
      await restoreOrderItem(tx, context.account, item.id, context.now);
      await recordChange(tx, context, "item.restored", order);
      delete revoked[item.id];
    }
    const quantity = isOurs ? Math.min(item.quantity, units.after) : quantityOf(item, units);
    if (quantity === item.quantity) continue;
    await updateOrderItem(tx, context.account, item.id, { quantity }, context.now);
    await recordChange(tx, context, "order.item_changed", order);
  }
  return { ...progress, refunded: refundedNow, revokedItems: revoked };
}

const unitsLeft = (lines: DeliveredLine[], refunded: string[]) =>
  lines.filter(({ id }) => !refunded.includes(id)).reduce((units, { quantity }) => units + quantity, 0);

/** Applies the shop's change even if the owner has changed the number of units, and leaves an item that the owner restored. */
const quantityOf = ({ quantity }: OrderItem, { before, after }: { before: number; after: number }) =>
  before === 0 ? quantity : Math.max(1, quantity + after - before);

/** Records what the shop changed in an order. */
export const recordChange = (tx: Tx, { account, connection, now }: Context, kind: ActivityKind, { publicId }: Order) =>
  recordActivity(tx, account.id, {
    kind,
    actor: { type: "shop", name: connection.name },
    subject: { type: "order", id: publicId },
    fields: [],
    ipAddress: "",
    at: now,
  });
