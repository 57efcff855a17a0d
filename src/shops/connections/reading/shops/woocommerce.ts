import { at, type Json, listOf, textOf } from "../../../../platform/untrusted-json.ts";
import { type Facts, noFacts, type Refund } from "../../known/facts.ts";
import { type Reading, type Shop, UnreadableEvent } from "../shop.ts";
import {
  currencyOf,
  mayTakeBack,
  notFollowed,
  numberOf,
  parseJson,
  refundQuestion,
  timeOf,
  totalRefund,
} from "../shop-json.ts";
import { isHmac } from "../signatures.ts";
import { changedOrders } from "./woocommerce-api.ts";
import { readRenewal, readSubscription, renewedBy, subscriptionOf } from "./woocommerce-subscriptions.ts";
import { hasDateOfPayment, isPaid, lineOf, otherStatuses, paidStatuses, statusOf } from "./woocommerce-values.ts";

/**
 * WooCommerce (https://developer.woocommerce.com/docs/apis/rest-api/v3/webhooks/). Each event contains the whole order at that
 * time, so the newest state counts: an order that was canceled unpaid can still be paid.
 */
export const woocommerce: Shop = {
  shopOf({ headers, body }, { apiUrl }) {
    const self = textOf(at(parseJson(body), "_links", "self", 0, "href"));
    return siteOf(headers["x-wc-webhook-source"] ?? self ?? apiUrl ?? "");
  },

  verify({ headers, body }, secrets) {
    const signature = headers.get("x-wc-webhook-signature");
    // Sent unsigned when a webhook is saved. WooCommerce keeps the webhook only if the response is 200.
    if (signature === null) return /^webhook_id=\d+$/.test(beginning(body)) ? "greeting" : "wrong";
    return isHmac(signature, body, secrets, "base64") ? "right" : "wrong";
  },

  read({ headers, body, receivedAt = 0 }, { subscriptionGraceInHours }, fetched): Reading {
    const topic = headers["x-wc-webhook-topic"] ?? "order.updated";
    const order = parseJson(body);
    if (textOf(at(order, "code")) === "woocommerce_rest_cannot_view") {
      throw new UnreadableEvent(
        "The person who made this webhook in WooCommerce may no longer view orders. Save the webhook again as another person.",
      );
    }
    const id = textOf(at(order, "id"));
    // The event contains the ID and no time.
    if (topic === "order.deleted") return { topic, orderId: id, facts: { ...noFacts, deletedAt: receivedAt } };
    const follows = subscriptionGraceInHours !== undefined;
    if (topic.startsWith("subscription.")) {
      return { ...readSubscription(topic, order), ...(follows ? {} : { note: notFollowed }) };
    }
    const isOrder = /^(order|action)\./.test(topic) && at(order, "line_items") !== undefined;
    if (!isOrder || id === null) return { topic, orderId: null, facts: null };
    const subscription = renewedBy(order);
    if (follows && subscription !== null) return readRenewal(topic, subscription, { order, fetched });
    const note = topic === "order.restored" ? { note: restored } : noteOn(textOf(at(order, "status")) ?? "");
    return { topic, orderId: id, facts: factsOf(order), ...note };
  },

  mayAsk: ({ subscriptionGraceInHours }) => subscriptionGraceInHours !== undefined,

  async ask({ body }, question) {
    const order = parseJson(body);
    const subscription = renewedBy(order);
    return isPaid(order) && subscription !== null ? subscriptionOf(question, subscription) : null;
  },

  poll: changedOrders,
};

/** The site in an address: without scheme, `www.` and the path of the API. */
function siteOf(address: string): string | null {
  const url = URL.parse(address);
  if (url === null) return null;
  const path = url.pathname.replace(/\/(wp-json|index\.php)(\/.*)?$/, "").replace(/\/+$/, "");
  return url.host.replace(/^www\./, "") + path;
}

const beginning = (body: Uint8Array) => new TextDecoder().decode(body.subarray(0, 40));

/** Statuses of plugins may be steps of shipping, or take the order back. Only the owner knows. */
const isOwnStatus = (status: string) =>
  ![paidStatuses, unpaidStatuses, otherStatuses].some((known) => known.has(status));

function questionOn(status: string): string | null {
  if (!isOwnStatus(status) || !mayTakeBack(status)) return null;
  return `The order's status in the shop is "${status.slice(0, 100)}". Revoke the order if the customer should lose access.`;
}

const restored =
  "The order was taken out of the trash in the shop. What was revoked or restored here by hand stays so.";

function noteOn(status: string): { note?: string } {
  if (!isOwnStatus(status) || mayTakeBack(status)) return {};
  return { note: `The order's status in the shop is "${status.slice(0, 100)}", which takes nothing back here.` };
}

/** Statuses of orders that are not paid, or no longer paid. */
const unpaidStatuses = new Set(["pending", "on-hold", "failed"]);

function factsOf(order: Json): Facts {
  const changedAt = timeOf(at(order, "date_modified_gmt"));
  const status = statusOf(order);
  const hasPaidDate = hasDateOfPayment(order);
  return {
    ...noFacts,
    number: textOf(at(order, "number")),
    paid: isPaid(order),
    paidAt: timeOf(at(order, "date_paid_gmt")) || timeOf(at(order, "date_completed_gmt")) || null,
    content: {
      at: changedAt,
      email: textOf(at(order, "billing", "email")),
      firstName: textOf(at(order, "billing", "first_name")) ?? "",
      lastName: textOf(at(order, "billing", "last_name")) ?? "",
      currency: currencyOf(at(order, "currency")),
      country: textOf(at(order, "billing", "country")),
      locale: null,
      total: numberOf(at(order, "total")),
      lines: listOf(at(order, "line_items")).map(lineOf),
    },
    withdrawn: withdrawnOf(status, changedAt, hasPaidDate),
    state: { at: changedAt, question: questionOn(status), ...refundedIn(order, status) },
    deletedAt: status === "trash" ? changedAt : null,
    refunds: refundsOf(at(order, "refunds")),
  };
}

function withdrawnOf(status: string, changedAt: number, hasPaidDate: boolean): Facts["withdrawn"] {
  if (status === "refunded") return { at: changedAt, because: "refunded" };
  if (status === "cancelled") return { at: changedAt, because: "canceled" };
  // This status says nothing about the one before.
  if (status === "trash") return noFacts.withdrawn;
  if (!unpaidStatuses.has(status)) return { at: changedAt, because: null };
  // The shop's times are whole seconds. If several changes have the same second, the order without a payment date came first.
  return { at: hasPaidDate ? changedAt : changedAt - 1, because: "unpaid" };
}

function refundsOf(refunds: Json): Facts["refunds"] {
  if (refunds !== undefined && refunds !== null && !Array.isArray(refunds)) return totalRefund(refunds);
  return Object.fromEntries(listOf(refunds).map(refundOf));
}

/** An order has only the amounts of its refunds, which are negative. */
function refundOf(refund: Json, index: number): [string, Refund] {
  const total = numberOf(at(refund, "total"));
  const amount = total === null ? null : Math.abs(total);
  const asked = refundQuestion(amount ?? at(refund, "total"));
  return [textOf(at(refund, "id")) ?? String(index), { amount, lines: [], ...asked }];
}

/** The sum of all refunds, if it can be known: a refund can be deleted in the shop. */
function refundedIn(order: Json, status: string): { refunded?: number } {
  const refunds = at(order, "refunds");
  if (!Array.isArray(refunds) || !(paidStatuses.has(status) || status === "refunded")) return {};
  const amounts = Object.values(refundsOf(refunds)).map(({ amount }) => amount);
  if (amounts.includes(null)) return {};
  const sum = amounts.reduce<number>((all, amount) => all + (amount ?? 0), 0);
  return { refunded: status === "refunded" ? Math.max(sum, numberOf(at(order, "total")) ?? 0) : sum };
}
