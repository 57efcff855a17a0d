import { sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";

/** An endpoint with waiting deliveries. */
export interface WaitingEndpoint {
  /** Row numbers. */
  id: number;
  accountId: number;
  url: string;
  /** Number of deliveries that were queued before a time and are not sent yet. */
  count: number;
  /** When the first of them was queued. */
  since: Instant;
}

const inLineSince = sql<Instant>`coalesce(delivery.lined_up_at, delivery.created_at)`;

/**
 * The endpoints of all accounts with waiting deliveries that were queued at `before` or earlier, the oldest first. Deliveries
 * that wait for an earlier one of the same order are not counted.
 */
export async function waitingEndpoints(reader: Reader, before: Instant): Promise<WaitingEndpoint[]> {
  const rows = await reader
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhook_endpoints as endpoint", "endpoint.id", "delivery.endpoint_id")
    .select(["endpoint.id", "endpoint.account_id as accountId", "endpoint.url"])
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min<Instant>(inLineSince).as("since")])
    // The same condition as in the indexes.
    .where(sql<boolean>`(delivery.state = 'ready' or delivery.state = 'deferred')`)
    .where(inLineSince, "<=", before)
    .where("endpoint.disabled_at", "is", null)
    .where("endpoint.deleted_at", "is", null)
    .groupBy(["endpoint.id", "endpoint.account_id", "endpoint.url"])
    .orderBy("since")
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
