import { at, type Json, listOf, textOf } from "../../../../platform/untrusted-json.ts";
import { type Facts, type Incident, noFacts, type Refund, type ShopLine } from "../../known/facts.ts";
import { type Reading, type Shop, UnreadableEvent } from "../shop.ts";
import {
  currencyOf,
  disputedIn,
  emailsOf,
  isTrue,
  justBefore,
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
import { isHmac } from "../signatures.ts";

const paidStatuses = new Set(["paid", "partially_refunded", "refunded"]);

/** Shopify (https://shopify.dev/docs/api/webhooks). */
export const shopify: Shop = {
  shopOf: ({ headers }) => textOf(headers["x-shopify-shop-domain"])?.toLowerCase() ?? null,

  verify({ headers, body }, secrets) {
    return isHmac(headers.get("x-shopify-hmac-sha256") ?? "", body, secrets, "base64") ? "right" : "wrong";
  },

  read({ headers, body, receivedAt = 0 }): Reading {
    const topic = headers["x-shopify-topic"] ?? "";
    const event = parseJson(body);
    if (topic === "refunds/create") return { topic, orderId: orderOf(event), ...readRefund(event) };
    if (topic === "order_transactions/create") return readTransaction(topic, event);
    if (topic.startsWith("disputes/")) {
      const incident = incidents[textOf(at(event, "status")) ?? ""] ?? "open";
      const id = `dispute ${textOf(at(event, "id")) ?? ""}`;
      const disputed = disputedIn(id, refundedOf(at(event, "amount")), currencyOf(at(event, "currency")));
      return { topic, orderId: orderOf(event), facts: { ...noFacts, incidents: { [id]: incident }, disputed } };
    }
    if (topic === "orders/delete") {
      return { topic, orderId: textOf(at(event, "id")), facts: { ...noFacts, deletedAt: receivedAt } };
    }
    const isOrder = topic.startsWith("orders/") && at(event, "line_items") !== undefined;
    // The sample event that the admin sends is about an order that never existed.
    const isSample = at(event, "test") === true && textOf(at(event, "financial_status")) === "voided";
    if (!isOrder || isSample) return { topic, orderId: null, facts: null };
    return { topic, orderId: textOf(at(event, "id")), facts: factsOf(topic, event, receivedAt) };
  },
};

/** The order of a refund, transaction or dispute. Throws `UnreadableEvent`. */
function orderOf(event: Json): string {
  const id = textOf(at(event, "order_id"));
  if (id === null) throw new UnreadableEvent("The event names no order.");
  return id;
}

function readRefund(refund: Json): Pick<Reading, "facts" | "note"> {
  const facts = { ...noFacts, refunds: refundsOf([refund]), incidents: undoneIn([refund]) };
  const all = Object.values(facts.refunds);
  const isPending = all.length === 0 && Object.keys(facts.incidents).length === 0;
  if (isPending) return { facts: null, note: notThrough };
  if (all.length === 0) return { facts, note: notThrough };
  const isNothing = all.every(({ amount, lines, question }) => amount === 0 && lines.length === 0 && !question);
  return isNothing
    ? { facts, note: "The refund gives back neither money nor lines, so nothing was changed." }
    : { facts };
}

/**
 * The transaction of a refund. It is also reported with its refund, which includes the lines. If that report does not come, the
 * owner is asked.
 */
function readTransaction(topic: string, transaction: Json): Reading {
  const isRefund = textOf(at(transaction, "kind")) === "refund";
  if (!isRefund) return { topic, orderId: null, facts: null };
  const orderId = orderOf(transaction);
  if (textOf(at(transaction, "status")) !== "success") return { topic, orderId, facts: null, note: notThrough };
  const amount = [at(transaction, "currency"), at(transaction, "amount")].map(textOf).filter(Boolean).join(" ");
  const question = `Money was refunded (${amount.slice(0, 100)}), and the shop has not said by "refunds/create" what was refunded. Revoke the order if the customer should lose access.`;
  const note = "The refund itself tells what is refunded, so nothing more was changed.";
  const refunds = { [transactionId(transaction)]: { amount: null, lines: [], question } };
  return { topic, orderId, facts: { ...noFacts, refunds }, note };
}

const transactionId = (transaction: Json) => `transaction ${textOf(at(transaction, "id")) ?? ""}`;

/**
 * The outcome of a dispute (https://shopify.dev/docs/api/admin-rest/latest/resources/dispute). Other statuses are not decided
 * yet.
 */
const incidents: Record<string, Incident> = { lost: "lost", accepted: "lost", won: "won" };

/** Statuses that decide what the order is here. */
const knownStatuses = new Set([...paidStatuses, "voided"]);

/**
 * An order that is changed after it was paid may have more to pay, and an order that was taken back may be the customer's again.
 */
function stateOf(topic: string, order: Json, isTakenBack: boolean): Facts["state"] {
  const status = textOf(at(order, "financial_status"));
  const time = timeOf(at(order, "updated_at"));
  if (isTakenBack) return { at: time, question: null, refunded: numberOf(at(order, "total_price")) ?? 0 };
  const isKnown = status === null || knownStatuses.has(status) || timeOf(at(order, "cancelled_at")) > 0;
  const refunds = at(order, "refunds");
  const refunded = Array.isArray(refunds) && refunds.length === 0 ? { refunded: 0 } : {};
  if (isKnown || topic === "orders/paid") return { at: time, question: null, ...refunded };
  return { at: justBefore(time), question: questionOfStatus(status) };
}

function factsOf(topic: string, order: Json, receivedAt: number): Facts {
  const status = textOf(at(order, "financial_status")) ?? "";
  const canceled = timeOf(at(order, "cancelled_at")) > 0 || topic === "orders/cancelled" || status === "voided";
  const customer = at(order, "customer");
  const refunds = listOf(at(order, "refunds"));
  const because = canceled ? "canceled" : status === "refunded" ? "refunded" : null;
  const withdrawn: Facts["withdrawn"] = because === null ? noFacts.withdrawn : { at: 0, because };
  const isUntold = status === "partially_refunded" && refunds.length === 0;
  return {
    ...noFacts,
    number: textOf(at(order, "name")),
    paid: topic === "orders/paid" || paidStatuses.has(status),
    // An order may be paid long after it was placed. This topic comes immediately after the payment.
    paidAt: (topic === "orders/paid" ? receivedAt : timeOf(at(order, "processed_at"))) || null,
    test: at(order, "test") === true,
    content: {
      at: timeOf(at(order, "updated_at")),
      ...emailsOf(at(order, "contact_email"), at(order, "email"), at(customer, "email")),
      firstName: textOf(at(customer, "first_name")) ?? textOf(at(order, "billing_address", "first_name")) ?? "",
      lastName: textOf(at(customer, "last_name")) ?? textOf(at(order, "billing_address", "last_name")) ?? "",
      currency: currencyOf(at(order, "currency")),
      country: textOf(at(order, "billing_address", "country_code")),
      locale: textOf(at(order, "customer_locale")),
      total: numberOf(at(order, "total_price")),
      ...presentedOf(order),
      lines: listOf(at(order, "line_items")).map((line, index) => lineOf(order, line, index)),
    },
    withdrawn,
    state: stateOf(topic, order, withdrawn.because !== null),
    refunds: { ...refundsOf(refunds), ...(isUntold ? totalRefund(null) : {}) },
    incidents: undoneIn(refunds),
  };
}

/** The total that the customer saw, if its currency differs from the shop's. All other amounts are in the shop's. */
function presentedOf(order: Json): { presented?: { currency: string; total: number } } {
  const money = at(order, "total_price_set", "presentment_money");
  const [currency, total] = [currencyOf(at(money, "currency_code")), numberOf(at(money, "amount"))];
  const isOther = currency !== null && total !== null && currency !== currencyOf(at(order, "currency"));
  return isOther ? { presented: { currency, total } } : {};
}

function lineOf(order: Json, line: Json, index: number): ShopLine {
  const taxIncluded = isTrue(at(order, "taxes_included"));
  const ordered = quantityOf(at(line, "quantity"));
  return {
    id: textOf(at(line, "id")) ?? String(index),
    sku: textOf(at(line, "sku")),
    productIds: [at(line, "variant_id"), at(line, "product_id")].map(textOf).filter((id) => id !== null),
    name: textOf(at(line, "name")) ?? textOf(at(line, "title")) ?? "",
    quantity: Math.min(ordered, unitsLeft(order, line) ?? ordered),
    price: perUnit(paidFor(line, ordered, taxIncluded), ordered),
    ...unreadableOf(
      ["quantity", at(line, "quantity")],
      ["price", at(line, "price")],
      ["discount", at(line, "total_discount")],
      ...discountsOf(line).map((amount) => ["discount", amount] as const),
      ...(taxIncluded ? [] : taxesOf(line).map((amount) => ["tax", amount] as const)),
    ),
  };
}

/** A line's units after the order was edited, plus the refunded units, which facts count separately; null if unknown. */
function unitsLeft(order: Json, line: Json): number | null {
  const [current, refunds] = [numberOf(at(line, "current_quantity")), at(order, "refunds")];
  if (current === null || current < 0 || !Array.isArray(refunds)) return null;
  const ofLine = refunds
    .flatMap((refund) => listOf(at(refund, "refund_line_items")))
    .filter((one) => textOf(at(one, "line_item_id")) === textOf(at(line, "id")));
  return current + sumOf(ofLine.map((one) => at(one, "quantity")));
}

/** A line has its price before discounts, and its share of discounts on the whole order. */
function paidFor(line: Json, quantity: number, taxIncluded: boolean): number | null {
  const price = numberOf(at(line, "price"));
  if (price === null) return null;
  const allocated = sumOf(discountsOf(line));
  // Only includes what a draft order or a script took off this line. The allocated discounts then include that too.
  const discount = Math.max(allocated, numberOf(at(line, "total_discount")) ?? 0);
  const tax = taxIncluded ? 0 : sumOf(taxesOf(line));
  return price * quantity - discount + tax;
}

const discountsOf = (line: Json) => listOf(at(line, "discount_allocations")).map((one) => at(one, "amount"));

const taxesOf = (line: Json) => listOf(at(line, "tax_lines")).map((one) => at(one, "price"));

const sumOf = (amounts: Json[]) => amounts.reduce<number>((sum, amount) => sum + (numberOf(amount) ?? 0), 0);

const refundsOf = (refunds: Json[]): Facts["refunds"] => Object.fromEntries(refunds.flatMap(refundOf));

const returnsOf = (refund: Json) =>
  listOf(at(refund, "transactions")).filter((one) => textOf(at(one, "kind")) === "refund");

const failedStatuses = new Set(["failure", "error"]);

/** Refunds that failed completely, some of which may have been counted before. */
const undoneIn = (refunds: Json[]): Facts["incidents"] =>
  Object.fromEntries(
    refunds.flatMap((refund, index) => {
      const transactions = returnsOf(refund);
      const isFailed = transactions.every((one) => failedStatuses.has(textOf(at(one, "status")) ?? ""));
      return transactions.length > 0 && isFailed ? [[textOf(at(refund, "id")) ?? String(index), "refund_undone"]] : [];
    }),
  );

/**
 * None if no money was returned by any transaction that should have returned it. A refund without transactions may still be for
 * lines.
 */
function refundOf(refund: Json, index: number): [string, Refund][] {
  const transactions = returnsOf(refund);
  const done = transactions.filter((one) => textOf(at(one, "status")) === "success");
  if (transactions.length > 0 && done.length === 0) return [];
  // Several currencies cannot be added up. Each transaction then counts separately.
  const currencies = new Set(done.map((one) => currencyOf(at(one, "currency"))));
  const lines = listOf(at(refund, "refund_line_items")).map((one) => ({
    id: textOf(at(one, "line_item_id")) ?? "",
    quantity: numberOf(at(one, "quantity")) ?? 0,
  }));
  const id = textOf(at(refund, "id")) ?? String(index);
  const units = listOf(at(refund, "refund_line_items")).map((one) => at(one, "quantity"));
  const told = at(refund, "transactions");
  const isUntold = told !== undefined && !Array.isArray(told) && lines.length === 0;
  const asked = refundQuestion(...done.map((one) => at(one, "amount")), ...units, ...(isUntold ? [told] : []));
  if (currencies.size === 0) return [[id, { amount: isUntold ? null : 0, currency: null, lines, ...asked }]];
  // These need no separate report now.
  const known = done.map((one): [string, Refund] => [transactionId(one), { amount: 0, currency: null, lines: [] }]);
  const sums = [...currencies].map((currency, nth): [string, Refund] => {
    const amount = sumOf(
      done.filter((one) => currencyOf(at(one, "currency")) === currency).map((one) => refundedOf(at(one, "amount"))),
    );
    return [
      nth === 0 ? id : `${id} ${currency}`,
      { amount, currency, lines: nth === 0 ? lines : [], ...(nth === 0 ? asked : {}) },
    ];
  });
  return [...sums, ...known];
}
