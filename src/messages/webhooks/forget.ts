import type { Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { Instant } from "../../platform/instants.ts";

/**
 * For orders (row numbers) that were deleted, or whose recipient was erased: erases what was sent about them and what endpoints
 * answered, and cancels everything not sent yet, except the event about the deletion itself.
 */
export async function forgetDeliveries(tx: Tx, orderIds: number[], now: Instant): Promise<void> {
  if (orderIds.length === 0) return;
  const values = { ids: JSON.stringify(orderIds) };
  await forgetResponses(tx, values);
  await forgetPayloads(tx, values);
  await cancelUnfinished(tx, { ...values, now });
}

const forgetResponses = prepared<{ ids: string }, never>((db, { ids }) =>
  db
    .updateTable("webhook_attempts")
    .set({ response: "" })
    .where("delivery_id", "in", (delivery) =>
      delivery
        .selectFrom("webhook_deliveries")
        .select("id")
        .where("order_id", "in", valueSet(db, "integer", ids)),
    ),
);

const forgetPayloads = prepared<{ ids: string }, never>((db, { ids }) =>
  db
    .updateTable("webhook_deliveries")
    .set({ payload: null })
    .where("order_id", "in", valueSet(db, "integer", ids))
    .where("kind", "<>", "order.deleted"),
);

const cancelUnfinished = prepared<{ ids: string; now: Instant }, never>((db, { ids, now }) =>
  db
    .updateTable("webhook_deliveries")
    .set({ state: "cancelled", finished_at: now })
    .where("order_id", "in", valueSet(db, "integer", ids))
    .where("kind", "<>", "order.deleted")
    .where("finished_at", "is", null),
);
