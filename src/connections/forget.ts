import { forgetEventsAboutNoOrder, forgetEventsOfShopOrder } from "../connection-events/remove-events.ts";
import type { Tx } from "../database/database.ts";
import { noFacts } from "./facts.ts";
import type { Progress } from "./shop-orders.ts";

/**
 * Erases what shops said about orders of this customer that were not made, up to `most` of them, and as many events that are
 * about no order: nothing is made of these any more. Returns whether there may be more.
 */
export async function forgetShopOrdersOf(tx: Tx, accountId: number, email: string, most: number): Promise<boolean> {
  const found = await tx
    .selectFrom("connection_orders")
    .select(["id", "connection_id as connectionId", "external_id as externalId"])
    .where("account_id", "=", accountId)
    .where("email", "=", email.toLowerCase())
    .limit(most)
    .execute();
  const progress: Progress = { stage: "erased", delivered: [] };
  for (const { id, connectionId, externalId } of found) {
    await forgetEventsOfShopOrder(tx, connectionId, externalId);
    await tx
      .updateTable("connection_orders")
      .set({
        facts: JSON.stringify(noFacts),
        progress: JSON.stringify(progress),
        email: null,
        problem: null,
        problem_details: null,
        settle_at: null,
        ...(externalId.toLowerCase().includes(email.toLowerCase()) ? { external_id: `erased-${id}` } : {}),
      })
      .where("id", "=", id)
      .execute();
  }
  const connections = await tx.selectFrom("connections").select("id").where("account_id", "=", accountId).execute();
  const ids = connections.map(({ id }) => id);
  return (await forgetEventsAboutNoOrder(tx, ids, most)) || found.length === most;
}
