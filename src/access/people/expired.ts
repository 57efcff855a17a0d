import type { Tx } from "../../platform/database/database.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { type Instant, instant } from "../../platform/instants.ts";

/** How long an expired invitation stays in the list of people, where an owner can send it again. */
const invitationsKept = 30 * dayMilliseconds;

/** Removes at most `most` sessions that have expired. Returns whether there may be more. */
export async function removeExpiredSessions(tx: Tx, now: Instant, most: number): Promise<boolean> {
  const at = new Date(now).toISOString();
  const expired = await tx
    .selectFrom("sessions")
    .select("id")
    .where("expires_at", "<", at)
    .orderBy("expires_at")
    .limit(most)
    .execute();
  const ids = expired.map(({ id }) => id);
  // A session that was prolonged in the meantime stays.
  if (ids.length > 0) await tx.deleteFrom("sessions").where("id", "in", ids).where("expires_at", "<", at).execute();
  return ids.length === most;
}

/** Likewise for one-time tokens, such as those in links to sign in or to set a password. */
export async function removeExpiredVerifications(tx: Tx, now: Instant, most: number): Promise<boolean> {
  const expired = await tx
    .selectFrom("verifications")
    .select("id")
    .where("expires_at", "<", new Date(now).toISOString())
    .orderBy("expires_at")
    .limit(most)
    .execute();
  const ids = expired.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom("verifications").where("id", "in", ids).execute();
  return ids.length === most;
}

/** Likewise for invitations, some time after they have expired. */
export async function removeExpiredInvitations(tx: Tx, now: Instant, most: number): Promise<boolean> {
  const before = instant(now - invitationsKept);
  const expired = await tx
    .selectFrom("invitations")
    .select("id")
    .where("expires_at", "<", before)
    .orderBy("expires_at")
    .limit(most)
    .execute();
  const ids = expired.map(({ id }) => id);
  // An invitation that was sent again in the meantime stays.
  if (ids.length > 0) {
    await tx.deleteFrom("invitations").where("id", "in", ids).where("expires_at", "<", before).execute();
  }
  return ids.length === most;
}
