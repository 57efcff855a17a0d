import { at, type Json, listOf, textOf } from "../../../../platform/untrusted-json.ts";
import { type Facts, noFacts, type ShopLine } from "../../known/facts.ts";
import { type Reading, type Shop, UnreadableEvent } from "../shop.ts";
import {
  currencyOf,
  disputedIn,
  justBefore,
  notPaid,
  notThrough,
  numberOf,
  parseJson,
  perUnit,
  quantityOf,
  questionOfStatus,
  refundedOf,
  refundQuestion,
  timeOf,
  totalRefund,
  unreadableOf,
} from "../shop-json.ts";
import { isFromPayPal, read, tokenFrom } from "./paypal-api.ts";
import { readSubscription, subscriptionIn, subscriptionOf } from "./paypal-subscriptions.ts";

const refundTopics = new Set([
  "PAYMENT.CAPTURE.REFUNDED",
  "PAYMENT.CAPTURE.REVERSED",
  "PAYMENT.REFUND.PENDING",
  "PAYMENT.REFUND.FAILED",
]);

/** Events of payments that are not captured, each with its status. */
const unpaidTopics: Record<string, string> = {
  "PAYMENT.CAPTURE.DENIED": "DENIED",
  "PAYMENT.CAPTURE.DECLINED": "DECLINED",
  "PAYMENT.CAPTURE.PENDING": "PENDING",
};

/**
 * PayPal (https://developer.paypal.com/api/rest/webhooks/). An order is a captured payment. PayPal is asked whether it sent the
 * event, and for customer and items.
 */
export const paypal: Shop = {
  hasUniqueOrderIds: true,

  verify({ headers }) {
    const isSigned = headers.has("paypal-transmission-sig") && headers.has("paypal-transmission-id");
    return isSigned ? "unchecked" : "wrong";
  },

  read({ body }, { subscriptionGraceInHours }, fetched): Reading {
    const event = parseJson(body);
    const topic = textOf(at(event, "event_type")) ?? "";
    const orderId = captureOf(topic, at(event, "resource"));
    const isTaking = isDispute(topic) || refundTopics.has(topic) || isSaleTakenBack(topic);
    const subscription = subscriptionIn(topic, at(event, "resource"));
    if (subscription !== null) {
      const follows = subscriptionGraceInHours !== undefined;
      if (follows && fetched === null) return { topic, orderId: subscription, facts: null };
      const answers = fetched === null ? null : parseJson(fetched);
      if (follows && at(answers, "verified") !== true) throw new UnreadableEvent(notSent);
      return readSubscription(topic, subscription, { event, follows, told: at(answers, "subscription") });
    }
    if (orderId === null && isTaking) throw new UnreadableEvent("The event names no payment that was captured.");
    if (orderId === null) return { topic, orderId, facts: null };
    if (fetched === null) return { topic, orderId, facts: null };
    const answers = parseJson(fetched);
    if (at(answers, "verified") !== true) throw new UnreadableEvent(notSent);
    if (isDispute(topic)) return { topic, orderId, facts: disputeFacts(topic, event) };
    if (refundTopics.has(topic)) return { topic, orderId, ...refundReading(topic, event) };
    // This may be the payment of a subscription.
    if (isSaleTakenBack(topic)) return { topic, orderId, otherIds: [], facts: saleFacts(topic, event) };
    const status = unpaidTopics[topic];
    if (status !== undefined) return { topic, orderId, facts: unpaidFacts(status, event), note: notPaid };
    return { topic, orderId, facts: captureFacts(event, at(answers, "order")) };
  },

  async ask({ headers, body }, question) {
    const event = parseJson(body);
    const topic = textOf(at(event, "event_type")) ?? "";
    const follows = question.settings.subscriptionGraceInHours !== undefined;
    const subscription = follows ? subscriptionIn(topic, at(event, "resource")) : null;
    if (subscription === null && captureOf(topic, at(event, "resource")) === null) return null;
    const token = await tokenFrom(question);
    const verified = await isFromPayPal(question, token, { headers, body });
    if (subscription !== null) {
      const told = verified ? await subscriptionOf(question, token, { topic, subscription }) : null;
      return JSON.stringify({ verified, subscription: told });
    }
    const order = textOf(at(event, "resource", "supplementary_data", "related_ids", "order_id"));
    const isCapture = verified && order !== null && topic === "PAYMENT.CAPTURE.COMPLETED";
    const found = isCapture ? await read(question, token, `/v2/checkout/orders/${encodeURIComponent(order)}`) : null;
    return JSON.stringify({ verified, order: found });
  },
};

const notSent = "PayPal says that it did not send this event.";

const isDispute = (topic: string) => topic.startsWith("CUSTOMER.DISPUTE.");

/** Events of PayPal's first API, which calls a captured payment a sale. */
const isSaleTakenBack = (topic: string) => topic === "PAYMENT.SALE.REFUNDED" || topic === "PAYMENT.SALE.REVERSED";

/** Only asks the owner: a sale without an order here does not matter. */
function saleFacts(topic: string, event: Json): Facts {
  const question = `PayPal sent "${topic}" for this payment. Revoke the order if the customer should lose access.`;
  return { ...noFacts, state: { at: timeOf(at(event, "create_time")), question } };
}

/** The captured payment that the event is about; null for any other event. */
function captureOf(topic: string, resource: Json): string | null {
  if (topic === "PAYMENT.CAPTURE.COMPLETED" || unpaidTopics[topic] !== undefined) return textOf(at(resource, "id"));
  if (isDispute(topic)) return textOf(at(resource, "disputed_transactions", 0, "seller_transaction_id"));
  if (isSaleTakenBack(topic)) return textOf(at(resource, "sale_id")) ?? textOf(at(resource, "id"));
  if (!refundTopics.has(topic)) return null;
  const up = listOf(at(resource, "links")).find((link) => textOf(at(link, "rel")) === "up");
  return /\/captures\/([\w-]+)/.exec(textOf(at(up, "href")) ?? "")?.[1] ?? null;
}

/** Asks the owner, if the payment was captured before. */
function unpaidFacts(status: string, event: Json): Facts {
  const time = timeOf(at(event, "create_time"));
  const state = { at: status === "PENDING" ? justBefore(time) : time, question: questionOfStatus(status) };
  return { ...noFacts, state };
}

function captureFacts(event: Json, order: Json): Facts {
  const resource = at(event, "resource");
  const payer = at(order, "payer");
  const currency = currencyOf(at(resource, "amount", "currency_code"));
  const total = numberOf(at(resource, "amount", "value"));
  return {
    ...noFacts,
    number: textOf(at(resource, "invoice_id")),
    paid: true,
    state: { at: timeOf(at(event, "create_time")), question: null },
    content: {
      at: timeOf(at(event, "create_time")),
      email: textOf(at(payer, "email_address")),
      firstName: textOf(at(payer, "name", "given_name")) ?? "",
      lastName: textOf(at(payer, "name", "surname")) ?? "",
      currency,
      country: textOf(at(payer, "address", "country_code")),
      locale: null,
      total,
      // In the customer's browser, a button decides what is bought, and the price.
      mustCover: total,
      lines: linesOf(resource, order, total),
    },
  };
}

/** A payment button sends no items. The shop's own ID of the payment can serve as one. */
function linesOf(resource: Json, order: Json, total: number | null): ShopLine[] {
  const units = listOf(at(order, "purchase_units"));
  const items = units.flatMap((unit) => {
    const its = listOf(at(unit, "items"));
    const amounts = amountsOf(unit, ["discount", "tax_total"]);
    return its.map((item) => ({ item, change: changeOf(unit, its), amounts }));
  });
  const custom = textOf(at(resource, "custom_id"));
  if (items.length === 0) {
    const productIds = custom === null ? [] : [custom];
    const shipping = units.reduce<number>((sum, unit) => sum + shippingOf(unit), 0);
    const price = total === null ? null : perUnit(total - shipping, 1);
    const shippings = units.flatMap((unit) => amountsOf(unit, shippingParts));
    const unreadable = unreadableOf(["price", at(resource, "amount", "value")], ...shippings);
    return [{ id: "0", sku: custom, productIds, name: custom ?? "", quantity: 1, price, ...unreadable }];
  }
  return items.map(({ item, change, amounts }, index) => {
    const name = textOf(at(item, "name")) ?? "";
    const price = numberOf(at(item, "unit_amount", "value"));
    const quantity = quantityOf(at(item, "quantity"));
    const total = price === null ? null : (price + taxOf(item) + price * change) * quantity;
    return {
      id: String(index),
      sku: textOf(at(item, "sku")),
      productIds: name === "" ? [] : [name],
      name,
      quantity,
      price: perUnit(total, quantity),
      ...unreadableOf(
        ["quantity", at(item, "quantity")],
        ["price", at(item, "unit_amount", "value")],
        ["tax", at(item, "tax", "value")],
        ...amounts,
      ),
    };
  });
}

/** The tax on one unit of an item. */
const taxOf = (item: Json) => numberOf(at(item, "tax", "value")) ?? 0;

/** The share by which discounts, and tax that belongs to no item, change each item's price. */
function changeOf(unit: Json, items: Json[]): number {
  const sum = (of: (item: Json) => number) =>
    items.reduce<number>((all, item) => all + of(item) * quantityOf(at(item, "quantity")), 0);
  const goods = sum((item) => numberOf(at(item, "unit_amount", "value")) ?? 0);
  const named = sum(taxOf);
  const part = breakdownOf(unit);
  const tax = named === 0 ? part("tax_total") : 0;
  return goods > 0 ? (tax - part("discount")) / goods : 0;
}

/** Parts of the unit's amount, with their names, for `unreadableOf`. */
const amountsOf = (unit: Json, parts: readonly string[]) =>
  parts.map((part) => [part.replace("_", " "), at(unit, "amount", "breakdown", part, "value")] as const);

const shippingParts = ["shipping", "handling", "insurance", "shipping_discount"] as const;

const breakdownOf = (unit: Json) => (name: string) => numberOf(at(unit, "amount", "breakdown", name, "value")) ?? 0;

function shippingOf(unit: Json): number {
  const part = breakdownOf(unit);
  return part("shipping") + part("handling") + part("insurance") - part("shipping_discount");
}

const failedStatuses = new Set(["FAILED", "CANCELLED"]);

const statusesOfTopics: Record<string, string> = {
  "PAYMENT.REFUND.PENDING": "PENDING",
  "PAYMENT.REFUND.FAILED": "FAILED",
};

function refundReading(topic: string, event: Json): Pick<Reading, "facts" | "note"> {
  // PayPal itself took the payment back. If a dispute is won later, it returns the payment.
  if (topic === "PAYMENT.CAPTURE.REVERSED") {
    return { facts: { ...noFacts, withdrawn: { at: timeOf(at(event, "create_time")), because: "refunded" } } };
  }
  const refund = at(event, "resource");
  const status = statusesOfTopics[topic] ?? textOf(at(refund, "status")) ?? "COMPLETED";
  const currency = currencyOf(at(refund, "amount", "currency_code"));
  const total = at(refund, "seller_payable_breakdown", "total_refunded_amount");
  const id = textOf(at(refund, "id")) ?? "0";
  if (failedStatuses.has(status)) {
    return { facts: { ...noFacts, incidents: { [id]: "refund_undone" } }, note: notThrough };
  }
  if (status !== "COMPLETED") return { facts: null, note: notThrough };
  const amount = refundedOf(at(refund, "amount", "value"));
  const ofTotal = total === undefined ? {} : totalRefund(at(total, "value"));
  const facts = {
    ...noFacts,
    refunds: { [id]: { amount, currency, lines: [], ...refundQuestion(at(refund, "amount", "value")) }, ...ofTotal },
    refundedTotal: refundedOf(at(total, "value")) ?? 0,
    refundedCurrency: currencyOf(at(total, "currency_code")) ?? currency,
  };
  return { facts };
}

/** The ID of a reversal in facts of earlier versions, which did not know its time. */
const reversal = "reversal";

/** Decided for the customer (https://developer.paypal.com/docs/api/customer-disputes/v1/#disputes_get). */
const lostOutcomes = new Set(["RESOLVED_BUYER_FAVOUR", "ACCEPTED"]);

/**
 * The money stays with the store. For other outcomes, such as `RESOLVED_WITH_PAYOUT` and `DENIED`, PayPal does not say who gets
 * it.
 */
const wonOutcomes = new Set(["RESOLVED_SELLER_FAVOUR", "CANCELED_BY_BUYER"]);

function disputeFacts(topic: string, event: Json): Facts {
  const dispute = at(event, "resource");
  const id = textOf(at(dispute, "dispute_id")) ?? "dispute";
  if (topic !== "CUSTOMER.DISPUTE.RESOLVED") return { ...noFacts, incidents: { [id]: "open" } };
  const outcome = textOf(at(dispute, "dispute_outcome", "outcome_code")) ?? "";
  if (lostOutcomes.has(outcome)) {
    const amount = at(dispute, "dispute_outcome", "amount_refunded") ?? at(dispute, "dispute_amount");
    const disputed = disputedIn(id, refundedOf(at(amount, "value")), currencyOf(at(amount, "currency_code")));
    return { ...noFacts, incidents: { [id]: "lost" }, disputed };
  }
  if (!wonOutcomes.has(outcome)) return { ...noFacts, incidents: { [id]: "ended" } };
  const withdrawn = { at: timeOf(at(event, "create_time")), because: null };
  return { ...noFacts, withdrawn, incidents: { [id]: "won", [reversal]: "won" } };
}
