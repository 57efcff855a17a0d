import { sql } from "kysely";
import { type NewEvent, recordEvents, wants } from "../../messages/webhooks/record-events.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { keyMakerOf } from "../catalog/products.ts";

/** A pool with this many keys, or fewer, is low. */
const lowPool = 10;

/** How many keys an order item got. */
export interface AssignedKeys {
  orderId: number;
  itemId: number;
  productId: number;
  keys: number;
}

/** Call in the transaction that assigned keys to order items and has locked their pools. Some items may have got no keys. */
export async function recordAssignedKeys(
  tx: Tx,
  account: Pick<Account, "id" | "webhookEvents">,
  items: AssignedKeys[],
  at: Instant,
): Promise<void> {
  if (account.webhookEvents === "") return;
  const assigned = items.filter(({ keys }) => keys > 0);
  const events: NewEvent[] = assigned.map(({ orderId, itemId }) => ({
    accountId: account.id,
    kind: "license_key.assigned",
    orderId,
    subjectId: itemId,
    at,
  }));
  if (wants(account, "license_key.pool_low") || wants(account, "license_key.pool_empty")) {
    for (const [productId, its] of Map.groupBy(assigned, (item) => item.productId)) {
      // A pool whose keys are made never runs out.
      if (await keyMakerOf(tx, productId)) continue;
      const kind = poolKind(
        await keysLeft(tx, productId),
        its.reduce((sum, { keys }) => sum + keys, 0),
      );
      if (kind) events.push({ accountId: account.id, kind, orderId: null, subjectId: productId, at });
    }
  }
  await recordEvents(tx, events);
}

/** The event of a pool that has `left` keys after `taken` of them were assigned; null for none. */
function poolKind(left: number, taken: number): "license_key.pool_low" | "license_key.pool_empty" | null {
  if (left === 0) return "license_key.pool_empty";
  return left <= lowPool && left + taken > lowPool ? "license_key.pool_low" : null;
}

/** The product's unassigned keys, counted up to a few. */
async function keysLeft(reader: Reader, productId: number): Promise<number> {
  const [counted] = await countFree(reader, { productId });
  return counted?.left ?? 0;
}

const countFree = prepared<{ productId: number }, { left: number }>((db, { productId }) =>
  db
    .selectFrom(
      db
        .selectFrom("license_keys")
        .select("id")
        // A range, so that PostgreSQL always uses the index of free keys, whatever number it estimates.
        .where("product_id", ">=", productId)
        .where("product_id", "<=", productId)
        .where("assigned_at", "is", null)
        .limit(sql.lit(lowPool + 1))
        .as("free"),
    )
    .select(({ fn }) => fn.countAll<number>().as("left")),
);
