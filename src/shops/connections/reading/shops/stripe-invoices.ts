import { at, type Json, listOf, textOf } from "../../../../platform/untrusted-json.ts";
import { type Facts, noFacts, type Plan } from "../../known/facts.ts";
import { type Reading, UnreadableEvent } from "../shop.ts";
import { currencyOf, fromSmallest, notPaid, numberOf, parseJson, quantityOf, unreadableOf } from "../shop-json.ts";
import { idOf, nameOfPrice } from "./stripe-values.ts";
import { failedCharge, notFollowing, overAt, renewalNames, subscriptionName } from "./subscription-events.ts";

// Stripe's events about subscriptions (https://docs.stripe.com/billing/subscriptions/webhooks).

/** These events contain the invoice and payment of a subscription. Its session only contains invoice and subscription. */
export const invoiceTopics = new Set(["invoice.paid", "invoice.payment_succeeded", "invoice_payment.paid"]);

export const subscriptionTopics = new Set(["customer.subscription.updated", "customer.subscription.deleted"]);

/** Since 2025-03-31, an invoice has its subscription among its parents. */
const subscriptionOf = (invoice: Json) =>
  idOf(at(invoice, "parent", "subscription_details", "subscription")) ?? idOf(at(invoice, "subscription"));

const reasonOf = (invoice: Json) => textOf(at(invoice, "billing_reason"));

const isRenewal = (topic: string, invoice: Json) =>
  topic !== "invoice_payment.paid" && subscriptionOf(invoice) !== null && reasonOf(invoice) !== "subscription_create";

/**
 * Reads which payment belongs to the first invoice of a subscription, and the time and products that each invoice pays for. The
 * payment of a renewal does not belong to the order. `at` is when the invoice was paid, in milliseconds.
 */
export function readInvoice(
  topic: string,
  object: Json,
  { follows, at: paidAt, fetched }: { follows: boolean; at: number; fetched: string | null },
): Reading {
  const isOfPayment = topic === "invoice_payment.paid";
  const subscription = isOfPayment ? null : subscriptionOf(object);
  const named = subscriptionName(subscription);
  const plan = planOf(object, { at: paidAt, fetched });
  if (subscription !== null && isRenewal(topic, object)) {
    if (!follows) return notFollowing(topic);
    const charge = { at: paidAt, isPaid: true };
    return {
      topic,
      orderId: named,
      otherIds: renewalNames([textOf(at(object, "id")), ...paymentsOf(object)]),
      facts: { ...noFacts, subscription, periods: periodOf(object, false), charge, plan },
    };
  }
  const reason = reasonOf(object);
  const orderId = isOfPayment ? idOf(at(object, "invoice")) : textOf(at(object, "id"));
  const payments = isOfPayment ? paymentsIn(object) : paymentsOf(object);
  const otherIds = named === null ? payments : [...payments, named];
  const isOfOrder = orderId !== null && otherIds.length > 0 && (reason === null || reason === "subscription_create");
  if (!isOfOrder) return { topic, orderId: null, facts: null };
  const facts = subscription === null ? null : { ...noFacts, subscription, periods: periodOf(object, true), plan };
  return { topic, orderId, otherIds, facts, note: "It names the payment of an order, so that refunds find it." };
}

/** The payments of an invoice, each with its intent and charge. Versions of Stripe's API have them in different places. */
const paymentsOf = (invoice: Json) =>
  [
    ...[at(invoice, "payment_intent"), at(invoice, "charge")].map(idOf),
    ...listOf(at(invoice, "payments", "data")).flatMap(paymentsIn),
  ].filter((id) => id !== null);

const paymentsIn = (one: Json) =>
  [at(one, "payment", "payment_intent"), at(one, "payment", "charge")].map(idOf).filter((id) => id !== null);

/** The invoice of a renewal whose payment failed. Stripe tries again. A first invoice that fails has no order yet. */
export function readFailedInvoice(
  topic: string,
  invoice: Json,
  { follows, at: failedAt }: { follows: boolean; at: number },
): Reading {
  const subscription = subscriptionOf(invoice);
  if (subscription === null || !isRenewal(topic, invoice)) return { topic, orderId: null, facts: null, note: notPaid };
  return follows ? failedCharge(topic, subscription, { at: failedAt }) : notFollowing(topic);
}

/** A subscription is over, will end with the paid time, or continues. */
export function readSubscription(
  topic: string,
  subscription: Json,
  { follows, at: toldAt }: { follows: boolean; at: number },
): Reading {
  const over = { at: toldAt, isOver: topic === "customer.subscription.deleted" || isToEnd(subscription) };
  if (!follows) return notFollowing(topic);
  const reading = overAt(topic, textOf(at(subscription, "id")), over);
  const isUnpaid = unpaidStatuses.has(textOf(at(subscription, "status")) ?? "");
  return isUnpaid && reading.facts !== null
    ? { ...reading, facts: { ...reading.facts, charge: { at: toldAt, isPaid: false } } }
    : reading;
}

/** The status `active` says nothing about a payment. */
const unpaidStatuses = new Set(["past_due", "unpaid"]);

/** See https://docs.stripe.com/api/subscriptions/object. */
function isToEnd(subscription: Json): boolean {
  const ends = numberOf(at(subscription, "cancel_at"));
  const items = listOf(at(subscription, "items", "data")).map((item) => at(item, "current_period_end"));
  const paidUntil = [at(subscription, "current_period_end"), ...items].map(numberOf).filter((end) => end !== null);
  return (
    textOf(at(subscription, "status")) === "canceled" ||
    at(subscription, "cancel_at_period_end") === true ||
    (ends !== null && paidUntil.some((end) => ends <= end))
  );
}

/** Lines of a former plan are in the past, so the latest end counts. */
function periodOf(invoice: Json, isFirst: boolean): Facts["periods"] {
  const ends = listOf(at(invoice, "lines", "data")).flatMap((line) => numberOf(at(line, "period", "end")) ?? []);
  const currency = currencyOf(at(invoice, "currency"));
  const total = fromSmallest(numberOf(at(invoice, "amount_paid")), currency);
  // An invoice may have more lines than a call has arguments.
  const until = ends.length === 0 ? null : ends.reduce((one, other) => Math.max(one, other)) * 1000;
  const id = textOf(at(invoice, "id"));
  if (id === null) throw new UnreadableEvent("The event names no invoice.");
  return { [id]: { until, isFirst, total, currency } };
}

/** The price of an invoice's line: its ID, or before 2025-03-31 the whole price. */
const priceOf = (line: Json): Json => at(line, "pricing", "price_details", "price") ?? at(line, "price");

const isProration = (line: Json) =>
  [
    at(line, "proration"),
    at(line, "parent", "subscription_item_details", "proration"),
    at(line, "parent", "invoice_item_details", "proration"),
  ].includes(true);

/** Whether the line is for a product of the subscription, and not for something added to the invoice. */
const isOfSubscription = (line: Json) =>
  at(line, "parent", "subscription_item_details") != null || textOf(at(line, "type")) === "subscription";

/**
 * What an invoice is for. An invoice for a period contains the whole plan, besides payments for earlier changes. So does an
 * invoice for a change that begins a new period. An invoice for a change within a period only contains what is paid in addition.
 * Null if unknown.
 */
function planOf(invoice: Json, { at: paidAt, fetched }: { at: number; fetched: string | null }): Plan | null {
  const all = listOf(at(invoice, "lines", "data"));
  const whole = all.filter((line) => isOfSubscription(line) && !isProration(line));
  const isChange = reasonOf(invoice) === "subscription_update" && whole.length === 0;
  const lines = isChange ? all.filter((line) => isProration(line) && (numberOf(at(line, "amount")) ?? 0) >= 0) : whole;
  const prices = fetched === null ? {} : parseJson(fetched);
  const told = lines.map((line, index) => {
    const price = priceOf(line);
    const id = idOf(price) ?? "";
    const product = idOf(at(line, "pricing", "price_details", "product"));
    const known = at(prices, id) ?? (typeof price === "string" ? { id, product } : price);
    return {
      id: textOf(at(line, "id")) ?? String(index),
      ...nameOfPrice(known),
      name: textOf(at(line, "description")) ?? "",
      quantity: quantityOf(at(line, "quantity")),
      price: null,
      ...unreadableOf(["quantity", at(line, "quantity")]),
    };
  });
  if (told.length === 0) return null;
  const isPart = isChange || at(invoice, "lines", "has_more") === true;
  const isFirst = reasonOf(invoice) === "subscription_create";
  const starts = lines.flatMap((line) => numberOf(at(line, "period", "start")) ?? []);
  const from = starts.length === 0 ? null : starts.reduce((one, other) => Math.max(one, other)) * 1000;
  return { at: paidAt, from, lines: told, kind: isPart ? "added" : isFirst ? "first" : "whole" };
}

/** The prices in an event about a subscription's invoice; none for any other event. */
export function pricesOfInvoice(event: Json): string[] {
  const invoice = at(event, "data", "object");
  const topic = textOf(at(event, "type")) ?? "";
  if (!invoiceTopics.has(topic) || topic === "invoice_payment.paid" || subscriptionOf(invoice) === null) return [];
  const ids = listOf(at(invoice, "lines", "data")).map((line) => idOf(priceOf(line)));
  return [...new Set(ids.filter((id) => id !== null))];
}
