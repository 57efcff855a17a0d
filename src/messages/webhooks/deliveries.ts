import type { Selection } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import type { Schema, WebhookAttemptsTable } from "../../platform/database/schema.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Vault } from "../../platform/vault.ts";
import { bodyOf } from "./body.ts";

const columns = [
  "delivery.id",
  "delivery.endpoint_id as endpointId",
  "delivery.message_id as messageId",
  "delivery.kind",
  "delivery.state",
  "delivery.next_attempt_at as nextAttemptAt",
  "delivery.created_at as createdAt",
  "delivery.finished_at as finishedAt",
] as const;

const attemptColumns = [
  "delivery_id as deliveryId",
  "attempted_at as attemptedAt",
  "duration",
  "status",
  "response",
] as const;

export type Attempt = Selection<
  { webhook_attempts: WebhookAttemptsTable },
  "webhook_attempts",
  (typeof attemptColumns)[number]
>;

/** An event for one endpoint, with the newest attempts to deliver it, oldest first. */
export interface Delivery
  extends Selection<Schema & { delivery: Schema["webhook_deliveries"] }, "delivery", (typeof columns)[number]> {
  attempts: Attempt[];
}

/** Maximum number of attempts of each delivery in a list. */
const attemptsShown = 20;

/** The filter by `state`. `waiting` means all unfinished deliveries. */
export type DeliveryFilter = "waiting" | "delivered" | "failed" | "cancelled" | undefined;

/** One page of the endpoint's deliveries, newest first, and their total number. */
export async function listDeliveries(
  reader: Reader,
  endpointId: number,
  filter: DeliveryFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ deliveries: Delivery[]; total: number }> {
  let found = reader.selectFrom("webhook_deliveries as delivery").where("delivery.endpoint_id", "=", endpointId);
  if (filter === "waiting") found = found.where("delivery.finished_at", "is", null);
  else if (filter) found = found.where("delivery.state", "=", filter);
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await found.select(columns).orderBy("delivery.id", "desc").limit(limit).offset(offset).execute();
  return { deliveries: await withAttempts(reader, rows), total };
}

/** A delivery with its body as sent; null after its order was deleted. Throws `not_found`. */
export async function requireDelivery(
  reader: Reader,
  vault: Vault,
  accountId: number,
  id: number,
): Promise<Delivery & { body: string | null }> {
  const row = await reader
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
    .select(columns)
    .select(["delivery.payload", "endpoint.include_secrets as includeSecrets"])
    .where("delivery.id", "=", id)
    .where("endpoint.account_id", "=", accountId)
    .where("endpoint.deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) throw new DomainError("not_found", `There is no webhook delivery ${id}.`);
  const { payload, includeSecrets, ...rest } = row;
  const [delivery] = await withAttempts(reader, [rest]);
  return {
    ...(delivery as Delivery),
    body: payload === null ? null : bodyOf(vault, payload, { includeSecrets: includeSecrets === 1 }),
  };
}

/** The endpoint's delivery of a message that was just added. */
export async function newestDelivery(reader: Reader, messageId: string, endpointId: number): Promise<Delivery> {
  const row = await reader
    .selectFrom("webhook_deliveries as delivery")
    .select(columns)
    .where("delivery.endpoint_id", "=", endpointId)
    .where("delivery.message_id", "=", messageId)
    .orderBy("delivery.id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return { ...row, attempts: [] };
}

async function withAttempts(reader: Reader, rows: Omit<Delivery, "attempts">[]): Promise<Delivery[]> {
  if (rows.length === 0) return [];
  const attempts = await reader
    .selectFrom("webhook_attempts")
    .select(attemptColumns)
    .where(
      "delivery_id",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("delivery_id")
    .orderBy("id")
    .execute();
  const byDelivery = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
  return rows.map((row) => ({ ...row, attempts: (byDelivery.get(row.id) ?? []).slice(-attemptsShown) }));
}
