import { type Facts, noFacts, type Refund, type ShopLine } from "../facts.ts";
import { AccessMissing, type Reading, type Shop, type ShopQuestion, UnreadableEvent } from "../shop.ts";
import { isHmac } from "../signatures.ts";
import {
  at,
  currencyOf,
  type Json,
  listOf,
  mayTakeBack,
  notFollowed,
  notPaid,
  numberOf,
  parseAnswer,
  parseJson,
  perUnit,
  quantityOf,
  refundQuestion,
  textOf,
  timeOf,
  totalRefund,
  unreadableOf,
} from "../values.ts";
import { failedCharge, renewal, takenBack } from "./subscription-events.ts";

/**
 * WooCommerce (https://developer.woocommerce.com/docs/apis/rest-api/v3/webhooks/). Each event holds the whole order as it is
 * then, so the newest state counts: an order that was canceled unpaid can still be paid.
 */
export const woocommerce: Shop = {
  shopOf({ headers, body }, { apiUrl }) {
    const self = textOf(at(parseJson(body), "_links", "self", 0, "href"));
    return siteOf(headers["x-wc-webhook-source"] ?? self ?? apiUrl ?? "");
  },

  verify({ headers, body }, secrets) {
    const signature = headers.get("x-wc-webhook-signature");
    // Sent unsigned when a webhook is saved; WooCommerce keeps the webhook only if it is answered 200.
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
    // The event holds the ID and no time.
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

/** The site of an address in it: without scheme, `www.` and the path of the interface. */
function siteOf(address: string): string | null {
  const url = URL.parse(address);
  if (url === null) return null;
  const path = url.pathname.replace(/\/(wp-json|index\.php)(\/.*)?$/, "").replace(/\/+$/, "");
  return url.host.replace(/^www\./, "") + path;
}

/** Orders of one page. */
const ordersAtOnce = 50;

/** The orders that were changed since then (https://developer.woocommerce.com/docs/apis/rest-api/v3/orders/#list-all-orders). */
async function* changedOrders(question: ShopQuestion, since: number) {
  for (let page = 1; ; page++) {
    const modified = new Date(since).toISOString().slice(0, 19);
    const query = { modified_after: modified, dates_are_gmt: "true", order: "asc", per_page: String(ordersAtOnce) };
    const orders = listOf(await readShop(question, "orders", { ...query, page: String(page) }));
    // Older versions do not know the parameter, and answer with all orders.
    const changed = orders.filter((order) => timeOf(at(order, "date_modified_gmt")) >= since);
    yield changed.map((order) => ({ headers: { "x-wc-webhook-topic": "order.polled" }, body: JSON.stringify(order) }));
    if (orders.length < ordersAtOnce) return;
  }
}

/** Reads from the shop's interface. Throws `AccessMissing` if it lacks or refuses the key, and an error for any other refusal. */
async function readShop(
  { fetch, access, settings }: ShopQuestion,
  path: string,
  query: Record<string, string> = {},
): Promise<Json> {
  if (!settings.apiUrl || !access.key || !access.secret) {
    throw new AccessMissing("Enter the shop's address, the consumer key and the consumer secret.");
  }
  const url = new URL(`${settings.apiUrl.replace(/\/+$/, "")}/wp-json/wc/v3/${path}`);
  url.search = new URLSearchParams(query).toString();
  const headers = { authorization: `Basic ${btoa(`${access.key}:${access.secret}`)}` };
  const { status, text } = await fetch(url, { headers });
  if (status === 401 || status === 403) throw new AccessMissing("WooCommerce refuses the consumer key.");
  if (status !== 200) throw new Error(`WooCommerce answered ${status}`);
  return parseAnswer(text, "WooCommerce");
}

const beginning = (body: Uint8Array) => new TextDecoder().decode(body.subarray(0, 40));

/** Orders get these once they are paid, also by hand, and then without a date of payment. */
const paidStatuses = new Set(["processing", "completed"]);

/** Others end an order, or put it aside; those of plugins say nothing of the payment. */
const otherStatuses = new Set(["cancelled", "refunded", "trash"]);

/** Those of plugins may be steps of shipping, or take the order back, which only the owner knows. */
const isOwnStatus = (status: string) =>
  ![paidStatuses, unpaidStatuses, otherStatuses].some((known) => known.has(status));

function questionOn(status: string): string | null {
  if (!isOwnStatus(status) || !mayTakeBack(status)) return null;
  return `The order's status in the shop is "${status.slice(0, 100)}". Revoke the order if the customer is to lose it.`;
}

const restored =
  "The order was taken out of the trash in the shop. What was revoked or restored here by hand stays so.";

function noteOn(status: string): { note?: string } {
  if (!isOwnStatus(status) || mayTakeBack(status)) return {};
  return { note: `The order's status in the shop is "${status.slice(0, 100)}", which takes nothing back here.` };
}

/** Of orders that are not paid, or not any more. */
const unpaidStatuses = new Set(["pending", "on-hold", "failed"]);

const statusOf = (order: Json) => textOf(at(order, "status")) ?? "";

const hasDateOfPayment = (order: Json) => timeOf(at(order, "date_paid_gmt")) > 0 || timeOf(at(order, "date_paid")) > 0;

const isPaid = (order: Json) => hasDateOfPayment(order) || paidStatuses.has(statusOf(order));

/** The subscription that an order renews, as the plugin WooCommerce Subscriptions notes it; null for any other order. */
function renewedBy(order: Json): string | null {
  const note = listOf(at(order, "meta_data")).find((one) => at(one, "key") === "_subscription_renewal");
  return textOf(at(note, "value"));
}

/** JSON: what a subscription says of its end, and nothing of the customer (https://woocommerce.github.io/subscriptions-rest-api-docs/). */
async function subscriptionOf(question: ShopQuestion, id: string): Promise<string> {
  const subscription = await readShop(question, `subscriptions/${encodeURIComponent(id)}`);
  if (paidUntil(subscription) === null) throw new Error("WooCommerce does not say until when the subscription is paid");
  const names = ["parent_id", "next_payment_date_gmt", "end_date_gmt"];
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, at(subscription, name) ?? null])));
}

/** Until when the last payment pays: the last one of a subscription pays until its end. */
function paidUntil(subscription: Json): number | null {
  const [next, end] = ["next_payment_date_gmt", "end_date_gmt"].map((name) => timeOf(at(subscription, name)));
  return next || end || null;
}

/** The order with which a subscription began. Those made by hand have none. */
function parentOf(subscription: Json): string | null {
  const id = textOf(at(subscription, "parent_id"));
  return id === "0" ? null : id;
}

const goesOn = "The subscription is not over. Only its payments prolong access, so nothing was changed.";

/** One that is `pending-cancel` ends with what is paid (https://woocommerce.com/document/subscriptions/statuses/). */
const endedStatuses = new Set(["cancelled", "expired", "pending-cancel"]);

/** A subscription names its order, and when it ends; its times are those of the last payment only when it begins. */
function readSubscription(topic: string, subscription: Json): Reading {
  const id = textOf(at(subscription, "id"));
  const orderId = parentOf(subscription);
  if (id === null || orderId === null) return { topic, orderId: null, facts: null };
  const status = statusOf(subscription);
  const isOver = endedStatuses.has(status);
  const over = { at: timeOf(at(subscription, "date_modified_gmt")), isOver };
  const first = { until: paidUntil(subscription), isFirst: true, total: null, currency: null };
  const isNew = topic === "subscription.created";
  const facts = { ...noFacts, subscription: id, periods: isNew ? { [orderId]: first } : {}, over };
  const note = isNew ? { note: "It tells until when the order is paid for." } : isOver ? {} : { note: goesOn };
  return { topic, orderId, otherIds: [`subscription ${id}`], facts, ...note };
}

/** An order that renews a subscription is a payment of the order that began it. */
function readRenewal(
  topic: string,
  subscription: string,
  { order, fetched }: { order: Json; fetched: string | null },
): Reading {
  const id = textOf(at(order, "id")) ?? "";
  const status = statusOf(order);
  const orderId = `subscription ${subscription}`;
  const changedAt = timeOf(at(order, "date_modified_gmt"));
  if (status === "failed" && !hasDateOfPayment(order)) return failedCharge(topic, subscription, { at: changedAt });
  if (!isPaid(order) && status !== "refunded") return { topic, orderId, facts: null, note: notPaid };
  const payment = `order ${textOf(at(order, "number")) ?? id}`;
  if (otherStatuses.has(status)) return takenBack(topic, subscription, { id, payment });
  const told = fetched === null ? null : parseJson(fetched);
  const [total, currency] = [numberOf(at(order, "total")), currencyOf(at(order, "currency"))];
  const paidAt = timeOf(at(order, "date_paid_gmt")) || changedAt;
  const period = { until: paidUntil(told), total, currency };
  const paid = renewal(topic, subscription, { id, paidAt, order: parentOf(told), ...period });
  const isPartly = listOf(at(order, "refunds")).length > 0;
  return isPartly ? takenBack(topic, subscription, { id, payment: `part of ${payment}` }, paid) : paid;
}

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
  // Says nothing of the state before.
  if (status === "trash") return noFacts.withdrawn;
  if (!unpaidStatuses.has(status)) return { at: changedAt, because: null };
  // Of changes in one second, which is as exact as the shop's times are, an order without a date was first not paid.
  return { at: hasPaidDate ? changedAt : changedAt - 1, because: "unpaid" };
}

function lineOf(line: Json, index: number): ShopLine {
  const quantity = quantityOf(at(line, "quantity"));
  const ids = [at(line, "variation_id"), at(line, "product_id")].map(textOf);
  return {
    id: textOf(at(line, "id")) ?? String(index),
    sku: textOf(at(line, "sku")),
    // 0 stands for none.
    productIds: ids.filter((id): id is string => id !== null && id !== "0"),
    name: textOf(at(line, "name")) ?? "",
    quantity,
    price: perUnit(paidFor(line), quantity),
    ...unreadableOf(["quantity", at(line, "quantity")], ["price", at(line, "total")], ["tax", at(line, "total_tax")]),
  };
}

/** The shop names what is left after discounts, and the tax on it. */
function paidFor(line: Json): number | null {
  const total = numberOf(at(line, "total"));
  return total === null ? null : total + (numberOf(at(line, "total_tax")) ?? 0);
}

function refundsOf(refunds: Json): Facts["refunds"] {
  if (refunds !== undefined && refunds !== null && !Array.isArray(refunds)) return totalRefund(refunds);
  return Object.fromEntries(listOf(refunds).map(refundOf));
}

/** An order names its refunds with their amounts only, which are negative. */
function refundOf(refund: Json, index: number): [string, Refund] {
  const total = numberOf(at(refund, "total"));
  const amount = total === null ? null : Math.abs(total);
  const asked = refundQuestion(amount ?? at(refund, "total"));
  return [textOf(at(refund, "id")) ?? String(index), { amount, lines: [], ...asked }];
}

/** What all refunds come to, if that can be told: a refund can be deleted in the shop. */
function refundedIn(order: Json, status: string): { refunded?: number } {
  const refunds = at(order, "refunds");
  if (!Array.isArray(refunds) || !(paidStatuses.has(status) || status === "refunded")) return {};
  const amounts = Object.values(refundsOf(refunds)).map(({ amount }) => amount);
  if (amounts.includes(null)) return {};
  const sum = amounts.reduce<number>((all, amount) => all + (amount ?? 0), 0);
  return { refunded: status === "refunded" ? Math.max(sum, numberOf(at(order, "total")) ?? 0) : sum };
}
