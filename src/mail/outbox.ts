import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Tx } from "../database/database.ts";
import { holdRows } from "../database/hold-rows.ts";
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
  const unwritten = { subject: null, text_body: null, html_body: null };
  const email = { kind: "delivery", order_id: order.id, recipient: order.email, status, ...unwritten } as const;
  return { id: await insertEmail(tx, account, email, now), status };
}

/** A link for a member of the account, and the address it is sent to. Written within the caller's transaction. */
interface AccountLink {
  recipient: string;
  link: string;
}

/** Queues the email with which an invited person accepts. `now` in milliseconds since 1970. */
export function queueInvitation(tx: Tx, account: NamedAccount, to: AccountLink, now: number): Promise<void> {
  const content = renderInvitation(account, to.link);
  return queueAccountEmail(tx, account, { ...content, recipient: to.recipient, kind: "invitation" }, now);
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
  { kind, recipient, ...words }: AskedLink & { kind: "password_reset" | "sign_in_link" },
  now: number,
): Promise<void> {
  return queueAccountEmail(tx, account, { ...renderPersonEmail(kind, account, words), recipient, kind }, now);
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
  const email = { ...content, recipient: account.email, kind: "renewal_request", orderId } as const;
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
  return queueAccountEmail(tx, account, { ...content, recipient: account.email, kind: "domain_notice" }, now);
}

/** Does not count toward the daily allowance, which is for delivery emails. */
async function queueAccountEmail(
  tx: Tx,
  account: NamedAccount,
  email: RenderedEmail & { kind: EmailKind; recipient: string; orderId?: number },
  now: number,
): Promise<void> {
  const { kind, recipient, orderId = null, subject, text, html } = email;
  const content = { subject, text_body: text, html_body: html };
  await insertEmail(tx, account, { kind, order_id: orderId, recipient, status: "queued", ...content }, now);
}

type EmailContent = "kind" | "order_id" | "recipient" | "status" | "subject" | "text_body" | "html_body";

/** Returns the row number. */
async function insertEmail(
  tx: Tx,
  account: Account,
  email: Pick<Selectable<EmailsTable>, EmailContent>,
  now: number,
): Promise<number> {
  const { id } = await tx
    .insertInto("emails")
    .values({
      ...email,
      account_id: account.id,
      lane: email.status === "queued" ? laneOf(email.kind) : null,
      next_attempt_at: now,
      lease_expires_at: null,
      message_id: newMessageId(account),
      created_at: now,
      sent_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

function newMessageId({ handle, custom_domain }: Pick<Account, "handle" | "custom_domain">): string {
  return `${randomUUID()}@${custom_domain ?? `${handle}.waybill`}`;
}

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
