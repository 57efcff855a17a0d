import { sql } from "kysely";
import type { EmailKind } from "../../../platform/database/schema.ts";
import type { Queue } from "../../../platform/queue/queue.ts";

/**
 * Emails that a person waits for at a screen (a new password, a sign-in link, an invitation, a customer's links). They get every
 * other place, so that neither they nor the stores' emails hold up the others.
 */
export const peopleLane = 0;
export const storeLane = 1;
/** All other emails come before announcements. Servers of an earlier version leave announcements to this one. */
export const announcementLane = 2;
export type Lane = typeof peopleLane | typeof storeLane | typeof announcementLane;

/** The lane in which an email waits. */
const lanes: Record<EmailKind, Lane> = {
  delivery: storeLane,
  library: peopleLane,
  announcement: announcementLane,
  gift_confirmation: storeLane,
  password_reset: peopleLane,
  sign_in_link: peopleLane,
  invitation: peopleLane,
  renewal_request: storeLane,
  domain_notice: storeLane,
  webhook_notice: storeLane,
  weekly_digest: storeLane,
  held_orders: storeLane,
};

/** The emails to customers, which stores can see. Emails to the account's people contain secret links. */
export const customerKinds = ["delivery", "library", "announcement", "gift_confirmation"] as const;
export type CustomerEmailKind = (typeof customerKinds)[number];

export const isForCustomer = (kind: EmailKind): kind is CustomerEmailKind =>
  (customerKinds as readonly EmailKind[]).includes(kind);

/** Delivery emails, those with a customer's links, and those to an account's people. */
export const emailKinds = Object.keys(lanes) as EmailKind[];

/** The lane of the queue in which an email of this kind waits. */
export const laneOf = (kind: EmailKind): Lane => lanes[kind];

const kindsOf = (lane: Lane) =>
  sql.join(emailKinds.filter((kind) => lanes[kind] === lane).map((kind) => sql.lit(kind)));

const laneOfRow = sql`case when kind in (${kindsOf(peopleLane)}) then ${sql.lit(peopleLane)}
  when kind in (${kindsOf(storeLane)}) then ${sql.lit(storeLane)} else ${sql.lit(announcementLane)} end`;

/** The conditions of the indexes `emails_ready`, `emails_deferred` and `emails_held`. */
export const emailQueue: Queue<"emails"> = {
  table: "emails",
  leases: "attempts",
  ready: sql`status = 'queued' and lane is not null and lease_expires_at is null`,
  deferred: sql`status = 'queued' and lane is null and lease_expires_at is null`,
  held: sql`status = 'queued' and lease_expires_at is not null`,
  makeReady: sql`lane = ${laneOfRow}`,
};
