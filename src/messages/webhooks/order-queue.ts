import { type ExpressionBuilder, sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet, valueSet } from "../../platform/database/row-set.ts";
import type { Schema, WebhookDeliveryState } from "../../platform/database/schema.ts";

/**
 * The queue of each order at each endpoint: one delivery is ready, deferred or in progress, and those after it are blocked. The
 * caller has locked the endpoint.
 */

/** The place of a delivery among those to its endpoint. The same expression as in the indexes. */
export const placeOf = (table: string) =>
  sql<number>`coalesce(${sql.ref(`${table}.place`)}, ${sql.ref(`${table}.id`)})`;

/** Columns of a delivery that is queued again. Call `startOrders` afterwards. */
export const inLine = {
  state: sql<WebhookDeliveryState>`case when order_id is null then 'ready' else 'blocked' end`,
  tries: 0,
  next_attempt_at: null,
  finished_at: null,
};

/** Starts the first delivery of each order, after deliveries were queued at any place. A running delivery ends first. */
export async function startOrders(tx: Tx, endpointId: number, linedUp: { orderId: number | null }[]): Promise<void> {
  const orderIds = [...new Set(linedUp.flatMap(({ orderId }) => orderId ?? []))];
  if (orderIds.length === 0) return;
  await block(tx, { endpointId, orderIds: JSON.stringify(orderIds) });
  await unblockNext(tx, endpointId, orderIds);
}

const block = prepared<{ endpointId: number; orderIds: string }, never>((db, { endpointId, orderIds }) =>
  db
    .updateTable("webhook_deliveries")
    .set({ state: "blocked", next_attempt_at: null })
    .where("order_id", "in", valueSet(db, "integer", orderIds))
    .where("endpoint_id", "=", endpointId)
    .where("state", "in", ["ready", "deferred"])
    .where("lease_expires_at", "is", null),
);

/** Starts the first delivery of each of these orders (row numbers), unless one of the order is running. */
export async function unblockNext(tx: Tx, endpointId: number, orderIds: number[]): Promise<void> {
  await unblock(tx, { endpointId, orders: JSON.stringify(orderIds.map((orderId) => ({ orderId }))) });
}

const unblock = prepared<{ endpointId: number; orders: string }, never>((db, { endpointId, orders }) =>
  db
    .updateTable("webhook_deliveries")
    .set({ state: "ready" })
    .where("state", "=", "blocked")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom(rowSet(db, "ordered", { orderId: "integer" }, orders))
        .select((ordered) =>
          ordered
            .selectFrom("webhook_deliveries as other")
            .select("other.id")
            .whereRef("other.order_id", "=", "ordered.orderId")
            .where("other.endpoint_id", "=", endpointId)
            .where("other.finished_at", "is", null)
            .orderBy(placeOf("other"))
            .limit(sql.lit(1))
            .$asScalar()
            .$notNull()
            .as("id"),
        )
        .where(({ not, exists, selectFrom: from }) =>
          not(
            exists(
              from("webhook_deliveries as sent")
                .select("sent.id")
                .whereRef("sent.order_id", "=", "ordered.orderId")
                .where("sent.endpoint_id", "=", endpointId)
                .where("sent.finished_at", "is", null)
                .where("sent.lease_expires_at", "is not", null),
            ),
          ),
        ),
    ),
);

/** Whether an earlier delivery of the same order is unfinished. */
export const hasEarlier = ({ exists, selectFrom }: ExpressionBuilder<Schema, "webhook_deliveries">) =>
  exists(
    selectFrom("webhook_deliveries as earlier")
      .select("earlier.id")
      .whereRef("earlier.order_id", "=", "webhook_deliveries.order_id")
      .whereRef("earlier.endpoint_id", "=", "webhook_deliveries.endpoint_id")
      .where("earlier.finished_at", "is", null)
      .where(placeOf("earlier"), "<", placeOf("webhook_deliveries")),
  );

/** Blocks a postponed delivery if an earlier one of its order is unfinished. Returns it if so. */
export const letEarlierGoFirst = prepared<{ id: number }, { id: number }>((db, { id }) =>
  db
    .updateTable("webhook_deliveries")
    .set({ state: "blocked", next_attempt_at: null })
    .where("id", "=", id)
    .where(hasEarlier)
    .returning("id"),
);
