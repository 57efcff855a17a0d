import type { Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { type Instant, instant } from "../../platform/instants.ts";

/**
 * Removes up to `limit` events of the connections that are not about an order: nobody knows whose data they contain. Returns
 * whether there may be more.
 */
export async function forgetEventsAboutNoOrder(tx: Tx, connectionIds: number[], limit: number): Promise<boolean> {
  if (connectionIds.length === 0) return false;
  const found = await tx
    .selectFrom("connection_events")
    .select("id")
    .where("connection_id", "in", connectionIds)
    .where("external_id", "is", null)
    .where("state", "!=", "pending")
    .limit(limit)
    .execute();
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom("connection_events").where("id", "in", ids).execute();
  return ids.length === limit;
}

/**
 * Removes the events about these orders (row numbers), which contain the customer's data, and the shops' facts about these
 * orders. Nothing more will be done about them.
 */
export async function forgetEventsOfOrders(tx: Tx, orderIds: number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const ids = JSON.stringify(orderIds);
  await removeOfOrders(tx, { ids });
  await eraseShopOrders(tx, { ids });
  await removeOtherAddresses(tx, { ids });
}

/** Crosses domains: connections are a layer above orders, which are deleted. */
const eraseShopOrders = prepared<{ ids: string }, never>((db, { ids }) =>
  db
    .updateTable("connection_orders")
    .set({ email: null, problem: null, problem_details: null, settle_at: null })
    .set({ facts: "{}", progress: JSON.stringify({ stage: "erased", delivered: [] }) })
    .where("order_id", "in", valueSet(db, "integer", ids)),
);

/** Crosses domains: connections are a layer above orders, which are deleted. */
const removeOtherAddresses = prepared<{ ids: string }, never>((db, { ids }) =>
  db.deleteFrom("connection_order_addresses").where("connection_order_id", "in", ({ selectFrom }) =>
    selectFrom("connection_orders")
      .select("id")
      .where("order_id", "in", valueSet(db, "integer", ids)),
  ),
);

const removeOfOrders = prepared<{ ids: string }, never>((db, { ids }) =>
  db.deleteFrom("connection_events").where("order_id", "in", valueSet(db, "integer", ids)),
);

/** Removes the events about an order of a shop. */
export async function forgetEventsOfShopOrder(tx: Tx, connectionId: number, externalId: string): Promise<void> {
  await tx
    .deleteFrom("connection_events")
    .where("connection_id", "=", connectionId)
    .where("external_id", "=", externalId)
    .execute();
}

/** Milliseconds for which events are kept (docs/reference/privacy.md). */
const keptFor = 90 * dayMilliseconds;

/**
 * Removes up to `limit` old events, and returns whether there may be more. Events that are not processed yet, or need the owner,
 * stay. Crosses domains: earlier events about an order that needs the owner also stay, because they are read again once the
 * problem is solved.
 */
export async function removeOldEvents(tx: Tx, now: Instant, limit: number): Promise<boolean> {
  const old = await tx
    .selectFrom("connection_events as event")
    .select("id")
    .where("received_at", "<", instant(now - keptFor))
    .where("state", "not in", ["pending", "needs_attention"])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("connection_orders as about")
            .select("about.id")
            .whereRef("about.connection_id", "=", "event.connection_id")
            .whereRef("about.external_id", "=", "event.external_id")
            .where("about.problem", "is not", null),
        ),
      ),
    )
    .orderBy("received_at")
    .limit(limit)
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom("connection_events").where("id", "in", ids).execute();
  return ids.length === limit;
}
