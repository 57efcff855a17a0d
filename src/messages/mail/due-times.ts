import type { Tx } from "../../platform/database/database.ts";
import { hourMilliseconds } from "../../platform/days.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import { laneOf } from "./sending/lanes.ts";

/** An order (row number) with a queued email. For a gift, it goes to the recipient, and not before its delivery; for a test, to the store. */
export interface EmailedOrder {
  id: number;
  email: string;
  recipientEmail: string | null;
  deliverAt: Instant | null;
  /** 1 for a test; 0 or absent otherwise. */
  test?: number;
}

/** Whether the order is a gift that is still to come. */
export const isWaiting = ({ deliverAt }: Pick<EmailedOrder, "deliverAt">, now: Instant) =>
  deliverAt !== null && deliverAt > now;

/** The longest time, in milliseconds, until the queue checks a waiting email again (`lineUpDeferred`). */
const longestDeferral = 12 * hourMilliseconds;

/** When the order's email is first checked. */
export const firstAttemptAt = ({ deliverAt }: Pick<EmailedOrder, "deliverAt">, now: Instant): Instant =>
  instant(Math.max(now, Math.min(deliverAt ?? now, now + longestDeferral)));

/** The waiting delivery email of the order (row number). */
export const queuedEmail = (tx: Tx, orderId: number) =>
  tx
    .selectFrom("emails")
    .select("id")
    .where("order_id", "=", orderId)
    .where("kind", "=", "delivery")
    .where("status", "=", "queued")
    .limit(1)
    .executeTakeFirst();

/** Call when a gift's delivery is moved: moves its queued email to the new time, if nobody has tried to send it. */
export async function rescheduleEmail(tx: Tx, order: EmailedOrder, now: Instant): Promise<void> {
  await tx
    .updateTable("emails")
    .set({
      next_attempt_at: firstAttemptAt(order, now),
      lane: isWaiting(order, now) ? null : laneOf("delivery"),
    })
    .where("order_id", "=", order.id)
    .where("kind", "=", "delivery")
    .where("status", "=", "queued")
    .where("subject", "is", null)
    .execute();
}

/** In milliseconds. Long enough for a caller that corrects an address and then sends the email in a second call. */
const longestWaitAfterChange = 60_000;

/**
 * Call after changing the email address of an order (row number): a queued email that waits for its next attempt does
 * not wait much longer. That attempt uses the new address.
 */
export async function hastenEmails(tx: Tx, orderId: number, now: Instant): Promise<void> {
  const soon = instant(now + longestWaitAfterChange);
  await tx
    .updateTable("emails")
    .set({ next_attempt_at: soon })
    .where("order_id", "=", orderId)
    .where("kind", "=", "delivery")
    .where("status", "=", "queued")
    .where("next_attempt_at", ">", soon)
    .execute();
}
