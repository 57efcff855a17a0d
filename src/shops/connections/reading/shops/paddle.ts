import { splitName } from "../../../../platform/text.ts";
import { at, type Json, listOf, textOf } from "../../../../platform/untrusted-json.ts";
import { type Facts, type Incident, noFacts, type ShopLine } from "../../known/facts.ts";
import { AccessMissing, type Reading, type Shop, type ShopQuestion, UnreadableEvent } from "../shop.ts";
import {
  currencyOf,
  disputedIn,
  fromSmallest,
  notPaid,
  numberOf,
  parseAnswer,
  parseJson,
  perUnit,
  quantityOf,
  questionOfStatus,
  refundedOf,
  refundQuestion,
  timeOf,
  unreadableOf,
} from "../shop-json.ts";
import { isSignedByPaddle } from "../signatures.ts";
import { failedCharge, notFollowing, overAt, planAt, renewalNames, subscriptionName } from "./subscription-events.ts";

/** The effect of a chargeback on the payment, once it counts. A warning takes no money. */
const chargebacks: Record<string, Incident> = {
  chargeback: "lost",
  chargeback_reverse: "returned",
  chargeback_warning: "open",
  chargeback_warning_reverse: "dropped",
};

/** Means all units of a line. */
const allUnits = 1_000_000;

/** Means a part of a line. Even many refunded parts together are less than one of its units. */
const somePart = 1e-6;

/**
 * Paddle Billing (https://developer.paddle.com/webhooks/overview). Events do not contain the customer, so Paddle is asked for the
 * address.
 */
export const paddle: Shop = {
  hasUniqueOrderIds: true,

  verify({ headers, body }, secrets, _settings, now) {
    return isSignedByPaddle(headers.get("paddle-signature"), body, secrets, now) ? "right" : "wrong";
  },

  read({ body }, settings, fetched): Reading {
    const event = parseJson(body);
    const topic = textOf(at(event, "event_type")) ?? "";
    const data = at(event, "data");
    // Paddle's simulator signs like Paddle, and reports transactions that never existed.
    if ((textOf(at(event, "event_id")) ?? "").startsWith("ntfsim")) {
      return { topic, orderId: null, facts: null, note: "Paddle's simulator sent it, of no order." };
    }
    if (isChangeOfCard(topic, data)) {
      const note = "The customer changed the card, and bought nothing.";
      return { topic, orderId: textOf(at(data, "id")), facts: null, note };
    }
    const follows = settings.subscriptionGraceInHours !== undefined;
    const occurredAt = timeOf(at(event, "occurred_at"));
    if (topic === "subscription.canceled" || topic === "subscription.updated") {
      const over = { at: occurredAt, isOver: topic === "subscription.canceled" || isToEnd(data) };
      return follows ? overAt(topic, textOf(at(data, "id")), over) : notFollowing(topic);
    }
    if (topic === "transaction.completed") {
      const named = subscriptionName(textOf(at(data, "subscription_id")));
      if (named !== null && isRenewal(data) && follows) {
        const otherIds = renewalNames([textOf(at(data, "id"))]);
        return { topic, orderId: named, otherIds, facts: renewalFacts(data, occurredAt) };
      }
      const facts = { ...transactionFacts(event, fetched), ...begun(data, occurredAt) };
      const isBeginning = named !== null && !isRenewal(data);
      return { topic, orderId: textOf(at(data, "id")), ...(isBeginning ? { otherIds: [named] } : {}), facts };
    }
    if (topic === "adjustment.created" || topic === "adjustment.updated") {
      const orderId = textOf(at(data, "transaction_id"));
      const told = adjustment(data);
      if (orderId === null && told.facts !== null) throw new UnreadableEvent("The event names no transaction.");
      return { topic, orderId, ...told };
    }
    const renewed = textOf(at(data, "subscription_id"));
    if (failedTopics.has(topic) && renewed !== null && isRenewal(data) && follows) {
      return failedCharge(topic, renewed, { at: occurredAt });
    }
    if (topic.startsWith("transaction.")) return readTransaction(topic, event);
    return { topic, orderId: null, facts: null };
  },

  async ask({ body }, question) {
    const event = parseJson(body);
    const customer = textOf(at(event, "data", "customer_id"));
    const topic = textOf(at(event, "event_type")) ?? "";
    const isOrder = topic === "transaction.completed" && !isChangeOfCard(topic, at(event, "data"));
    const asks = isOrder && customer !== null;
    return asks && question.access.key ? customerOf(question, customer) : null;
  },
};

/**
 * The subscription will be canceled at the end of the paid time
 * (https://developer.paddle.com/api-reference/subscriptions/overview).
 */
const isToEnd = (subscription: Json) =>
  textOf(at(subscription, "status")) === "canceled" ||
  textOf(at(subscription, "scheduled_change", "action")) === "cancel";

/** Events of an unpaid transaction. Paddle tries again. */
const failedTopics = new Set(["transaction.payment_failed", "transaction.past_due"]);

/** Later payments of a subscription: for a new period, or for a change within one. */
const renewingOrigins = new Set(["subscription_recurring", "subscription_update"]);

const isRenewal = (transaction: Json) => renewingOrigins.has(textOf(at(transaction, "origin")) ?? "");

function renewalFacts(transaction: Json, paidAt: number): Facts {
  const kind = textOf(at(transaction, "origin")) === "subscription_update" ? "added" : "whole";
  const charge = { at: paidAt, isPaid: true };
  const plan = planAt(paidAt, paidFrom(transaction), { lines: planLines(transaction), kind });
  const subscription = textOf(at(transaction, "subscription_id"));
  return { ...noFacts, subscription, periods: periodOf(transaction, false), charge, plan };
}

/** The transaction's lines, without one-time charges. */
function planLines(transaction: Json): ShopLine[] {
  const prices = listOf(at(transaction, "items")).map((item) => at(item, "price"));
  const once = prices.filter((price) => at(price, "billing_cycle") === null).map((price) => textOf(at(price, "id")));
  return linesOf(transaction, currencyOf(at(transaction, "currency_code")))
    .filter(({ productIds: [price = null] }) => price === null || !once.includes(price))
    .map((line) => ({ ...line, price: null }));
}

/**
 * Facts about the order that began a subscription. If renewals are orders of their own, because there is no grace period, they
 * begin none.
 */
function begun(transaction: Json, paidAt: number): Partial<Facts> {
  const subscription = textOf(at(transaction, "subscription_id"));
  if (subscription === null || isRenewal(transaction)) return {};
  const plan = planAt(paidAt, paidFrom(transaction), { lines: planLines(transaction), kind: "first" });
  return { subscription, periods: periodOf(transaction, true), plan };
}

/** When the period of a transaction begins, in milliseconds; null if it has none. */
const paidFrom = (transaction: Json) => timeOf(at(transaction, "billing_period", "starts_at")) || null;

/** The end of the time that a transaction pays for (https://developer.paddle.com/api-reference/transactions/overview). */
function periodOf(transaction: Json, isFirst: boolean): Facts["periods"] {
  const end = timeOf(at(transaction, "billing_period", "ends_at"));
  const currency = currencyOf(at(transaction, "currency_code"));
  const total = fromSmallest(numberOf(at(transaction, "details", "totals", "grand_total")), currency);
  const id = textOf(at(transaction, "id"));
  if (id === null) throw new UnreadableEvent("The event names no transaction.");
  return { [id]: { until: end > 0 ? end : null, isFirst, total, currency } };
}

/** Paddle reports a new card as a completed transaction. */
const isChangeOfCard = (topic: string, data: Json) =>
  topic === "transaction.completed" &&
  textOf(at(data, "origin")) === "subscription_payment_method_change" &&
  (numberOf(at(data, "details", "totals", "total")) ?? 0) === 0 &&
  (numberOf(at(data, "details", "totals", "grand_total")) ?? 0) === 0;

/** Statuses of unpaid transactions. */
const unpaidStatuses = new Set(["canceled", "past_due"]);

/** What an event says about a transaction, other than that it is paid. */
function readTransaction(topic: string, event: Json): Reading {
  const data = at(event, "data");
  const named = topic.slice("transaction.".length);
  const status = unpaidStatuses.has(named) ? named : (textOf(at(data, "status")) ?? "");
  if (unpaidStatuses.has(status)) {
    const state = { at: timeOf(at(event, "occurred_at")), question: questionOfStatus(status) };
    return { topic, orderId: textOf(at(data, "id")), facts: { ...noFacts, state }, note: notPaid };
  }
  if (topic === "transaction.payment_failed") return { topic, orderId: null, facts: null, note: notPaid };
  return { topic, orderId: null, facts: null };
}

function transactionFacts(event: Json, fetched: string | null): Facts {
  const data = at(event, "data");
  const currency = currencyOf(at(data, "currency_code"));
  const customer = fetched === null ? at(data, "customer") : at(parseJson(fetched), "data");
  return {
    ...noFacts,
    number: textOf(at(data, "invoice_number")),
    paid: true,
    state: { at: timeOf(at(event, "occurred_at")), question: null },
    content: {
      at: timeOf(at(event, "occurred_at")),
      email: textOf(at(customer, "email")),
      ...splitName(textOf(at(customer, "name"))),
      currency,
      country: null,
      locale: textOf(at(customer, "locale")),
      total: fromSmallest(numberOf(at(data, "details", "totals", "grand_total")), currency),
      lines: linesOf(data, currency),
    },
  };
}

function linesOf(data: Json, currency: string | null): ShopLine[] {
  const prices = new Map(listOf(at(data, "items")).map((item) => [textOf(at(item, "price", "id")), at(item, "price")]));
  const lines = listOf(at(data, "details", "line_items"));
  return lines.map((line, index) => {
    const priceId = textOf(at(line, "price_id"));
    const price = prices.get(priceId);
    const quantity = quantityOf(at(line, "quantity"));
    const texts = [at(price, "custom_data", "sku"), at(line, "product", "custom_data", "sku")];
    const [sku = null, ...otherSkus] = texts.map(textOf).filter((text) => text !== null);
    const productId = textOf(at(price, "product_id")) ?? textOf(at(line, "product", "id"));
    return {
      id: textOf(at(line, "id")) ?? String(index),
      sku,
      otherSkus,
      productIds: [priceId, productId].filter((id) => id !== null),
      name: textOf(at(line, "product", "name")) ?? textOf(at(price, "name")) ?? "",
      quantity,
      price: perUnit(fromSmallest(numberOf(at(line, "totals", "total")), currency), quantity),
      ...unreadableOf(["quantity", at(line, "quantity")], ["price", at(line, "totals", "total")]),
    };
  });
}

/** What an adjustment says about its order (https://developer.paddle.com/api-reference/adjustments/overview). */
function adjustment(data: Json): Pick<Reading, "facts" | "note"> {
  const [action, status] = [textOf(at(data, "action")) ?? "", textOf(at(data, "status"))];
  const counts = status === "approved" || status === "reversed";
  const note = "The adjustment is not approved, so nothing was changed.";
  const id = textOf(at(data, "id")) ?? "0";
  if (action === "refund" && status === "rejected") {
    return { facts: { ...noFacts, incidents: { [id]: "refund_undone" } }, note };
  }
  if (!counts) return { facts: null, note };
  const incident = chargebacks[action];
  if (incident !== undefined) {
    const isReversed = status === "reversed";
    const state = isReversed && incident === "lost" ? "reversed" : isReversed && incident === "open" ? "won" : incident;
    const disputed = textOf(at(data, "type")) === "partial" ? disputedAmount(id, data) : {};
    return { facts: { ...noFacts, incidents: { [id]: state }, disputed } };
  }
  // The earlier refund, which was counted, has been undone.
  if (action === "refund" && status === "reversed") {
    return { facts: { ...noFacts, incidents: { [id]: "refund_failed" } } };
  }
  if (action === "refund") return { facts: refundFacts(data), ...(isOnlyTax(data) ? { note: onlyTax } : {}) };
  const question = `Paddle sent "${action.slice(0, 100)}" for this payment, which changes nothing here. Revoke the order if the customer should lose access.`;
  return { facts: { ...noFacts, refunds: { [id]: { amount: null, lines: [], question } } } };
}

function disputedAmount(id: string, data: Json): Facts["disputed"] {
  const currency = currencyOf(at(data, "currency_code"));
  return disputedIn(id, fromSmallest(refundedOf(at(data, "totals", "total")), currency), currency);
}

const onlyTax = "Only tax was refunded, and the customer keeps what was bought, so nothing was changed.";

/** A customer who only gets the tax back keeps the product. */
const isTax = (item: Json) => textOf(at(item, "type")) === "tax";

const isOnlyTax = (data: Json) =>
  isTax(data) || (listOf(at(data, "items")).length > 0 && listOf(at(data, "items")).every(isTax));

function refundFacts(data: Json): Facts {
  const isWithoutGoods = isOnlyTax(data);
  const items = isWithoutGoods ? [] : listOf(at(data, "items")).filter((item) => !isTax(item));
  const currency = currencyOf(at(data, "currency_code"));
  const total = at(data, "totals", "total");
  const refund = {
    amount: isWithoutGoods ? 0 : fromSmallest(refundedOf(total), currency),
    currency,
    lines: items.map((item) => ({
      id: textOf(at(item, "item_id")) ?? "",
      quantity: textOf(at(item, "type")) === "full" ? allUnits : somePart,
    })),
    // The refunded lines are enough.
    ...(isWithoutGoods || (items.length > 0 && total === undefined) ? {} : refundQuestion(total)),
  };
  const whole = textOf(at(data, "type")) === "full";
  return {
    ...noFacts,
    withdrawn: whole ? { at: 0, because: "refunded" } : noFacts.withdrawn,
    refunds: { [textOf(at(data, "id")) ?? "0"]: refund },
  };
}

/** Keys for Paddle's sandbox contain its name. */
const apiOf = (key: string) =>
  key.startsWith("pdl_sdbx_") ? "https://sandbox-api.paddle.com" : "https://api.paddle.com";

async function customerOf({ fetch, access, settings }: ShopQuestion, id: string): Promise<string> {
  const { key = "" } = access;
  const url = new URL(`/customers/${encodeURIComponent(id)}`, settings.apiUrl ?? apiOf(key));
  const { status, text } = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  if (status === 401 || status === 403) {
    throw new AccessMissing("Paddle refuses the API key. It must be allowed to read customers.");
  }
  if (status !== 200) throw new Error(`Paddle answered ${status}`);
  parseAnswer(text, "Paddle");
  return text;
}
