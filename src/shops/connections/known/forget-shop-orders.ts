import {
  forgetEventsAboutNoOrder,
  forgetEventsOfShopOrder,
} from "../../../messages/connection-events/remove-events.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { containsAddress } from "../../../platform/email-address.ts";
import { type Facts, noFacts } from "./facts.ts";
import type { Progress } from "./shop-orders.ts";
import { shopOrdersOf } from "./shop-orders-of-customer.ts";

/**
 * Erases what shops said about orders of this customer, up to `most` of them, and as many events without an order. Orders that
 * were not created will never be. Returns whether there may be more.
 */
export async function forgetShopOrdersOf(tx: Tx, accountId: number, email: string, most: number): Promise<boolean> {
  const found = await shopOrdersOf(tx, accountId, email)
    .select(["id", "connection_id as connectionId", "external_id as externalId", "order_id as orderId"])
    .select(["facts", "progress"])
    .limit(most)
    .execute();
  const progress: Progress = { stage: "erased", delivered: [] };
  const erased = { facts: JSON.stringify(noFacts), progress: JSON.stringify(progress), problem: null, settle_at: null };
  for (const { id, connectionId, externalId, orderId, ...known } of found) {
    await forgetEventsOfShopOrder(tx, connectionId, externalId);
    await tx.deleteFrom("connection_order_addresses").where("connection_order_id", "=", id).execute();
    await tx
      .updateTable("connection_orders")
      .set({
        email: null,
        problem_details: null,
        // An order that was created here and has another address now continues.
        ...(orderId === null ? erased : withoutAddresses(known)),
        ...(containsAddress(externalId, email) ? { external_id: `erased-${id}` } : {}),
      })
      .where("id", "=", id)
      .execute();
  }
  const connections = await tx.selectFrom("connections").select("id").where("account_id", "=", accountId).execute();
  const ids = connections.map(({ id }) => id);
  return (await forgetEventsAboutNoOrder(tx, ids, most)) || found.length === most;
}

function withoutAddresses(known: { facts: string; progress: string }): { facts: string; progress: string } {
  const [facts, progress] = [JSON.parse(known.facts) as Facts, JSON.parse(known.progress) as Progress];
  const content = facts.content && { ...facts.content, email: null };
  const made = progress.made && { ...progress.made, email: null };
  return { facts: JSON.stringify({ ...facts, content }), progress: JSON.stringify({ ...progress, made }) };
}
