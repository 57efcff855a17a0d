import { randomUUID } from "node:crypto";
import type { SelectQueryBuilder } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { lockRows } from "../../platform/database/row-locks.ts";
import { rowSet } from "../../platform/database/row-set.ts";
import type { EmailKind, EmailStatus, Schema } from "../../platform/database/schema.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { noteChangedOrders } from "../../store/order-changes/note-changes.ts";
import { takeEmailAllowance, takeEmailAllowances } from "./email-allowance.ts";
import { laneOf } from "./lanes.ts";
import type { RenderedEmail } from "./mailer.ts";

/** Row numbers of emails, as a query. */
type EmailIds = SelectQueryBuilder<Schema, "announcement_recipients", { email_id: number }>;

type SendingAccount = Pick<Account, "id" | "plan" | "createdAt">;

/**
 * Writes the order's delivery email into the outbox, within the order's own transaction; the worker sends it once that
 * is committed. Over the account's daily allowance, the message is stored as `over_allowance` and is never sent
 * automatically (docs/reference/email.md, Daily allowances). `order.id` is the row's number. Returns the email's row number and
 * what became of it.
 */
export async function queueDeliveryEmail(
  tx: Tx,
  account: SendingAccount,
  order: { id: number; email: string },
  now: Instant,
): Promise<{ id: number; status: "queued" | "over_allowance" }> {
  const status = (await takeEmailAllowance(tx, account, now)) ? "queued" : "over_allowance";
  return { id: await insertDeliveryEmail(tx, account, { order, status }, now), status };
}

/**
 * Queues the delivery emails of new orders of one account, as `queueDeliveryEmail` does for one, and returns what became
 * of each.
 */
export async function queueDeliveryEmails(
  tx: Tx,
  account: SendingAccount,
  orders: { id: number; email: string }[],
  now: Instant,
): Promise<("queued" | "over_allowance")[]> {
  const covered = await takeEmailAllowances(tx, account, orders.length, now);
  const statuses = orders.map((_, index) => (index < covered ? "queued" : "over_allowance"));
  const rows = orders.map(({ id, email }, index) => {
    const status = statuses[index] as "queued" | "over_allowance";
    return {
      accountId: account.id,
      orderId: id,
      kind: "delivery",
      lane: status === "queued" ? laneOf("delivery") : null,
      status,
      recipient: email,
      messageId: newMessageId(),
      nextAttemptAt: now,
      createdAt: now,
    };
  });
  await inSlices(rows, (slice) => insertUnwritten(tx, { rows: JSON.stringify(slice) }));
  return statuses;
}

/** The columns of an email whose text is not written yet, with the field that fills each. */
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

/** Queues an email in place of one that was queued before and counted toward the allowance then. */
export async function replaceDeliveryEmail(
  tx: Tx,
  account: SendingAccount,
  order: { id: number; email: string },
  now: Instant,
): Promise<void> {
  await insertDeliveryEmail(tx, account, { order, status: "queued" }, now);
}

/**
 * Queues the email with all links of a customer, to an address that may be anybody's: the worker finds out whether it is a
 * customer's, so that nobody learns it from an answer or the time it takes.
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
 * Queues the email that tells the customer of an order (row number) of a new version. The caller has counted it toward the
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

/** Those of the emails (row numbers, by a query of one column) that wait to be sent. */
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

export { takeAnnouncementAllowances } from "./email-allowance.ts";

/** Returns the row number. */
async function insertDeliveryEmail(
  tx: Tx,
  account: SendingAccount,
  { order, status }: { order: { id: number; email: string }; status: "queued" | "over_allowance" },
  now: Instant,
): Promise<number> {
  await noteChangedOrders(tx, [order.id]);
  const email = { kind: "delivery", orderId: order.id, recipient: order.email, status, content: null } as const;
  return insertEmail(tx, account, { ...email }, now);
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

/** An email for the outbox. Without `content`, its text is written at the first attempt. */
interface NewEmail {
  kind: EmailKind;
  /** Row number. */
  orderId: number | null;
  recipient: string;
  status: "queued" | "over_allowance";
  content: RenderedEmail | null;
}

/** Writes an email into the outbox, and returns its row number. */
export async function insertEmail(
  tx: Tx,
  account: Pick<Account, "id">,
  { content, ...email }: NewEmail,
  now: Instant,
): Promise<number> {
  const lane = email.status === "queued" ? laneOf(email.kind) : null;
  const { subject = null, text = null, html = null } = content ?? {};
  const [inserted] = await insertOne(tx, {
    ...email,
    messageId: newMessageId(),
    subject,
    text,
    html,
    accountId: account.id,
    lane,
    now,
  });
  if (!inserted) throw new Error("The email was not inserted.");
  return inserted.id;
}

type EmailRow = Omit<NewEmail, "content"> &
  Record<keyof RenderedEmail, string | null> & {
    messageId: string;
    accountId: number;
    lane: number | null;
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
      next_attempt_at: row.now,
      created_at: row.now,
    })
    .returning("id"),
);

/** The Message-ID of an email that was not tried yet. The first attempt puts the sender's domain in place of the host. */
const newMessageId = () => `${randomUUID()}@waybill`;

/** The same email's Message-ID with the domain of its sender's address, as receivers expect it. */
export const messageIdFrom = (messageId: string, sender: string) =>
  `${messageId.slice(0, messageId.lastIndexOf("@"))}@${sender.slice(sender.lastIndexOf("@") + 1)}`;

/**
 * Which of these orders (row numbers) have a queued email whose text is not written yet. Their rows are locked, so the
 * text will include this transaction's changes.
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

/** Whether a delivery email of the order (row number) was ever queued. */
export async function hasDeliveryEmail(tx: Tx, orderId: number): Promise<boolean> {
  const emails = tx.selectFrom("emails").select("id").where("order_id", "=", orderId).where("kind", "=", "delivery");
  return (await emails.limit(1).executeTakeFirst()) !== undefined;
}
