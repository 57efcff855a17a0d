import { splitName } from "../../../../platform/text.ts";
import { at, type Json, listOf, textOf } from "../../../../platform/untrusted-json.ts";
import { type Facts, type Incident, noFacts, type ShopLine } from "../../known/facts.ts";
import { asTest, type Reading, type Shop, type ShopSettings, UnreadableEvent } from "../shop.ts";
import {
  currencyOf,
  disputedIn,
  emailsOf,
  fromSmallest,
  notPaid,
  notThrough,
  numberOf,
  parseJson,
  perUnit,
  quantityOf,
  refundedOf,
  refundQuestion,
  totalRefund,
  unreadableOf,
} from "../shop-json.ts";
import { isSignedByStripe } from "../signatures.ts";
import { eventsSince, linesOfSession, pricesNamed, sessionTopics } from "./stripe-api.ts";
import {
  invoiceTopics,
  pricesOfInvoice,
  readFailedInvoice,
  readInvoice,
  readSubscription,
  subscriptionTopics,
} from "./stripe-invoices.ts";
import { idOf, nameOfPrice } from "./stripe-values.ts";
import { subscriptionName } from "./subscription-events.ts";

/** These report a refund that failed. The first two also report one that succeeded. */
const refundTopics = new Set(["refund.created", "refund.updated", "refund.failed", "charge.refund.updated"]);

/**
 * Stripe Checkout and Payment Links (https://docs.stripe.com/checkout/fulfillment). An order is a payment. A checkout without a
 * payment, because it is free or begins a subscription, is known by its session.
 */
export const stripe: Shop = {
  hasUniqueOrderIds: true,

  verify({ headers, body }, secrets, _settings, now) {
    return isSignedByStripe(headers.get("stripe-signature"), body, secrets, now) ? "right" : "wrong";
  },

  read({ body }, settings, fetched): Reading {
    const event = parseJson(body);
    return asTest(readOf(event, settings, fetched), at(event, "livemode") === false);
  },

  async ask({ body }, question) {
    const event = parseJson(body);
    const session = textOf(at(event, "data", "object", "id"));
    const isSession =
      sessionTopics.has(textOf(at(event, "type")) ?? "") && at(event, "data", "object", "mode") !== "setup";
    if (!question.access.key) return null;
    if (isSession && session !== null) return linesOfSession(question, session);
    const follows = question.settings.subscriptionGraceInHours !== undefined;
    const prices = follows ? pricesOfInvoice(event) : [];
    return prices.length === 0 ? null : pricesNamed(question, prices);
  },

  poll: eventsSince,
};

function readOf(event: Json, { subscriptionGraceInHours }: ShopSettings, fetched: string | null): Reading {
  const follows = subscriptionGraceInHours !== undefined;
  const topic = textOf(at(event, "type")) ?? "";
  const object = at(event, "data", "object");
  // Such a session stores a card, and sells nothing.
  if (sessionTopics.has(topic) && at(object, "mode") === "setup") {
    return { topic, orderId: null, facts: null, note: "The session stores a card, and sells nothing." };
  }
  if (topic === "checkout.session.async_payment_failed") return readFailed(topic, object, createdAt(event));
  if (sessionTopics.has(topic)) return readSession(topic, object, { at: createdAt(event), fetched });
  if (topic === "charge.refunded") return readCharge(topic, object);
  if (topic.startsWith("charge.dispute.")) return readDispute(topic, object);
  if (refundTopics.has(topic)) return readRefund(topic, object);
  if (topic === "radar.early_fraud_warning.created") return readWarning(topic, object, createdAt(event));
  if (topic === "review.closed") return readReview(topic, object, createdAt(event));
  if (invoiceTopics.has(topic)) return readInvoice(topic, object, { follows, at: createdAt(event), fetched });
  if (topic === "invoice.payment_failed") return readFailedInvoice(topic, object, { follows, at: createdAt(event) });
  if (subscriptionTopics.has(topic)) return readSubscription(topic, object, { follows, at: createdAt(event) });
  return { topic, orderId: null, facts: null };
}

const createdAt = (event: Json) => (numberOf(at(event, "created")) ?? 0) * 1000;

function readSession(
  topic: string,
  session: Json,
  { at: time, fetched }: { at: number; fetched: string | null },
): Reading {
  const payment = idOf(at(session, "payment_intent"));
  const orderId = sessionOrder(session);
  const invoice = payment === null ? idOf(at(session, "invoice")) : null;
  const subscription = idOf(at(session, "subscription"));
  const status = textOf(at(session, "payment_status"));
  const currency = currencyOf(at(session, "currency"));
  const paid = topic !== "checkout.session.completed" || status === "paid" || status === "no_payment_required";
  const facts: Facts = {
    ...noFacts,
    paid,
    subscription,
    state: paid ? { at: time, question: null } : noFacts.state,
    content: {
      at: time,
      ...emailsOf(at(session, "customer_details", "email"), at(session, "customer_email")),
      ...splitName(textOf(at(session, "customer_details", "name"))),
      currency,
      country: textOf(at(session, "customer_details", "address", "country")),
      locale: textOf(at(session, "locale")),
      total: fromSmallest(numberOf(at(session, "amount_total")), currency),
      lines: fetched === null ? linesWithoutAccess(session, currency) : linesIn(fetched, session, currency),
    },
  };
  const otherIds = [invoice, subscriptionName(subscription)].filter((id) => id !== null);
  return { topic, orderId, ...(otherIds.length === 0 ? {} : { otherIds }), facts };
}

const sessionOrder = (session: Json) => idOf(at(session, "payment_intent")) ?? textOf(at(session, "id"));

/** Asks the owner, if the order was paid before. */
function readFailed(topic: string, session: Json, time: number): Reading {
  const question = "Stripe says that the payment failed. Revoke the order if it is not paid.";
  const facts = { ...noFacts, state: { at: time, question } };
  return { topic, orderId: sessionOrder(session), facts, note: notPaid };
}

/**
 * Reasons for closing a review that leave the payment with the store
 * (https://docs.stripe.com/api/radar/reviews/object#review_object-closed_reason).
 */
const approvedReviews = new Set(["approved", "acknowledged", "redacted"]);

/** Asks the owner unless the payment was approved. Its refund or dispute may also be reported. */
function readReview(topic: string, review: Json, time: number): Reading {
  const reason = textOf(at(review, "closed_reason")) ?? textOf(at(review, "reason")) ?? "";
  if (approvedReviews.has(reason)) {
    return { topic, orderId: null, facts: null, note: "The review found nothing against the payment." };
  }
  const question = `Stripe ended its review of the payment as "${reason.slice(0, 100)}". Revoke the order if the customer should lose access.`;
  return {
    topic,
    ...paymentOf(review, idOf(at(review, "charge"))),
    facts: { ...noFacts, state: { at: time, question } },
  };
}

function readWarning(topic: string, warning: Json, time: number): Reading {
  const question =
    "The customer's bank says that the payment may be fraud. Revoke the order if the customer should lose access.";
  return { topic, ...asked(warning, question, time) };
}

const asked = (object: Json, question: string, time: number) => ({
  ...paymentOf(object, idOf(at(object, "charge"))),
  facts: { ...noFacts, state: { at: time, question } },
});

/** The payment of a charge, or of an event about it, and its other possible IDs. Throws `UnreadableEvent`. */
function paymentOf(object: Json, charge: string | null): { orderId: string; otherIds: string[] } {
  const ids = [idOf(at(object, "payment_intent")), charge, idOf(at(object, "invoice"))].filter((id) => id !== null);
  const [orderId, ...otherIds] = ids;
  if (orderId === undefined) throw new UnreadableEvent("The event names no payment.");
  return { orderId, otherIds };
}

function readDispute(topic: string, dispute: Json): Reading {
  const incident = disputeStates[textOf(at(dispute, "status")) ?? ""] ?? "open";
  const id = textOf(at(dispute, "id")) ?? "dispute";
  const currency = currencyOf(at(dispute, "currency"));
  const disputed = disputedIn(id, fromSmallest(refundedOf(at(dispute, "amount")), currency), currency);
  const facts = { ...noFacts, incidents: { [id]: incident }, disputed };
  return { topic, ...paymentOf(dispute, idOf(at(dispute, "charge"))), facts };
}

/** Other statuses are not decided yet (https://docs.stripe.com/api/disputes/object#dispute_object-status). */
const disputeStates: Record<string, Incident> = { lost: "lost", won: "won", warning_closed: "won", prevented: "won" };

function readRefund(topic: string, refund: Json): Reading {
  const id = textOf(at(refund, "id")) ?? "refund";
  const status = textOf(at(refund, "status"));
  const payment = paymentOf(refund, idOf(at(refund, "charge")));
  if (status === "failed" || status === "canceled") {
    return { topic, ...payment, facts: { ...noFacts, incidents: { [id]: "refund_failed" } } };
  }
  if (status !== "succeeded") {
    return { topic, ...payment, facts: null, note: notThrough };
  }
  const currency = currencyOf(at(refund, "currency"));
  const amount = fromSmallest(refundedOf(at(refund, "amount")), currency);
  const told = { amount, currency, lines: [], ...refundQuestion(at(refund, "amount")) };
  return { topic, ...payment, facts: { ...noFacts, refunds: { [id]: told } } };
}

function readCharge(topic: string, charge: Json): Reading {
  const payment = paymentOf(charge, textOf(at(charge, "id")));
  const currency = currencyOf(at(charge, "currency"));
  const facts: Facts = {
    ...noFacts,
    withdrawn: at(charge, "refunded") === true ? { at: 0, because: "refunded" } : noFacts.withdrawn,
    refunds: totalRefund(at(charge, "amount_refunded")),
    refundedTotal: fromSmallest(refundedOf(at(charge, "amount_refunded")), currency) ?? 0,
    refundedCurrency: currency,
  };
  return { topic, ...payment, facts };
}

/** Events do not contain the products. A payment link identifies them, and the session's metadata may. */
function linesWithoutAccess(session: Json, currency: string | null): ShopLine[] {
  const skus = (textOf(at(session, "metadata", "sku")) ?? "")
    .split(",")
    .map((sku) => sku.trim())
    .filter(Boolean);
  const link = idOf(at(session, "payment_link"));
  const total = numberOf(at(session, "amount_total"));
  const shipping = at(session, "shipping_cost", "amount_total") ?? at(session, "total_details", "amount_shipping");
  const price = skus.length > 1 || total === null ? null : fromSmallest(total - (numberOf(shipping) ?? 0), currency);
  return (skus.length > 0 ? skus : [null]).map((sku, index) => ({
    id: String(index),
    sku,
    productIds: link === null ? [] : [link],
    name: link === null ? "" : "Payment link",
    quantity: 1,
    price,
    ...unreadableOf(["price", at(session, "amount_total")], ["shipping", shipping]),
  }));
}

function linesIn(fetched: string, session: Json, currency: string | null): ShopLine[] {
  const link = idOf(at(session, "payment_link"));
  return listOf(parseJson(fetched)).map((line, index) => {
    const price = at(line, "price");
    const quantity = quantityOf(at(line, "quantity"));
    const { productIds, ...skus } = nameOfPrice(price);
    return {
      id: textOf(at(line, "id")) ?? String(index),
      ...skus,
      productIds: link === null ? productIds : [...productIds, link],
      name: textOf(at(line, "description")) ?? "",
      quantity,
      price: perUnit(fromSmallest(numberOf(at(line, "amount_total")), currency), quantity),
      ...unreadableOf(["quantity", at(line, "quantity")], ["price", at(line, "amount_total")]),
    };
  });
}
