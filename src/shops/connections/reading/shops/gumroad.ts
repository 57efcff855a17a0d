import { equalInConstantTime, splitName } from "../../../../platform/text.ts";
import { textOf } from "../../../../platform/untrusted-json.ts";
import { type Facts, noFacts, type Period, type ShopLine } from "../../known/facts.ts";
import { asTest, type Reading, type Shop, UnreadableEvent } from "../shop.ts";
import { fromSmallest, isTrue, numberOf, parseJson, perUnit, quantityOf, timeOf, unreadableOf } from "../shop-json.ts";
import { monthsLater } from "./months-later.ts";
import { overAt, renewal, takenBack } from "./subscription-events.ts";

/**
 * Gumroad's ping (https://gumroad.com/ping). It is not signed. Gumroad is recognized by the secret address, and by the seller's
 * ID.
 */
export const gumroad: Shop = {
  shopOf: ({ body }) => textOf(fieldsOf(body).get("seller_id")),

  verify({ body }, _secrets, { sellerId }) {
    const fields = fieldsOf(new TextDecoder().decode(body));
    const isPing = ["seller_id", "sale_id", "resource_name"].some((name) => fields.has(name));
    const seller = fields.get("seller_id");
    const mayBeUnnamed = seller === undefined && withoutSeller.has(fields.get("resource_name") ?? "");
    if (!sellerId || mayBeUnnamed) return isPing ? "right" : "wrong";
    return equalInConstantTime(seller ?? "", sellerId) ? "right" : "wrong";
  },

  read({ body }, { subscriptionGraceInHours }): Reading {
    const fields = fieldsOf(body);
    const field = (name: string) => textOf(fields.get(name));
    const topic = field("resource_name") ?? "sale";
    const saleId = field("sale_id");
    const subscription = field("subscription_id");
    const test = isTrue(field("test"));
    const isTestPing = test && field("resource_name") === null;
    if (subscriptionGraceInHours !== undefined && subscription !== null && !isTestPing) {
      const reading = readSubscription(topic, subscription, fields);
      if (reading !== null) return asTest(reading, test);
    }
    if (saleId === null && !saleTopics.has(topic)) return { topic, orderId: null, facts: null, note: noteOn(topic) };
    if (saleId === null) throw new UnreadableEvent("The ping names no sale.");
    // The test ping in Gumroad's settings repeats the newest sale, whose own order must not become a test.
    const orderId = isTestPing ? `${saleId}-test` : saleId;
    const total = fromSmallest(numberOf(field("price")), currency);
    const isPartly =
      (topic === "refund" && field("refunded") !== null && !isTrue(field("refunded"))) ||
      isTrue(field("partially_refunded"));
    const begun = topic === "sale" && !isTrue(field("is_recurring_charge")) ? subscription : null;
    const facts: Facts = {
      ...noFacts,
      ...(begun === null ? {} : { subscription: begun, periods: { [saleId]: { ...periodOf(field), isFirst: true } } }),
      number: field("order_number"),
      // Nothing is charged for a preorder before its release, which comes as a separate sale.
      paid: topic === "sale" && !isTrue(field("is_preorder_authorization")),
      test,
      content:
        topic !== "sale"
          ? null
          : {
              at: timeOf(field("sale_timestamp")),
              email: field("email"),
              ...splitName(field("full_name")),
              currency,
              country: null,
              locale: null,
              total,
              lines: [lineOf(fields)],
            },
      withdrawn: withdrawnOf(topic, field),
      refunds: isPartly ? { part: { amount: null, lines: [] } } : {},
    };
    const isNews = saleTopics.has(topic) || isPartly || facts.withdrawn.because !== null;
    const otherIds = begun === null || test ? {} : { otherIds: [`subscription ${begun}`] };
    return { topic, orderId, ...otherIds, facts, ...(isNews ? {} : { note: noteOn(topic) }) };
  },
};

/** Pings that do not name the seller. The secret address is all that shows that they are Gumroad's. */
const withoutSeller = new Set(["subscription_ended", "subscription_restarted"]);

type Field = (name: string) => string | null;

/** The product that was sold, with the customer's choices. */
function lineOf(fields: Map<string, string>): ShopLine {
  const field = (name: string) => textOf(fields.get(name));
  const variants = variantsIn(fields);
  const productIds = ["product_id", "short_product_id", "permalink"].map(field).filter((id) => id !== null);
  const withVariants = (text: string) => (variants === "" ? text : `${text} (${variants})`);
  const quantity = quantityOf(field("quantity"));
  const total = fromSmallest(numberOf(field("price")), currency);
  const shipping = fromSmallest(numberOf(field("shipping_rate")), currency) ?? 0;
  return {
    id: "0",
    sku: null,
    productIds: [...(variants === "" ? [] : productIds.map(withVariants)), ...productIds],
    name: withVariants(field("product_name") ?? ""),
    quantity,
    price: perUnit(total === null ? null : Math.max(0, total - shipping), quantity),
    ...unreadableOf(["quantity", field("quantity")], ["price", field("price")], ["shipping", field("shipping_rate")]),
  };
}

/** A ping about a subscription that continues or ends; null for a ping about its order. */
function readSubscription(topic: string, subscription: string, fields: Map<string, string>): Reading | null {
  const field = (name: string) => textOf(fields.get(name));
  if (topic === "subscription_ended") {
    return overAt(topic, subscription, { at: timeOf(field("ended_at")), isOver: true });
  }
  if (topic === "subscription_restarted") {
    return overAt(topic, subscription, { at: timeOf(field("restarted_at")), isOver: false });
  }
  const id = field("sale_id");
  if (id === null || !saleTopics.has(topic) || !isTrue(field("is_recurring_charge"))) return null;
  const isTakenBack = topic === "refund" || withdrawnOf(topic, field).because !== null;
  if (isTakenBack) return takenBack(topic, subscription, { id, payment: `the payment of sale ${id}` });
  const period = periodOf(field);
  const paidAt = timeOf(field("sale_timestamp"));
  const plan = { lines: [{ ...lineOf(fields), price: null }], kind: "whole" as const };
  // A charge for an unknown time is an order of its own.
  return period.until === null ? null : renewal(topic, subscription, { id, paidAt, paidFrom: paidAt, plan, ...period });
}

/** The number of months that a charge pays for, by Gumroad's words. */
const months = new Map([
  ["monthly", 1],
  ["quarterly", 3],
  ["biannually", 6],
  ["yearly", 12],
  ["every_two_years", 24],
  ["every_three_years", 36],
]);

/** The time that a sale pays for. Gumroad says how often it charges, but not when the time ends (https://gumroad.com/ping). */
function periodOf(field: Field): Omit<Period, "isFirst"> {
  const count = months.get(field("recurrence") ?? "");
  const from = timeOf(field("sale_timestamp"));
  const until = count === undefined || from <= 0 ? Number.NaN : monthsLater(from, count);
  return {
    until: Number.isFinite(until) ? until : null,
    total: fromSmallest(numberOf(field("price")), currency),
    currency,
  };
}

/**
 * Gumroad charges US dollars, whatever the currency of the product's price, and sends amounts in cents
 * (https://gumroad.com/ping).
 */
const currency = "USD";

/** Pings about the sale's money. Others are about its subscription. */
const saleTopics = new Set(["sale", "refund", "dispute", "dispute_won"]);

const noteOn = (topic: string) =>
  `"${topic.slice(0, 100)}" of Gumroad takes back nothing that was paid, so nothing was changed.`;

/** Each ping contains everything that has happened to the sale, in this order; a refund is never undone. */
function withdrawnOf(topic: string, field: Field): Facts["withdrawn"] {
  const isRefunded = isTrue(field("refunded")) || (topic === "refund" && field("refunded") === null);
  if (isRefunded) return { at: 2, because: "refunded" };
  if (isTrue(field("dispute_won")) || topic === "dispute_won") return { at: 1, because: null };
  const isDisputed = topic === "dispute" || ["disputed", "chargebacked"].some((name) => isTrue(field(name)));
  return isDisputed ? { at: 0, because: "refunded" } : noFacts.withdrawn;
}

/** The customer's choices, such as a version or tier, in the order of the choices' names. */
const variantsIn = (fields: Map<string, string>) =>
  [...fields]
    .filter(([name]) => /^variants(\[|$)/.test(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, value]) => textOf(value) ?? [])
    .join(", ");

/** A form, or JSON with the same names if the seller's account is set to it. */
function fieldsOf(body: string): Map<string, string> {
  const pairs = body.startsWith("{") ? Object.entries(parseJson(body) as object) : [...new URLSearchParams(body)];
  const flat = pairs.flatMap(([name, value]) =>
    typeof value === "object" && value !== null
      ? Object.entries(value).map(([inner, its]) => [`${name}[${inner}]`, its] as const)
      : [[name, value] as const],
  );
  return new Map(flat.flatMap(([name, value]) => (isPlain(value) ? [[name, String(value)]] : [])));
}

const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
