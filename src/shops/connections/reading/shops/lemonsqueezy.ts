import { splitName } from "../../../../platform/text.ts";
import { at, type Json, textOf } from "../../../../platform/untrusted-json.ts";
import { type Facts, type Incident, noFacts, type Plan } from "../../known/facts.ts";
import { AccessMissing, asTest, type Reading, type Shop, type ShopQuestion, type ShopSettings } from "../shop.ts";
import {
  currencyOf,
  fromSmallest,
  isTrue,
  justBefore,
  numberOf,
  parseAnswer,
  parseJson,
  perUnit,
  quantityOf,
  questionOfStatus,
  timeOf,
  totalRefund,
  unreadableOf,
} from "../shop-json.ts";
import { isHmac } from "../signatures.ts";
import { failedCharge, overAt, planAt, renewal, type ToldPlan, takenBack } from "./subscription-events.ts";

const paidStatuses = new Set(["paid", "partial_refund", "refunded"]);

/** Statuses that withdraw the order. */
const endedStatuses: Record<string, "refunded" | "canceled"> = { refunded: "refunded", fraudulent: "canceled" };

/** Lemon Squeezy (https://docs.lemonsqueezy.com/help/webhooks). Its orders have one line. */
export const lemonsqueezy: Shop = {
  shopOf: ({ body }) => textOf(at(parseJson(body), "data", "attributes", "store_id")),

  verify({ headers, body }, secrets) {
    return isHmac(headers.get("x-signature") ?? "", body, secrets, "hex") ? "right" : "wrong";
  },

  read({ headers, body }, settings, fetched): Reading {
    const event = parseJson(body);
    const topic = textOf(at(event, "meta", "event_name")) ?? headers["x-event-name"] ?? "";
    const test = [at(event, "data", "attributes", "test_mode"), at(event, "meta", "test_mode")].some(isTrue);
    return asTest(readOf(topic, event, settings, fetched), test);
  },

  mayAsk: ({ subscriptionGraceInHours }) => subscriptionGraceInHours !== undefined,

  async ask({ body }, question) {
    const event = parseJson(body);
    const isPayment = paymentTopics.has(textOf(at(event, "meta", "event_name")) ?? "") && isRenewal(event);
    const subscription = textOf(at(event, "data", "attributes", "subscription_id"));
    return isPayment && subscription !== null ? subscriptionOf(question, subscription) : null;
  },
};

function readOf(
  topic: string,
  event: Json,
  { subscriptionGraceInHours }: ShopSettings,
  fetched: string | null,
): Reading {
  const follows = subscriptionGraceInHours !== undefined;
  const order = at(event, "data", "attributes");
  const orderId = textOf(at(event, "data", "id"));
  if (topic === "subscription_created") return readSubscription(topic, event);
  if (topic === "subscription_payment_refunded") return readRefundedInvoice(topic, event, follows);
  if (paymentTopics.has(topic) && follows && isRenewal(event)) return readRenewal(topic, event, fetched);
  const isOver = endings[topic];
  if (isOver !== undefined && follows) {
    return overAt(topic, orderId, { at: timeOf(at(order, "updated_at")), isOver }, textOf(at(order, "order_id")));
  }
  if (topic === "subscription_payment_failed" && follows && isRenewal(event)) {
    const subscription = textOf(at(order, "subscription_id")) ?? "";
    return failedCharge(topic, subscription, { at: timeOf(at(order, "updated_at")) });
  }
  if (topic.startsWith("dispute_")) return readDispute(topic, event);
  if (topic.startsWith("subscription_")) {
    const note = "Only the order that began a subscription is delivered, so nothing was changed.";
    return { topic, orderId: null, facts: null, note };
  }
  if (!topic.startsWith("order_") || orderId === null) return { topic, orderId: null, facts: null };
  const status = textOf(at(order, "status")) ?? "";
  const currency = currencyOf(at(order, "currency"));
  const cents = (name: string) => fromSmallest(numberOf(at(order, name)), currency);
  const total = cents("total");
  const sku = textOf(at(event, "meta", "custom_data", "sku"));
  const item = at(order, "first_order_item");
  const quantity = quantityOf(at(item, "quantity"));
  const names = [at(item, "product_name"), at(item, "variant_name")].map(textOf).filter((name) => name !== null);
  const isRefunded = isTrue(at(order, "refunded")) && status !== "partial_refund";
  const refunded = at(order, "refunded_amount") == null ? 0 : cents("refunded_amount");
  const ended = endedStatuses[status] ?? (isRefunded ? "refunded" : null);
  const facts = {
    ...noFacts,
    number: textOf(at(order, "order_number")),
    paid: paidStatuses.has(status),
    content: {
      at: timeOf(at(order, "updated_at")),
      email: textOf(at(order, "user_email")),
      ...splitName(textOf(at(order, "user_name"))),
      currency,
      country: null,
      locale: null,
      total,
      // Anyone who opens the checkout may change the custom data in its address.
      ...(sku === null ? {} : { mustCover: total === null ? null : total + (cents("discount_total") ?? 0) }),
      lines: [
        {
          id: textOf(at(item, "id")) ?? "0",
          sku,
          productIds: [at(item, "variant_id"), at(item, "product_id")].map(textOf).filter((id) => id !== null),
          name: names.join(", "),
          quantity,
          price: perUnit(total, quantity),
          ...unreadableOf(["quantity", at(item, "quantity")], ["price", at(order, "total")]),
        },
      ],
    },
    withdrawn: ended === null ? noFacts.withdrawn : { at: 0, because: ended },
    state: stateOf(order, ended === null ? refunded : total || null),
    refunds: totalRefund(at(order, "refunded_amount") ?? (status === "partial_refund" ? null : 0)),
    refundedTotal: Math.max(0, cents("refunded_amount") ?? 0),
    refundedCurrency: currency,
  };
  return { topic, orderId, facts };
}

/** Whether a subscription is over, or will not be renewed. */
const endings: Record<string, boolean> = {
  subscription_expired: true,
  subscription_cancelled: true,
  subscription_resumed: false,
};

/** Invoices of a subscription contain neither its order nor the end of the paid time. */
const paymentTopics = new Set(["subscription_payment_success", "subscription_payment_recovered"]);

const isRenewal = (event: Json) => textOf(at(event, "data", "attributes", "billing_reason")) !== "initial";

const usualApi = "https://api.lemonsqueezy.com";

/** JSON with a subscription's order and end, without the customer (https://docs.lemonsqueezy.com/api/subscriptions). */
async function subscriptionOf({ fetch, access, settings }: ShopQuestion, id: string): Promise<string> {
  if (!access.key)
    throw new AccessMissing("Enter an API key of Lemon Squeezy, with which Waybill asks until when a payment pays.");
  const url = new URL(`/v1/subscriptions/${encodeURIComponent(id)}`, settings.apiUrl ?? usualApi);
  const headers = { accept: "application/vnd.api+json", authorization: `Bearer ${access.key}` };
  const { status, text } = await fetch(url, { headers });
  if (status === 401 || status === 403) throw new AccessMissing("Lemon Squeezy refuses the API key.");
  if (status !== 200) throw new Error(`Lemon Squeezy answered ${status}`);
  const subscription = at(parseAnswer(text, "Lemon Squeezy"), "data", "attributes");
  if (paidUntil(subscription) === null)
    throw new Error("Lemon Squeezy does not say until when the subscription is paid");
  const names = ["order_id", "renews_at", "ends_at", ...planNames];
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, at(subscription, name) ?? null])));
}

/** The fields that say what a subscription is for. */
const planNames = ["variant_id", "product_id", "variant_name", "product_name", "first_subscription_item"];

function planOf(subscription: Json, kind: Plan["kind"]): ToldPlan | null {
  const productIds = [at(subscription, "variant_id"), at(subscription, "product_id")].map(textOf);
  if (productIds.includes(null)) return null;
  const names = [at(subscription, "product_name"), at(subscription, "variant_name")].map(textOf);
  const line = {
    id: "0",
    sku: null,
    productIds: productIds.filter((id) => id !== null),
    name: names.filter((name) => name !== null).join(", "),
    quantity: quantityOf(at(subscription, "first_subscription_item", "quantity")),
    price: null,
  };
  return { lines: [line], kind };
}

/** The end of the time that the last payment pays for. A canceled subscription ends then, and is not renewed. */
function paidUntil(subscription: Json): number | null {
  const [ends, renews] = ["ends_at", "renews_at"].map((name) => timeOf(at(subscription, name)));
  return ends || renews || null;
}

function readRenewal(topic: string, event: Json, fetched: string | null): Reading {
  const invoice = at(event, "data", "attributes");
  const told = fetched === null ? null : parseJson(fetched);
  const currency = currencyOf(at(invoice, "currency"));
  return renewal(topic, textOf(at(invoice, "subscription_id")) ?? "", {
    id: textOf(at(event, "data", "id")) ?? "",
    paidAt: timeOf(at(invoice, "updated_at")),
    plan: planOf(told, "whole"),
    order: textOf(at(told, "order_id")),
    until: paidUntil(told),
    total: fromSmallest(numberOf(at(invoice, "total")), currency),
    currency,
  });
}

/** An order may become unpaid, and a refund may be taken back. */
function stateOf(order: Json, refunded: number | null): Facts["state"] {
  const status = textOf(at(order, "status"));
  const time = timeOf(at(order, "updated_at"));
  if (status !== null && !paidStatuses.has(status) && endedStatuses[status] === undefined) {
    return { at: status === "pending" ? justBefore(time) : time, question: questionOfStatus(status) };
  }
  return { at: time, question: null, ...(time > 0 && refunded !== null ? { refunded: Math.max(0, refunded) } : {}) };
}

const subscriptionId = (id: Json) => `subscription ${textOf(id) ?? ""}`;

/** Invoices of a subscription contain its ID, but not the order that began it. */
function readSubscription(topic: string, event: Json): Reading {
  const subscription = at(event, "data", "attributes");
  const orderId = textOf(at(subscription, "order_id"));
  const id = textOf(at(event, "data", "id"));
  const otherIds = [subscriptionId(id)];
  const note = "It names the subscription of an order, so that refunds find it.";
  const until = paidUntil(subscription);
  if (until === null) return { topic, orderId, otherIds, facts: null, note };
  const first = { until, isFirst: true, total: null, currency: null };
  const plan = planAt(timeOf(at(subscription, "created_at")), null, planOf(subscription, "first"));
  return { topic, orderId, otherIds, facts: { ...noFacts, subscription: id, periods: { first }, plan }, note };
}

/** If access does not follow the subscription, only the first invoice belongs to an order here. */
function readRefundedInvoice(topic: string, event: Json, follows: boolean): Reading {
  const invoice = at(event, "data", "attributes");
  const isFirst = textOf(at(invoice, "billing_reason")) === "initial";
  const id = textOf(at(event, "data", "id")) ?? "";
  const subscription = textOf(at(invoice, "subscription_id"));
  if (follows && !isFirst && subscription !== null) {
    return takenBack(topic, subscription, { id, payment: `invoice ${id}, or part of it` });
  }
  const own = `invoice ${id}`;
  const currency = currencyOf(at(invoice, "currency"));
  const amount = fromSmallest(numberOf(at(invoice, "refunded_amount")), currency);
  const isWhole = textOf(at(invoice, "status")) === "refunded" || at(invoice, "refunded_amount") == null;
  const facts = {
    ...noFacts,
    withdrawn: isWhole ? { at: 0, because: "refunded" as const } : noFacts.withdrawn,
    refunds: isWhole ? {} : totalRefund(at(invoice, "refunded_amount")),
    refundedTotal: amount ?? 0,
    refundedCurrency: currency,
  };
  const otherIds = isFirst ? [subscriptionId(subscription)] : [];
  return { topic, orderId: own, otherIds, facts };
}

function readDispute(topic: string, event: Json): Reading {
  const dispute = at(event, "data", "attributes");
  const id = `dispute ${textOf(at(event, "data", "id")) ?? ""}`;
  const incident = disputeStates[textOf(at(dispute, "status")) ?? ""] ?? "open";
  return {
    topic,
    orderId: textOf(at(dispute, "order_id")) ?? id,
    facts: { ...noFacts, incidents: { [id]: incident } },
  };
}

const disputeStates: Record<string, Incident> = { lost: "lost", won: "won" };
