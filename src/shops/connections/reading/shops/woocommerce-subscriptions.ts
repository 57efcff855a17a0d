import { at, type Json, listOf, textOf } from "../../../../platform/untrusted-json.ts";
import { noFacts } from "../../known/facts.ts";
import type { Reading, ShopQuestion } from "../shop.ts";
import { currencyOf, notPaid, numberOf, parseJson, timeOf } from "../shop-json.ts";
import { failedCharge, planAt, renewal, takenBack } from "./subscription-events.ts";
import { readShop } from "./woocommerce-api.ts";
import { hasDateOfPayment, isPaid, lineOf, otherStatuses, statusOf } from "./woocommerce-values.ts";

// The plugin WooCommerce Subscriptions (https://woocommerce.github.io/subscriptions-rest-api-docs/).

const noteOf = (order: Json, key: string) =>
  textOf(
    at(
      listOf(at(order, "meta_data")).find((one) => at(one, "key") === key),
      "value",
    ),
  );

/** An order that changes a subscription within a period only contains what is new. */
const switchedBy = (order: Json) => noteOf(order, "_subscription_switch");

/**
 * The subscription that an order renews or changes, as recorded by the plugin WooCommerce Subscriptions; null for any other
 * order.
 */
export const renewedBy = (order: Json) => noteOf(order, "_subscription_renewal") ?? switchedBy(order);

/** JSON with a subscription's end, without the customer (https://woocommerce.github.io/subscriptions-rest-api-docs/). */
export async function subscriptionOf(question: ShopQuestion, id: string): Promise<string> {
  const subscription = await readShop(question, `subscriptions/${encodeURIComponent(id)}`);
  if (paidUntil(subscription) === null) throw new Error("WooCommerce does not say until when the subscription is paid");
  const names = ["parent_id", "next_payment_date_gmt", "end_date_gmt"];
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, at(subscription, name) ?? null])));
}

/** The end of the time that the last payment pays for: the next payment or, for a subscription's last payment, its end. */
function paidUntil(subscription: Json): number | null {
  const [next, end] = ["next_payment_date_gmt", "end_date_gmt"].map((name) => timeOf(at(subscription, name)));
  return next || end || null;
}

/** The order that began a subscription. Subscriptions made by hand have none. */
function parentOf(subscription: Json): string | null {
  const id = textOf(at(subscription, "parent_id"));
  return id === "0" ? null : id;
}

const goesOn = "The subscription is not over. Only its payments prolong access, so nothing was changed.";

/** A `pending-cancel` subscription ends with the paid time (https://woocommerce.com/document/subscriptions/statuses/). */
const endedStatuses = new Set(["cancelled", "expired", "pending-cancel"]);

/** A subscription contains its order and its end. Its times match the last payment only when it begins. */
export function readSubscription(topic: string, subscription: Json): Reading {
  const id = textOf(at(subscription, "id"));
  const orderId = parentOf(subscription);
  if (id === null || orderId === null) return { topic, orderId: null, facts: null };
  const status = statusOf(subscription);
  const isOver = endedStatuses.has(status);
  const over = { at: timeOf(at(subscription, "date_modified_gmt")), isOver };
  const first = { until: paidUntil(subscription), isFirst: true, total: null, currency: null };
  const isNew = topic === "subscription.created";
  // After a later change, it says what the next payment is for.
  const lines = listOf(at(subscription, "line_items")).map(lineOf);
  const plan = isNew ? planAt(over.at, null, { lines, kind: "first" }) : null;
  const facts = { ...noFacts, subscription: id, periods: isNew ? { [orderId]: first } : {}, over, plan };
  const note = isNew ? { note: "It tells until when the order is paid for." } : isOver ? {} : { note: goesOn };
  return { topic, orderId, otherIds: [`subscription ${id}`], facts, ...note };
}

/** An order that renews a subscription is a payment of the order that began it. */
export function readRenewal(
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
  const plan = {
    lines: listOf(at(order, "line_items")).map(lineOf),
    kind: switchedBy(order) === null ? ("whole" as const) : ("added" as const),
  };
  const paid = renewal(topic, subscription, { id, paidAt, order: parentOf(told), plan, ...period });
  const isPartly = listOf(at(order, "refunds")).length > 0;
  return isPartly ? takenBack(topic, subscription, { id, payment: `part of ${payment}` }, paid) : paid;
}
