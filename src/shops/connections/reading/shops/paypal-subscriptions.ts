import { dayMilliseconds } from "../../../../platform/days.ts";
import { at, type Json, listOf, textOf } from "../../../../platform/untrusted-json.ts";
import { noFacts, type ShopLine } from "../../known/facts.ts";
import { type Reading, type ShopQuestion, UnreadableEvent } from "../shop.ts";
import { currencyOf, isTrue, notFollowed, numberOf, perUnit, quantityOf, timeOf, unreadableOf } from "../shop-json.ts";
import { monthsLater } from "./months-later.ts";
import { read } from "./paypal-api.ts";
import { failedCharge, overAt } from "./subscription-events.ts";

// PayPal's subscriptions (https://developer.paypal.com/docs/subscriptions/webhooks/). Their payments are sales, which only
// contain the subscription's ID. PayPal is asked for the customer, the plan and the end of the paid time.

/** Whether a subscription is over, by the kind of event. A suspended one may continue. */
const endings: Record<string, boolean> = {
  "BILLING.SUBSCRIPTION.CANCELLED": true,
  "BILLING.SUBSCRIPTION.EXPIRED": true,
  "BILLING.SUBSCRIPTION.ACTIVATED": false,
  "BILLING.SUBSCRIPTION.RE-ACTIVATED": false,
};

const failed = "BILLING.SUBSCRIPTION.PAYMENT.FAILED";

/** The subscription that an event is about; null for any other event. */
export function subscriptionIn(topic: string, resource: Json): string | null {
  if (topic === "PAYMENT.SALE.COMPLETED") return textOf(at(resource, "billing_agreement_id"));
  return topic === failed || endings[topic] !== undefined ? textOf(at(resource, "id")) : null;
}

/** Asks PayPal about the subscription of a payment. Throws the errors of `read`. */
export async function subscriptionOf(
  question: ShopQuestion,
  token: string,
  { topic, subscription }: { topic: string; subscription: string },
): Promise<Json> {
  if (topic !== "PAYMENT.SALE.COMPLETED") return null;
  return await read(question, token, `/v1/billing/subscriptions/${encodeURIComponent(subscription)}?fields=plan`);
}

/** Changes nothing without a grace period: a store may use PayPal subscriptions for other products. */
export function readSubscription(
  topic: string,
  subscription: string,
  { event, follows, told }: { event: Json; follows: boolean; told: Json },
): Reading {
  if (!follows) return { topic, orderId: null, facts: null, note: notFollowed };
  const time = timeOf(at(event, "create_time"));
  const isOver = endings[topic];
  if (isOver !== undefined) return overAt(topic, subscription, { at: time, isOver }, subscription);
  if (topic === failed) return failedCharge(topic, subscription, { at: time, order: subscription });
  return readSale(topic, subscription, at(event, "resource"), told);
}

/** The first payment creates the order, and is its price; the others prolong it. Throws `UnreadableEvent`. */
function readSale(topic: string, subscription: string, sale: Json, told: Json): Reading {
  const id = textOf(at(sale, "id"));
  if (id === null) throw new UnreadableEvent("The event names no payment.");
  const paidAt = timeOf(at(sale, "create_time"));
  const currency = currencyOf(at(sale, "amount", "currency"));
  const total = numberOf(at(sale, "amount", "total"));
  const line = lineOf(sale, told, total);
  const name = at(told, "subscriber", "name");
  return {
    topic,
    orderId: subscription,
    otherIds: [id],
    facts: {
      ...noFacts,
      paid: true,
      paidAt,
      content: {
        // This makes the first of several payments count.
        at: -paidAt,
        payment: id,
        email: textOf(at(told, "subscriber", "email_address")),
        firstName: textOf(at(name, "given_name")) ?? "",
        lastName: textOf(at(name, "surname")) ?? "",
        currency,
        country: textOf(at(told, "subscriber", "shipping_address", "address", "country_code")),
        locale: null,
        total,
        // The customer's browser may have changed the plan's prices.
        ...(isTrue(at(told, "plan_overridden")) ? { mustCover: total } : {}),
        lines: [line],
      },
      subscription,
      periods: { [id]: { until: paidUntil(told, paidAt), isFirst: false, total, currency } },
      charge: { at: paidAt, isPaid: true },
      plan: { at: paidAt, from: paidAt, lines: [{ ...line, price: null }], kind: "whole" },
    },
  };
}

/** The plan is the product. Values that the browser can choose, such as `custom_id`, are not. */
function lineOf(sale: Json, told: Json, total: number | null): ShopLine {
  const plan = textOf(at(told, "plan_id"));
  const quantity = quantityOf(at(told, "quantity") ?? "1");
  return {
    id: "0",
    sku: null,
    productIds: plan === null ? [] : [plan],
    name: textOf(at(told, "plan", "name")) ?? plan ?? "",
    quantity,
    price: perUnit(total, quantity),
    ...unreadableOf(["quantity", at(told, "quantity") ?? "1"], ["price", at(sale, "amount", "total")]),
  };
}

/** The date of the next payment. The last payment pays for one more cycle of the plan. */
function paidUntil(told: Json, paidAt: number): number | null {
  const next = timeOf(at(told, "billing_info", "next_billing_time"));
  if (next > paidAt) return next;
  const cycles = listOf(at(told, "plan", "billing_cycles"));
  const regular = cycles.find((cycle) => textOf(at(cycle, "tenure_type")) === "REGULAR") ?? cycles[0];
  const count = numberOf(at(regular, "frequency", "interval_count")) ?? 1;
  const end = cycleAfter(paidAt, textOf(at(regular, "frequency", "interval_unit")) ?? "", count);
  return Number.isFinite(end) ? end : null;
}

function cycleAfter(time: number, unit: string, count: number): number {
  if (unit === "DAY") return time + count * dayMilliseconds;
  if (unit === "WEEK") return time + count * 7 * dayMilliseconds;
  if (unit === "MONTH") return monthsLater(time, count);
  return unit === "YEAR" ? monthsLater(time, count * 12) : Number.NaN;
}
