import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Tx } from "../database/database.ts";
import { holdRows } from "../database/hold-rows.ts";
import { prepared } from "../database/prepared.ts";
import type { AccountsTable, EmailKind, EmailsTable } from "../database/schema.ts";
import type { Language } from "../i18n/languages.ts";
import {
  type DomainNotice,
  type RenewalRequestWords,
  renderDomainNotice,
  renderInvitation,
  renderPersonEmail,
  renderRenewalRequest,
} from "./account-email.ts";
import { takeEmailAllowance } from "./email-allowance.ts";
import { laneOf } from "./queue.ts";
import { maskAddresses } from "./server-words.ts";
import type { RenderedEmail } from "./templates.ts";

type Account = Pick<Selectable<AccountsTable>, "id" | "handle" | "custom_domain" | "plan" | "created_at">;
type SendingAccount = Pick<Account, "id" | "handle" | "custom_domain">;
type NamedAccount = Account & Pick<Selectable<AccountsTable>, "name">;

/**
 * Writes the order's delivery email into the outbox, within the order's own transaction; the worker sends it once that
 * is committed. Over the account's daily allowance, the message is stored as `over_allowance` and is never sent
 * automatically (docs/email.md, Daily allowances). `order.id` is the row's number; `now` in milliseconds since 1970.
 */
export async function queueDeliveryEmail(
  tx: Tx,
  account: Account,
  order: { id: number; email: string },
  now: number,
): Promise<"queued" | "over_allowance"> {
  return (await writeDeliveryEmail(tx, account, order, now)).status;
}

/** Like `queueDeliveryEmail`, but also returns the email's row number. */
export async function writeDeliveryEmail(
  tx: Tx,
  account: Account,
  order: { id: number; email: string },
  now: number,
): Promise<{ id: number; status: "queued" | "over_allowance" }> {
  const status = (await takeEmailAllowance(tx, account, now)) ? "queued" : "over_allowance";
  return { id: await insertDeliveryEmail(tx, account, { order, status }, now), status };
}

/** Queues an email in place of one that was queued before and counted toward the allowance then. */
export async function replaceDeliveryEmail(
  tx: Tx,
  account: SendingAccount,
  order: { id: number; email: string },
  now: number,
): Promise<void> {
  await insertDeliveryEmail(tx, account, { order, status: "queued" }, now);
}

/** Returns the row number. */
function insertDeliveryEmail(
  tx: Tx,
  account: SendingAccount,
  { order, status }: { order: { id: number; email: string }; status: "queued" | "over_allowance" },
  now: number,
): Promise<number> {
  const unwritten = { subject: null, text_body: null, html_body: null };
  const email = { kind: "delivery", order_id: order.id, recipient: order.email, status, ...unwritten } as const;
  const host = account.custom_domain ?? `${account.handle}.waybill`;
  return insertEmail(tx, account, { ...email, message_id: newMessageId(host) }, now);
}

/** In milliseconds. Long enough for a caller that corrects an address and then sends the email in a second call. */
const longestWaitAfterChange = 60_000;

/**
 * Call after changing the email address of an order (row number): a queued email that waits for its next attempt does
 * not wait much longer. That attempt uses the new address. `now` in milliseconds since 1970.
 */
export async function hastenEmails(tx: Tx, orderId: number, now: number): Promise<void> {
  const soon = now + longestWaitAfterChange;
  await tx
    .updateTable("emails")
    .set({ next_attempt_at: soon })
    .where("order_id", "=", orderId)
    .where("kind", "=", "delivery")
    .where("status", "=", "queued")
    .where("next_attempt_at", ">", soon)
    .execute();
}

/** A link for a member of the account, and the address it is sent to. Written within the caller's transaction. */
interface AccountLink {
  recipient: string;
  link: string;
}

/** Queues the email with which an invited person accepts. `now` in milliseconds since 1970. */
export function queueInvitation(tx: Tx, account: NamedAccount, to: AccountLink, now: number): Promise<void> {
  const content = renderInvitation(account, to.link);
  return queueAccountEmail(tx, account, { ...content, ...to, kind: "invitation" }, now);
}

/** Queues the email with which a person sets a new password. `now` in milliseconds since 1970. */
export function queuePasswordReset(tx: Tx, account: NamedAccount, to: AskedLink, now: number): Promise<void> {
  return queueAskedEmail(tx, account, { ...to, kind: "password_reset" }, now);
}

/** Queues the email with which a person signs in without their password. `now` in milliseconds since 1970. */
export function queueSignInLink(tx: Tx, account: NamedAccount, to: AskedLink, now: number): Promise<void> {
  return queueAskedEmail(tx, account, { ...to, kind: "sign_in_link" }, now);
}

/** A link that a person has requested. */
interface AskedLink extends AccountLink {
  language: Language;
}

function queueAskedEmail(
  tx: Tx,
  account: NamedAccount,
  { kind, ...to }: AskedLink & { kind: "password_reset" | "sign_in_link" },
  now: number,
): Promise<void> {
  return queueAccountEmail(tx, account, { ...renderPersonEmail(kind, account, to), ...to, kind }, now);
}

/**
 * Queues the email that tells the store of a customer's request; deleting the order (a row number) forgets it too, for
 * it holds the customer's name and words. `now` in milliseconds since 1970.
 */
export function queueRenewalRequest(
  tx: Tx,
  account: NamedAccount & Pick<Selectable<AccountsTable>, "email">,
  { orderId, words }: { orderId: number; words: RenewalRequestWords },
  now: number,
): Promise<void> {
  const content = renderRenewalRequest(account, words);
  const email = { ...content, recipient: account.email, link: words.link, kind: "renewal_request", orderId } as const;
  return queueAccountEmail(tx, account, email, now);
}

/** Queues the email that tells the store what has become of its domain. `now` in milliseconds since 1970. */
export function queueDomainNotice(
  tx: Tx,
  account: NamedAccount & Pick<Selectable<AccountsTable>, "email">,
  notice: DomainNotice,
  now: number,
): Promise<void> {
  const content = renderDomainNotice(account, notice);
  const to = { recipient: account.email, link: notice.link };
  return queueAccountEmail(tx, account, { ...content, ...to, kind: "domain_notice" }, now);
}

/**
 * Does not count toward the daily allowance, which is for delivery emails. Its Message-ID names the service's own host,
 * as its link does, and not the store's domain.
 */
async function queueAccountEmail(
  tx: Tx,
  account: NamedAccount,
  email: RenderedEmail & AccountLink & { kind: EmailKind; orderId?: number },
  now: number,
): Promise<void> {
  const { kind, recipient, link, orderId = null, subject, text, html } = email;
  const content = { subject, text_body: text, html_body: html, message_id: newMessageId(new URL(link).hostname) };
  await insertEmail(tx, account, { kind, order_id: orderId, recipient, status: "queued", ...content }, now);
}

type EmailContent = "kind" | "order_id" | "recipient" | "status" | "subject" | "text_body" | "html_body" | "message_id";

/** Returns the row number. */
async function insertEmail(
  tx: Tx,
  account: Pick<Account, "id">,
  email: Pick<Selectable<EmailsTable>, EmailContent>,
  now: number,
): Promise<number> {
  const lane = email.status === "queued" ? laneOf(email.kind) : null;
  const [inserted] = await insertOne(tx, { ...email, accountId: account.id, lane, now });
  if (!inserted) throw new Error("The email was not inserted.");
  return inserted.id;
}

type EmailRow = Pick<Selectable<EmailsTable>, EmailContent | "lane"> & { accountId: number; now: number };

const insertOne = prepared<EmailRow, { id: number }>((db, row) =>
  db
    .insertInto("emails")
    .values({
      account_id: row.accountId,
      order_id: row.order_id,
      kind: row.kind,
      lane: row.lane,
      status: row.status,
      recipient: row.recipient,
      subject: row.subject,
      text_body: row.text_body,
      html_body: row.html_body,
      message_id: row.message_id,
      next_attempt_at: row.now,
      created_at: row.now,
    })
    .returning("id"),
);

const newMessageId = (host: string) => `${randomUUID()}@${host}`;

/**
 * Those of the orders (row numbers) of which a delivery email is queued whose text will be written only after the caller's
 * transaction, and so will hold what the transaction changes: no worker takes it before.
 */
export async function ordersWithUnwrittenEmail(tx: Tx, orderIds: number[]): Promise<Set<number>> {
  // Locked, so that a worker on another connection waits.
  const unwritten = await holdRows(tx, "emails")
    .where("order_id", "in", orderIds)
    .where("kind", "=", "delivery")
    .where("status", "=", "queued")
    .where("attempts", "=", 0)
    .returning("order_id")
    .execute();
  return new Set(unwritten.flatMap(({ order_id }) => order_id ?? []));
}

/**
 * For a deleted order: what is queued is never sent, and no message of the order keeps its recipient, its content or
 * an address in the mail server's answers. What the mailbox has kept is removed by the worker afterwards. A lease stays,
 * so that a try under way can still record how it ended.
 */
export async function cancelEmails(tx: Tx, orderId: number): Promise<void> {
  await tx
    .updateTable("emails")
    .set({ status: "cancelled" })
    .where("order_id", "=", orderId)
    .where("status", "=", "queued")
    .execute();
  await tx
    .updateTable("emails")
    .set({ recipient: "", subject: null, text_body: null, html_body: null })
    .where("order_id", "=", orderId)
    .execute();
  // Not only sent emails: a server may have died between storing a message and recording it.
  await tx
    .insertInto("message_removals")
    .columns(["email_id"])
    .expression(({ selectFrom }) =>
      selectFrom("emails").select("id").where("order_id", "=", orderId).where("attempts", ">", 0),
    )
    .execute();
  const tries = await tx
    .selectFrom("email_tries as try")
    .innerJoin("emails as email", "email.id", "try.email_id")
    .select(["try.id", "try.response"])
    .where("email.order_id", "=", orderId)
    .execute();
  for (const { id, response } of tries) {
    const masked = maskAddresses(response);
    if (masked === response) continue;
    await tx.updateTable("email_tries").set({ response: masked }).where("id", "=", id).execute();
  }
}
