import { type NewEvent, recordEvents, wants } from "../../messages/webhooks/record-events.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { type AssignedKeys, recordAssignedKeys } from "../licenses/key-events.ts";
import type { OrderWithItems } from "./queries.ts";

type OrderEventKind =
  | "order.created"
  | "order.updated"
  | "order.expired"
  | "order.revoked"
  | "order.deleted"
  | "subscription.payment_failed"
  | "subscription.ended";

/** An event of the order (row number). */
export const orderEvent = (accountId: number, kind: OrderEventKind, orderId: number, at: Instant): NewEvent => ({
  accountId,
  kind,
  orderId,
  subjectId: null,
  at,
});

/** Sends an event about an order (row number) to the store's webhook endpoints once the transaction is committed. */
export async function recordOrderEvent(
  tx: Tx,
  accountId: number,
  kind: OrderEventKind,
  orderId: number,
  at: Instant,
): Promise<void> {
  await recordEvents(tx, [orderEvent(accountId, kind, orderId, at)]);
}

/** Sends events about new orders of one account, and about their license keys (by the item's row number). */
export async function recordNewOrders(
  tx: Tx,
  orders: Map<{ account: Account; now: Instant }, OrderWithItems>,
  keys: Map<number, string[]>,
): Promise<void> {
  const created: NewEvent[] = [];
  const assigned: AssignedKeys[] = [];
  // All requests have the same account, each as it was when that request began.
  let newest: { account: Account; now: Instant } | undefined;
  for (const [request, { id, items }] of orders) {
    if (request.account.webhookEvents === "") continue;
    newest = request;
    if (wants(request.account, "order.created")) {
      created.push(orderEvent(request.account.id, "order.created", id, request.now));
    }
    for (const item of items) {
      const its = keys.get(item.id)?.length ?? 0;
      if (its > 0) assigned.push({ orderId: id, itemId: item.id, productId: item.productId, keys: its });
    }
  }
  if (!newest) return;
  await recordEvents(tx, created);
  if (assigned.length > 0) await recordAssignedKeys(tx, newest.account, assigned, newest.now);
}
