import { sql } from "kysely";
import type { EmailKind } from "../../platform/database/schema.ts";
import type { Queue } from "../../platform/queue/queue.ts";

/**
 * Emails that a person waits for at a screen (a new password, a sign-in link, an invitation) get every other place, so that neither
 * many of them nor many of the stores' emails hold up the others.
 */
export const peopleLane = 0;
export const storeLane = 1;
/** Announcements give way to everything else. Servers of an earlier version leave them to this one. */
export const announcementLane = 2;
export type Lane = typeof peopleLane | typeof storeLane | typeof announcementLane;

/** The emails that nobody waits for at a screen. */
const storeKinds: EmailKind[] = ["delivery", "renewal_request", "domain_notice", "webhook_notice", "weekly_digest"];

/** The lane of the queue in which an email of this kind waits. */
export function laneOf(kind: EmailKind): number {
  if (kind === "announcement") return announcementLane;
  return storeKinds.includes(kind) ? storeLane : peopleLane;
}

const laneOfRow = sql`case when kind in (${sql.join(storeKinds.map((kind) => sql.lit(kind)))}) then ${sql.lit(storeLane)}
  when kind = 'announcement' then ${sql.lit(announcementLane)} else ${sql.lit(peopleLane)} end`;

/** The conditions of the indexes `emails_ready`, `emails_deferred` and `emails_held`. */
export const emailQueue: Queue<"emails"> = {
  table: "emails",
  leases: "attempts",
  ready: sql`status = 'queued' and lane is not null and lease_expires_at is null`,
  deferred: sql`status = 'queued' and lane is null and lease_expires_at is null`,
  held: sql`status = 'queued' and lease_expires_at is not null`,
  makeReady: sql`lane = ${laneOfRow}`,
};
