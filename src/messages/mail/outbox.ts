import { randomUUID } from "node:crypto";
import type { SelectQueryBuilder } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { lockRows } from "../../platform/database/row-locks.ts";
import { rowSet } from "../../platform/database/row-set.ts";
import type { EmailKind, EmailStatus, Schema } from "../../platform/database/schema.ts";
import { inSlices } from "../../platform/database/slices.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { noteChangedOrders } from "../../store/order-changes/note-changes.ts";
import { type EmailedOrder, firstAttemptAt, isWaiting, queuedEmail } from "./due-times.ts";
import { takeEmailAllowance, takeEmailAllowances } from "./email-allowance.ts";
import { laneOf } from "./sending/lanes.ts";
import type { RenderedEmail } from "./transport/mailer.ts";

/** Row numbers of emails, as a query. */
type EmailIds = SelectQueryBuilder<Schema, "announcement_recipients", { email_id: number }>;

type SendingAccount = Pick<Account, "id" | "plan" | "createdAt">;

/** The store to whose address the emails of its test orders go. */
type DeliveringAccount = SendingAccount & Pick<Account, "email">;

/**
 * Writes the order's delivery email into the outbox, within the order's own transaction; the worker sends it once that is
 * committed. Over the account's daily allowance, the message is stored as `over_allowance` and is never sent automatically
 * (docs/reference/email.md, Daily allowances). A gift that is still to come has one waiting email, however often it is requested;
 * its buyer gets one confirmation. Returns the email's row number and status.
 */
export async function queueDeliveryEmail(
  tx: Tx,
  account: DeliveringAccount,
  order: EmailedOrder,
  now: Instant,
): Promise<{ id: number; status: "queued" | "over_allowance" }> {
  if (order.recipientEmail !== null) {
    await queueGiftConfirmation(tx, account, order, now);
    const waiting = isWaiting(order, now) ? await queuedEmail(tx, order.id) : undefined;
    if (waiting) return { id: waiting.id, status: "queued" };
  }
  const status = (await takeEmailAllowance(tx, account, now)) ? "queued" : "over_allowance";
  return { id: await insertDeliveryEmail(tx, account, { order, status }, now), status };
}

/** Queues the delivery emails of new orders of one account, each like `queueDeliveryEmail`, and returns the outcomes. */
export async function queueDeliveryEmails(
  tx: Tx,
  account: DeliveringAccount,
  orders: EmailedOrder[],
  now: Instant,
): Promise<("queued" | "over_allowance")[]> {
  const covered = await takeEmailAllowances(tx, account, orders.length, now);
  const statuses = orders.map((_, index) => (index < covered ? "queued" : "over_allowance"));
  const rows = orders.map((order, index) => {
    const status = statuses[index] as "queued" | "over_allowance";
    return {
      accountId: account.id,
      orderId: order.id,
      kind: "delivery",
      lane: status === "queued" && !isWaiting(order, now) ? laneOf("delivery") : null,
      status,
      recipient: addressOf(account, order),
      messageId: newMessageId(),
      nextAttemptAt: firstAttemptAt(order, now),
      createdAt: now,
    };
  });
  await inSlices(rows, (slice) => insertUnwritten(tx, { rows: JSON.stringify(slice) }));
  for (const order of orders) {
    if (order.recipientEmail !== null) await queueGiftConfirmation(tx, account, order, now);
  }
  return statuses;
}

/** Queues the email to the buyer of a gift, once for each order. */
async function queueGiftConfirmation(
  tx: Tx,
  account: DeliveringAccount,
  order: EmailedOrder,
  now: Instant,
): Promise<void> {
  const before = tx
    .selectFrom("emails")
    .select("id")
    .where("order_id", "=", order.id)
    .where("kind", "=", "gift_confirmation")
    .where("status", "<>", "cancelled");
  if (await before.limit(1).executeTakeFirst()) return;
  const recipient = addressOf(account, { ...order, recipientEmail: null });
  const email = { kind: "gift_confirmation", orderId: order.id, recipient, status: "queued" } as const;
  await insertEmail(tx, account, { ...email, content: null }, now);
}

/** The columns of an email without text, each with the field that fills it. */
const unwrittenColumns = {
  account_id: ["accountId", "integer"],
  order_id: ["orderId", "integer"],
  kind: "text",
  lane: "integer",
  status: "text",
  recipient: "text",
  message_id: ["messageId", "text"],
  next_attempt_at: ["nextAttemptAt", "integer"],
  created_at: ["createdAt", "integer"],
} as const;

const insertUnwritten = prepared<{ rows: string }, never>((db, { rows }) => {
  const columns = Object.keys(unwrittenColumns) as (keyof typeof unwrittenColumns)[];
  return db
    .insertInto("emails")
    .columns(columns)
    .expression(({ selectFrom }) =>
      selectFrom(rowSet(db, "email", unwrittenColumns, rows)).select(
        columns.map((column) => `email.${column}` as const),
      ),
    );
});

/** Queues an email in place of an earlier one that already counted toward the allowance. */
export async function replaceDeliveryEmail(
  tx: Tx,
  account: DeliveringAccount,
  order: EmailedOrder,
  now: Instant,
): Promise<void> {
  await insertDeliveryEmail(tx, account, { order, status: "queued" }, now);
}

/**
 * Queues the email with all links of a customer. The address may be anyone's: only the worker finds out whether it is a
 * customer's, so that neither the response nor its timing reveals it.
 */
export async function queueLibraryEmail(
  tx: Tx,
  account: SendingAccount,
  recipient: string,
  now: Instant,
): Promise<void> {
  const email = { kind: "library", orderId: null, recipient, status: "queued", content: null } as const;
  await insertEmail(tx, account, { ...email }, now);
}

/**
 * Queues the email that tells the customer of an order (row number) about a new version. The caller has counted it toward the
 * allowance. Returns its row number.
 */
export function queueAnnouncementEmail(
  tx: Tx,
  account: SendingAccount,
  order: { id: number; email: string },
  now: Instant,
): Promise<number> {
  const email = { kind: "announcement", orderId: order.id, recipient: order.email, status: "queued" } as const;
  return insertEmail(tx, account, { ...email, content: null }, now);
}

/** Returns the waiting emails among these (row numbers, as a query of one column). */
export async function queuedAmong(tx: Tx, ids: EmailIds): Promise<number[]> {
  const queued = tx.selectFrom("emails").select("id").where("id", "in", ids).where("status", "=", "queued");
  return (await queued.execute()).map(({ id }) => id);
}

/** How many of these emails have each status. Use `db.scan`: there may be many. */
export async function countByStatus(reader: Reader, ids: EmailIds): Promise<Map<EmailStatus, number>> {
  const rows = await reader
    .selectFrom("emails")
    .select(({ fn }) => ["status", fn.countAll<number>().as("count")])
    .where("id", "in", ids)
    .groupBy("status")
    .execute();
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}

/** Where the delivery email goes. */
const addressOf = ({ email: store }: DeliveringAccount, { email, recipientEmail, test }: EmailedOrder) =>
  test === 1 ? store : (recipientEmail ?? email);

/** Returns the row number. */
async function insertDeliveryEmail(
  tx: Tx,
  account: DeliveringAccount,
  { order, status }: { order: EmailedOrder; status: "queued" | "over_allowance" },
  now: Instant,
): Promise<number> {
  await noteChangedOrders(tx, [order.id]);
  const recipient = addressOf(account, order);
  const email = { kind: "delivery", orderId: order.id, recipient, status, content: null } as const;
  return insertEmail(tx, account, { ...email, firstAttemptAt: firstAttemptAt(order, now) }, now);
}

/** An email for the outbox. Without `content`, its text is written at the first attempt. */
interface NewEmail {
  kind: EmailKind;
  /** Row number. */
  orderId: number | null;
  recipient: string;
  status: "queued" | "over_allowance";
  content: RenderedEmail | null;
  /** Default: now. */
  firstAttemptAt?: Instant;
}

/** Writes an email into the outbox, and returns its row number. */
export async function insertEmail(
  tx: Tx,
  account: Pick<Account, "id">,
  { content, firstAttemptAt, ...email }: NewEmail,
  now: Instant,
): Promise<number> {
  const at = firstAttemptAt ?? now;
  const lane = email.status === "queued" && at <= now ? laneOf(email.kind) : null;
  const { subject = null, text = null, html = null } = content ?? {};
  const [inserted] = await insertOne(tx, {
    ...email,
    messageId: newMessageId(),
    subject,
    text,
    html,
    accountId: account.id,
    lane,
    at,
    now,
  });
  if (!inserted) throw new Error("The email was not inserted.");
  return inserted.id;
}

type EmailRow = Omit<NewEmail, "content" | "firstAttemptAt"> &
  Record<keyof RenderedEmail, string | null> & {
    messageId: string;
    accountId: number;
    lane: number | null;
    at: Instant;
    now: Instant;
  };

const insertOne = prepared<EmailRow, { id: number }>((db, row) =>
  db
    .insertInto("emails")
    .values({
      account_id: row.accountId,
      order_id: row.orderId,
      kind: row.kind,
      lane: row.lane,
      status: row.status,
      recipient: row.recipient,
      subject: row.subject,
      text_body: row.text,
      html_body: row.html,
      message_id: row.messageId,
      next_attempt_at: row.at,
      created_at: row.now,
    })
    .returning("id"),
);

/** The Message-ID of an untried email. The first attempt replaces the host by the sender's domain. */
const newMessageId = () => `${randomUUID()}@waybill`;

/** The same email's Message-ID with the domain of its sender's address, as receivers expect it. */
export const messageIdFrom = (messageId: string, sender: string) =>
  `${messageId.slice(0, messageId.lastIndexOf("@"))}@${sender.slice(sender.lastIndexOf("@") + 1)}`;

/**
 * Which of these orders (row numbers) have a queued email without text. Their rows are locked, so the text will include this
 * transaction's changes.
 */
export async function ordersWithUnwrittenEmail(tx: Tx, orderIds: number[]): Promise<Set<number>> {
  // Locked, so that a worker on another connection waits.
  const unwritten = await lockRows(tx, "emails")
    .where("order_id", "in", orderIds)
    .where("kind", "=", "delivery")
    .where("status", "=", "queued")
    .where("attempts", "=", 0)
    .returning("order_id as orderId")
    .execute();
  return new Set(unwritten.flatMap(({ orderId }) => orderId ?? []));
}

/** Which of these orders (row numbers) have a delivery email that was not sent yet. */
export async function ordersWithQueuedEmail(reader: Reader, orderIds: number[]): Promise<Set<number>> {
  if (orderIds.length === 0) return new Set();
  const queued = await reader
    .selectFrom("emails")
    .select("order_id as orderId")
    .where("order_id", "in", orderIds)
    .where("kind", "=", "delivery")
    .where("status", "=", "queued")
    .execute();
  return new Set(queued.flatMap(({ orderId }) => orderId ?? []));
}

/** Whether a delivery email of the order (row number) was ever queued. */
export async function hasDeliveryEmail(tx: Tx, orderId: number): Promise<boolean> {
  const emails = tx.selectFrom("emails").select("id").where("order_id", "=", orderId).where("kind", "=", "delivery");
  return (await emails.limit(1).executeTakeFirst()) !== undefined;
}
