import type { Tx } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import { returnEmailAllowance } from "./email-allowance.ts";
import { recordNotSent } from "./sending/results.ts";

/** Why an email of a stopped order is not sent, in words for the store. */
const stopSentences = {
  on_hold: "Not sent: the order is on hold. The email is sent when you release it.",
  revoked: "Not sent: the order is revoked. The email is sent if you restore it.",
};

/**
 * For an order (row number) that is put on hold or revoked: cancels its queued delivery emails, and returns whether there were
 * any. They no longer count toward the daily allowance. A running attempt can still succeed; before the next one, the worker
 * finds that the order delivers nothing.
 */
export async function cancelForStop(
  tx: Tx,
  orderId: number,
  reason: keyof typeof stopSentences,
  now: Instant,
): Promise<boolean> {
  const canceled = await tx
    .updateTable("emails")
    .set({ status: "cancelled" })
    .where("order_id", "=", orderId)
    .where("kind", "=", "delivery")
    .where("status", "=", "queued")
    .where("lease_expires_at", "is", null)
    .returning(["id", "account_id as accountId", "created_at as createdAt"])
    .execute();
  for (const email of canceled) await noteStopped(tx, email, reason, now);
  return canceled.length > 0;
}

/** Records why an email that was just canceled is not sent, and removes it from the daily allowance. */
export async function noteStopped(
  tx: Tx,
  email: { id: number; accountId: number; createdAt: Instant },
  reason: keyof typeof stopSentences,
  now: Instant,
): Promise<void> {
  await recordNotSent(tx, email, stopSentences[reason], now);
  await returnEmailAllowance(tx, email.accountId, email.createdAt);
}

/**
 * Cancels these emails (row numbers) if they are waiting, and removes them from the daily allowance. A running attempt continues.
 * Returns how many were canceled.
 */
export async function cancelWaiting(tx: Tx, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const canceled = await tx
    .updateTable("emails")
    .set({ status: "cancelled" })
    .where("id", "in", ids)
    .where("status", "=", "queued")
    .where("lease_expires_at", "is", null)
    .returning(["account_id as accountId", "created_at as createdAt"])
    .execute();
  for (const { accountId, createdAt } of canceled) await returnEmailAllowance(tx, accountId, createdAt);
  return canceled.length;
}

/** Cancels an email (row number) whose account is being removed. */
export async function cancelEmail(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable("emails")
    .set({ status: "cancelled" })
    .where("id", "=", id)
    .where("status", "=", "queued")
    .execute();
}
