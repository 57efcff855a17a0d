import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { locking } from "../../platform/database/row-locks.ts";
import { rowSet, valueSet } from "../../platform/database/row-set.ts";
import type { WebhookDeliveryState } from "../../platform/database/schema.ts";
import { inSlices } from "../../platform/database/slices.ts";
import type { Instant } from "../../platform/instants.ts";

/** A new delivery. */
export interface NewDelivery {
  endpointId: number;
  messageId: string;
  kind: string;
  orderId: number | null;
  /** The body, encrypted if it contains secrets. */
  payload: string;
  createdAt: Instant;
}

/** Adds deliveries in their order. A delivery waits while an earlier one of the same order to the same endpoint is unfinished. */
export async function addDeliveries(tx: Tx, deliveries: NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await lockEndpoints(tx, [...new Set(deliveries.map(({ endpointId }) => endpointId))]);
  const pairs = deliveries.flatMap(({ endpointId, orderId }) => (orderId === null ? [] : [{ endpointId, orderId }]));
  const found = pairs.length > 0 ? await unfinishedOf(tx, { pairs: JSON.stringify(pairs) }) : [];
  const before = new Set(found.map(keyOf));
  const rows = deliveries.map((delivery) => {
    const { orderId } = delivery;
    if (orderId === null) return { ...delivery, state: "ready" as WebhookDeliveryState };
    const key = keyOf({ ...delivery, orderId });
    const state: WebhookDeliveryState = before.has(key) ? "blocked" : "ready";
    before.add(key);
    return { ...delivery, state };
  });
  const placed = rows.map((row, position) => ({ ...row, position }));
  await inSlices(placed, (slice) => insertRows(tx, { rows: JSON.stringify(slice) }));
}

const keyOf = ({ endpointId, orderId }: { endpointId: number; orderId: number }) => `${endpointId} ${orderId}`;

/**
 * Makes others who finish or add deliveries to these endpoints wait until the transaction ends. So a delivery that waits for
 * another does not miss its end.
 */
export async function lockEndpoints(tx: Tx, ids: number[]): Promise<void> {
  await held(tx, { ids: JSON.stringify(ids) });
}

const held = prepared<{ ids: string }, { id: number }>((db, { ids }) =>
  locking(
    db,
    db
      .selectFrom("webhook_endpoints")
      .select("id")
      .where("id", "in", valueSet(db, "integer", ids))
      .orderBy("id"),
  ),
);

const unfinishedOf = prepared<{ pairs: string }, { endpointId: number; orderId: number }>((db, { pairs }) =>
  db
    .selectFrom(rowSet(db, "pair", { endpointId: "integer", orderId: "integer" }, pairs))
    .select(["pair.endpointId", "pair.orderId"])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("webhook_deliveries as earlier")
          .select("earlier.id")
          .whereRef("earlier.order_id", "=", "pair.orderId")
          .whereRef("earlier.endpoint_id", "=", "pair.endpointId")
          .where("earlier.finished_at", "is", null),
      ),
    ),
);

const fields = {
  endpoint_id: ["endpointId", "integer"],
  message_id: ["messageId", "text"],
  kind: "text",
  order_id: ["orderId", "integer"],
  payload: "text",
  state: "text",
  created_at: ["createdAt", "integer"],
} as const;

const insertRows = prepared<{ rows: string }, never>((db: Reader, { rows }) => {
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return db
    .insertInto("webhook_deliveries")
    .columns(names)
    .expression(({ selectFrom }) =>
      selectFrom(rowSet(db, "added", { ...fields, position: "integer" }, rows))
        .select(names.map((column) => `added.${column}` as const))
        .orderBy("added.position"),
    );
});
