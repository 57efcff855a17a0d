import { sql } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { lockRows } from "../../platform/database/row-locks.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { EmailStatus } from "../../platform/database/schema.ts";
import { isSameAddress, loweredSpellingsOf } from "../../platform/email-address.ts";
import type { Instant } from "../../platform/instants.ts";
import { noteChangedOrders } from "../../store/order-changes/note-changes.ts";
import { recordEvents } from "../webhooks/record-events.ts";
import { customerKinds } from "./sending/lanes.ts";
import { storedWords } from "./transport/server-words.ts";
import { addUndeliverable } from "./undeliverable-addresses.ts";

/** A report about an email that a mail server had accepted. */
export interface BounceReport {
  /** `complained`: the customer received it, and reported it as spam. */
  reason: "bounced" | "complained";
  /** The email's Message-ID, without angle brackets. */
  messageId: string;
  /** The recipient whom it did not reach, or who complained. */
  recipient: string;
  /** Whether the address gets no more emails. */
  permanent: boolean;
  /** The message of the receiver's mail server. */
  words: string;
}

/**
 * `known`: the email was reported before. `unknown`: the account has sent no such email to this recipient. `too_early`: a worker
 * is still sending it, so report it again later.
 */
export type BounceResult = "recorded" | "known" | "unknown" | "too_early";

/** With these statuses, the email has been sent as far as is known. */
const outStatuses: EmailStatus[] = ["queued", "sent", "failed"];

const neverOut: EmailStatus[] = ["kept", "over_allowance"];

/** Records a report about an email of the account. Only the first one counts, even if several services report it. */
export async function recordBounce(
  tx: Tx,
  accountId: number,
  report: BounceReport,
  now: Instant,
): Promise<BounceResult> {
  const id = await emailOf(tx, accountId, report);
  if (id === undefined) return "unknown";
  const email = await lockRows(tx, "emails")
    .where("id", "=", id)
    .returning(["kind", "status", "recipient", "order_id as orderId", "lease_expires_at as leaseExpiresAt", "attempts"])
    .executeTakeFirst();
  // The email may have been erased meanwhile.
  if (!email || !isSameAddress(email.recipient, report.recipient)) return "unknown";
  if (email.attempts === 0 || neverOut.includes(email.status)) return "unknown";
  if (await isReported(tx, id)) return "known";
  if (email.leaseExpiresAt !== null) return "too_early";
  const { reason, recipient: address } = report;
  const response = storedWords(report.words);
  await tx.insertInto("email_tries").values({ email_id: id, tried_at: now, outcome: reason, response }).execute();
  if (report.permanent) {
    await addUndeliverable(tx, accountId, { address, reason, response, emailId: id, createdAt: now });
  }
  // An email that another one has replaced stays canceled.
  if (!outStatuses.includes(email.status)) return "recorded";
  await tx.updateTable("emails").set({ status: reason, lane: null }).where("id", "=", id).execute();
  if (email.kind === "delivery" && email.orderId !== null) {
    const { orderId } = email;
    await noteChangedOrders(tx, [orderId]);
    await recordEvents(tx, [{ accountId, kind: `email.${reason}`, orderId, subjectId: id, at: now }]);
  }
  return "recorded";
}

/** The number of the customer's email with this Message-ID and recipient. The index on recipients finds it. */
async function emailOf(reader: Reader, accountId: number, report: BounceReport): Promise<number | undefined> {
  const found = await reportedEmails(reader, report)
    .select("emails.id")
    .where("emails.account_id", "=", accountId)
    .executeTakeFirst();
  return found?.id;
}

/** Which of these accounts (row numbers) sent this email to a customer; undefined if none did. */
export async function senderAmong(
  reader: Reader,
  accountIds: number[],
  report: BounceReport,
): Promise<number | undefined> {
  const found = await reportedEmails(reader, report)
    .select("emails.account_id as accountId")
    .where("emails.account_id", "in", valueSet(reader, "integer", JSON.stringify(accountIds)))
    .executeTakeFirst();
  return found?.accountId;
}

const reportedEmails = (reader: Reader, { messageId, recipient }: BounceReport) =>
  reader
    .selectFrom("emails")
    .where("emails.kind", "in", customerKinds)
    .where(sql<string>`lower(emails.recipient)`, "in", loweredSpellingsOf(recipient))
    .where("emails.message_id", "=", messageId);

async function isReported(reader: Reader, id: number): Promise<boolean> {
  const report = reader
    .selectFrom("email_tries")
    .select("id")
    .where("email_id", "=", id)
    .where("outcome", "in", ["bounced", "complained"]);
  return (await report.limit(1).executeTakeFirst()) !== undefined;
}
