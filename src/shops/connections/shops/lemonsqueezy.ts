import { splitName } from "../../../platform/text.ts";
import { type Facts, type Incident, noFacts } from "../facts.ts";
import type { Reading, Shop } from "../shop.ts";
import { isHmac } from "../signatures.ts";
import {
  at,
  currencyOf,
  fromSmallest,
  isTrue,
  type Json,
  justBefore,
  numberOf,
  parseJson,
  perUnit,
  quantityOf,
  questionOfStatus,
  textOf,
  timeOf,
  totalRefund,
  unreadableOf,
} from "../values.ts";

const paidStatuses = new Set(["paid", "partial_refund", "refunded"]);

/** Withdraw the order. */
const endedStatuses: Record<string, "refunded" | "canceled"> = { refunded: "refunded", fraudulent: "canceled" };

/** Lemon Squeezy (https://docs.lemonsqueezy.com/help/webhooks). Its orders have one line. */
export const lemonsqueezy: Shop = {
  shopOf: ({ body }) => textOf(at(parseJson(body), "data", "attributes", "store_id")),

  verify({ headers, body }, secrets) {
    return isHmac(headers.get("x-signature") ?? "", body, secrets, "hex") ? "right" : "wrong";
  },

  read({ headers, body }): Reading {
    const event = parseJson(body);
    const topic = textOf(at(event, "meta", "event_name")) ?? headers["x-event-name"] ?? "";
    const order = at(event, "data", "attributes");
    const orderId = textOf(at(event, "data", "id"));
    if (topic === "subscription_created") return readSubscription(topic, event);
    if (topic === "subscription_payment_refunded") return readRefundedInvoice(topic, event);
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
      test: isTrue(at(order, "test_mode")) || isTrue(at(event, "meta", "test_mode")),
      content: {
        at: timeOf(at(order, "updated_at")),
        email: textOf(at(order, "user_email")),
        ...splitName(textOf(at(order, "user_name"))),
        currency,
        country: null,
        locale: null,
        total,
        // Whoever opens the checkout may change the custom data in its address.
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
  },
};

/** An order may be not paid any more, and a refund may be taken back. */
function stateOf(order: Json, refunded: number | null): Facts["state"] {
  const status = textOf(at(order, "status"));
  const time = timeOf(at(order, "updated_at"));
  if (status !== null && !paidStatuses.has(status) && endedStatuses[status] === undefined) {
    return { at: status === "pending" ? justBefore(time) : time, question: questionOfStatus(status) };
  }
  return { at: time, question: null, ...(time > 0 && refunded !== null ? { refunded: Math.max(0, refunded) } : {}) };
}

const subscriptionId = (id: Json) => `subscription ${textOf(id) ?? ""}`;

/** Invoices of a subscription name it, and not the order that began it. */
function readSubscription(topic: string, event: Json): Reading {
  const orderId = textOf(at(event, "data", "attributes", "order_id"));
  const otherIds = [subscriptionId(at(event, "data", "id"))];
  const note = "It names the subscription of an order, so that refunds find it.";
  return { topic, orderId, otherIds, facts: null, note };
}

/** Only the first invoice is of an order here. */
function readRefundedInvoice(topic: string, event: Json): Reading {
  const invoice = at(event, "data", "attributes");
  const isFirst = textOf(at(invoice, "billing_reason")) === "initial";
  const own = `invoice ${textOf(at(event, "data", "id")) ?? ""}`;
  const currency = currencyOf(at(invoice, "currency"));
  const amount = fromSmallest(numberOf(at(invoice, "refunded_amount")), currency);
  const isWhole = textOf(at(invoice, "status")) === "refunded" || at(invoice, "refunded_amount") == null;
  const facts = {
    ...noFacts,
    test: isTrue(at(invoice, "test_mode")),
    withdrawn: isWhole ? { at: 0, because: "refunded" as const } : noFacts.withdrawn,
    refunds: isWhole ? {} : totalRefund(at(invoice, "refunded_amount")),
    refundedTotal: amount ?? 0,
    refundedCurrency: currency,
  };
  const otherIds = isFirst ? [subscriptionId(at(invoice, "subscription_id"))] : [];
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
