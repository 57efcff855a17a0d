import { queueRenewalRequest } from "../../../messages/mail/account-outbox.ts";
import { queueDeliveryEmail } from "../../../messages/mail/outbox.ts";
import { recordEvents } from "../../../messages/webhooks/record-events.ts";
import { adminLink } from "../../../platform/admin-links.ts";
import type { Reader, Tx } from "../../../platform/database/database.ts";
import { dayMilliseconds } from "../../../platform/days.ts";
import { readableAddress } from "../../../platform/email-address.ts";
import { DomainError } from "../../../platform/errors.ts";
import { localizationFor } from "../../../platform/i18n/localization.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { reopenOrder } from "../changing/expire-and-reopen.ts";
import type { EmailOutcome } from "../creating/create-orders.ts";
import { isExpired } from "../expiration.ts";
import { lockOrderByGuid } from "../lock-order.ts";
import type { Order } from "../order-columns.ts";
import { hasItems } from "../order-items.ts";
import { orderName } from "../reading/customer-view.ts";
import { loadDelivery } from "../reading/load-delivery.ts";
import { namesInWords } from "../reading/named-products.ts";
import { rejectEmailOfStopped, rejectStopped, stopOf } from "../stop-reasons.ts";
import { renewalReason } from "./renewal-grant.ts";
import { newestRequest, type RenewalRequest, renewalRequestById, selfServiceRenewals } from "./renewal-requests.ts";

/**
 * What the customer can do: `ask` the store, or `renew` that many times without approval. `sent`: the store was asked at that
 * instant and has not answered. `declined`: the store declined. `ended`: paid access ended at that instant, and only a payment
 * prolongs it.
 */
export type RenewalState =
  | { kind: "ended"; at: Instant }
  | { kind: "ask" }
  | { kind: "sent"; at: Instant }
  | { kind: "declined"; at: Instant }
  | { kind: "renew"; left: number };

/** Longest message from a customer, in characters. */
export const longestMessage = 500;

/**
 * In this many milliseconds, a store gets at most one email about the same order. A declined request can be repeated after them.
 */
const quietFor = dayMilliseconds;

/** What the customer of an order that has expired or is used up can do. */
export async function renewalState(
  reader: Reader,
  account: Account,
  { id: orderId, accessUntil }: Pick<Order, "id" | "accessUntil">,
  now: Instant,
): Promise<RenewalState> {
  if (accessUntil !== null && isExpired(accessUntil, now)) return { kind: "ended", at: accessUntil };
  const used = await selfServiceRenewals(reader, orderId);
  if (used < account.selfServiceRenewals) return { kind: "renew", left: account.selfServiceRenewals - used };
  const asked = await newestRequest(reader, orderId);
  if (!asked || asked.grantedAt !== null) return { kind: "ask" };
  if (asked.declinedAt === null) return { kind: "sent", at: asked.createdAt };
  return now - asked.declinedAt < quietFor ? { kind: "declined", at: asked.createdAt } : { kind: "ask" };
}

/**
 * Handles the customer's request: renews the order if the store allows that without approval, otherwise asks the store, with at
 * most one email a day. Does nothing if all downloads of the order work, its access has ended, or the store has already been
 * asked. If several callers do this at once, only one renews or asks. `base` is where the store's people sign in. Throws
 * `not_found`, `on_hold` and `revoked`.
 */
export async function requestRenewal(
  tx: Tx,
  account: Account,
  { orderGuid, message, base }: { orderGuid: string; message: string; base: string },
  now: Instant,
): Promise<void> {
  const order = await lockOrderByGuid(tx, account.id, orderGuid);
  rejectStopped(stopOf(order));
  const delivery = await loadDelivery(tx, order.id);
  const reason = delivery && renewalReason(delivery, now);
  if (!reason) return;
  const state = await renewalState(tx, account, order, now);
  if (state.kind !== "renew" && state.kind !== "ask") return;
  const before = await newestRequest(tx, order.id);
  const renews = state.kind === "renew";
  const readable = renews ? "" : readableMessage(message);
  const { id } = await tx
    .insertInto("renewal_requests")
    .values({
      account_id: account.id,
      order_id: order.id,
      reason,
      message: readable,
      self_service: renews ? 1 : 0,
      created_at: now,
      granted_at: renews ? now : null,
      declined_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const kind = renews ? "renewal.granted" : "renewal.requested";
  await recordEvents(tx, [{ accountId: account.id, kind, orderId: order.id, subjectId: id, at: now }]);
  if (renews) {
    await reopenOrder(tx, account, order.publicId, now);
    return;
  }
  if (before && now - before.createdAt < quietFor) return;
  const words = {
    orderName: orderName(delivery),
    // The recipient's for a gift, who has the link.
    customer: `${delivery.firstName} ${delivery.lastName}`.trim(),
    address: readableAddress(delivery.email),
    products: namesInWords(delivery.items, localizationFor("en")),
    reason,
    message: readable,
    orderLink: adminLink(base, `/orders/${encodeURIComponent(order.publicId)}`),
    link: adminLink(base, "/renewals"),
  };
  await queueRenewalRequest(tx, account, { orderId: order.id, words }, now);
}

/**
 * Reopens the request's order as if it were new, and queues its delivery email unless the order is empty. Returns what
 * happened to the email. Throws `not_found`, `in_use` if the request has been answered, and `stopped`.
 */
export async function grantRenewal(
  tx: Tx,
  account: Account,
  id: number,
  now: Instant,
): Promise<{ request: RenewalRequest; email: EmailOutcome }> {
  const { orderPublicId } = await requireRenewalRequest(tx, account.id, id);
  // Before the order is reopened, which would send an email for a request that is still open.
  await answer(tx, account.id, id, { granted_at: now });
  const order = await reopenOrder(tx, account, orderPublicId, now);
  rejectEmailOfStopped(order);
  const email = (await hasItems(tx, order.id)) ? await queueDeliveryEmail(tx, account, order, now) : null;
  return { request: await requireRenewalRequest(tx, account.id, id), email: email?.status ?? null };
}

/**
 * Declines the request and leaves the order as it is. Throws `not_found`, and `in_use` if the request has been
 * answered.
 */
export async function declineRenewal(tx: Tx, account: Account, id: number, now: Instant): Promise<RenewalRequest> {
  await requireRenewalRequest(tx, account.id, id);
  await answer(tx, account.id, id, { declined_at: now });
  return requireRenewalRequest(tx, account.id, id);
}

/** One statement checks and changes, so that one of two simultaneous answers is rejected. */
async function answer(
  tx: Tx,
  accountId: number,
  id: number,
  change: { granted_at: Instant } | { declined_at: Instant },
): Promise<void> {
  const answered = await tx
    .updateTable("renewal_requests")
    .set(change)
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .where("granted_at", "is", null)
    .where("declined_at", "is", null)
    .returning("order_id as orderId")
    .executeTakeFirst();
  if (!answered) throw new DomainError("in_use", "This request has already been answered.");
  const kind = "granted_at" in change ? "renewal.granted" : "renewal.declined";
  const at = "granted_at" in change ? change.granted_at : change.declined_at;
  await recordEvents(tx, [{ accountId, kind, orderId: answered.orderId, subjectId: id, at }]);
}

/** Throws `not_found`. */
export async function requireRenewalRequest(reader: Reader, accountId: number, id: number): Promise<RenewalRequest> {
  const request = await renewalRequestById(reader, accountId, id);
  if (!request) throw new DomainError("not_found", `There is no renewal request ${id}.`);
  return request;
}

/** Keeps line breaks. Removes characters that could damage an email or change the reading direction. */
function readableMessage(message: string): string {
  const lines = message
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/gu, " ")
    .trim();
  return [...lines].slice(0, longestMessage).join("");
}
