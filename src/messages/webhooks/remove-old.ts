import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { type Instant, instant } from "../../platform/instants.ts";

/** Days for which finished deliveries and the responses of endpoints are kept (docs/connect/webhooks.md). */
export const keptDays = 90;

/** Removes old finished deliveries of all accounts. Returns whether there may be more. */
export async function removeOldDeliveries(tx: Tx, now: Instant, most: number): Promise<boolean> {
  const before = instant(now - keptDays * dayMilliseconds);
  const oldest = await tx
    .selectFrom("webhook_deliveries")
    .select(["id", "created_at as createdAt", "finished_at as finishedAt"])
    .where("finished_at", "is not", null)
    .orderBy("id")
    .limit(most)
    .execute();
  const old = oldest.filter(({ createdAt }) => createdAt < before);
  await removeDeliveries(
    tx,
    old.map(({ id }) => id),
  );
  return old.length === most;
}

/** Removes deliveries of deleted endpoints, and then the endpoints. Returns whether there may be more. */
export async function removeDeletedEndpoints(tx: Tx, _: Instant, most: number): Promise<boolean> {
  const deleted = await tx
    .selectFrom("webhook_endpoints")
    .select("id")
    .where("deleted_at", "is not", null)
    .limit(sql.lit(1))
    .executeTakeFirst();
  if (!deleted) return false;
  const rows = await tx
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("endpoint_id", "=", deleted.id)
    .limit(most)
    .execute();
  await removeDeliveries(
    tx,
    rows.map(({ id }) => id),
  );
  if (rows.length < most) await tx.deleteFrom("webhook_endpoints").where("id", "=", deleted.id).execute();
  return true;
}

async function removeDeliveries(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom("webhook_attempts").where("delivery_id", "in", ids).execute();
  await tx.deleteFrom("webhook_deliveries").where("id", "in", ids).execute();
}
