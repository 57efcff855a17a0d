import type { Tx } from "../../platform/database/database.ts";
import type { EmailKind } from "../../platform/database/schema.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { insertEmail } from "./outbox.ts";
import {
  type DomainNotice,
  type HeldOrders,
  type RenewalRequestWords,
  renderDomainNotice,
  renderHeldOrders,
  renderInvitation,
  renderPersonEmail,
  renderRenewalRequest,
  renderWebhookNotice,
  renderWeeklyDigest,
  type WebhookNotice,
  type WeeklyDigest,
} from "./people-emails.ts";
import type { RenderedEmail } from "./transport/mailer.ts";

/** A link for a member of the account, and the recipient's address. Created within the caller's transaction. */
interface AccountLink {
  recipient: string;
  link: string;
}

/** Queues the email with an invitation link. */
export function queueInvitation(tx: Tx, account: Account, to: AccountLink, now: Instant): Promise<void> {
  const content = renderInvitation(account, to.link);
  return queueAccountEmail(tx, account, { ...content, ...to, kind: "invitation" }, now);
}

/** Queues the email with a link for setting a new password. */
export function queuePasswordReset(tx: Tx, account: Account, to: AskedLink, now: Instant): Promise<void> {
  return queueAskedEmail(tx, account, { ...to, kind: "password_reset" }, now);
}

/** Queues the email with a link for signing in without a password. */
export function queueSignInLink(tx: Tx, account: Account, to: AskedLink, now: Instant): Promise<void> {
  return queueAskedEmail(tx, account, { ...to, kind: "sign_in_link" }, now);
}

/** A link that a person has requested. */
interface AskedLink extends AccountLink {
  language: Language;
}

function queueAskedEmail(
  tx: Tx,
  account: Account,
  { kind, ...to }: AskedLink & { kind: "password_reset" | "sign_in_link" },
  now: Instant,
): Promise<void> {
  return queueAccountEmail(tx, account, { ...renderPersonEmail(kind, account, to), ...to, kind }, now);
}

/**
 * Queues the email that tells the store about a customer's request. It contains the customer's name and words, so deleting the
 * order (row number) erases it too.
 */
export function queueRenewalRequest(
  tx: Tx,
  account: Account,
  { orderId, words }: { orderId: number; words: RenewalRequestWords },
  now: Instant,
): Promise<void> {
  const content = renderRenewalRequest(account, words);
  const email = { ...content, recipient: account.email, link: words.link, kind: "renewal_request", orderId } as const;
  return queueAccountEmail(tx, account, email, now);
}

/** Queues the email that tells the store about a change of its domain's state. */
export function queueDomainNotice(tx: Tx, account: Account, notice: DomainNotice, now: Instant): Promise<void> {
  const content = renderDomainNotice(account, notice);
  const to = { recipient: account.email, link: notice.link };
  return queueAccountEmail(tx, account, { ...content, ...to, kind: "domain_notice" }, now);
}

/** Queues the email that tells the store that a webhook endpoint was disabled. */
export function queueWebhookNotice(tx: Tx, account: Account, notice: WebhookNotice, now: Instant): Promise<void> {
  const content = renderWebhookNotice(account, notice);
  const to = { recipient: account.email, link: notice.link };
  return queueAccountEmail(tx, account, { ...content, ...to, kind: "webhook_notice" }, now);
}

/** Queues the email with a week's figures. */
export function queueWeeklyDigest(tx: Tx, account: Account, digest: WeeklyDigest, now: Instant): Promise<void> {
  const content = renderWeeklyDigest(account, digest);
  const to = { recipient: account.email, link: digest.link };
  return queueAccountEmail(tx, account, { ...content, ...to, kind: "weekly_digest" }, now);
}

/** Queues the email that tells the store about orders that its rules have put on hold. */
export function queueHeldOrders(tx: Tx, account: Account, held: HeldOrders, now: Instant): Promise<void> {
  const content = renderHeldOrders(account, held);
  const to = { recipient: account.email, link: held.link };
  return queueAccountEmail(tx, account, { ...content, ...to, kind: "held_orders" }, now);
}

/** Does not count toward the daily allowance, which is only for delivery emails. */
async function queueAccountEmail(
  tx: Tx,
  account: Account,
  email: RenderedEmail & AccountLink & { kind: EmailKind; orderId?: number },
  now: Instant,
): Promise<void> {
  const { kind, recipient, orderId = null, subject, text, html } = email;
  const content = { subject, text, html };
  await insertEmail(tx, account, { kind, orderId, recipient, status: "queued", content }, now);
}
