import { sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";

/** An endpoint for which deliveries wait. */
export interface WaitingEndpoint {
  /** Row numbers. */
  id: number;
  accountId: number;
  url: string;
  /** Deliveries made before a time that are still to be sent. */
  count: number;
  /** When the oldest of them was made. */
  since: Instant;
}

/**
 * The endpoints of all accounts for which deliveries from `before` or earlier wait, the oldest first. Those that wait for an earlier
 * one of the same order are not counted.
 */
export async function waitingEndpoints(reader: Reader, before: Instant): Promise<WaitingEndpoint[]> {
  const rows = await reader
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
    .select(["endpoint.id", "endpoint.account_id as accountId", "endpoint.url"])
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("delivery.created_at").as("since")])
    // Written as in the indexes.
    .where(sql<boolean>`(delivery.state = 'ready' or delivery.state = 'deferred')`)
    .where("delivery.created_at", "<=", before)
    .where("endpoint.disabled_at", "is", null)
    .where("endpoint.deleted_at", "is", null)
    .groupBy(["endpoint.id", "endpoint.account_id", "endpoint.url"])
    .orderBy("since")
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
