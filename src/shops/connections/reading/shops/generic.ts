import { visibleText } from "../../../../platform/text.ts";
import { at, type Json, textOf } from "../../../../platform/untrusted-json.ts";
import { noFacts, type ShopLine } from "../../known/facts.ts";
import { type GenericSettings, type Reading, type Shop, UnreadableEvent } from "../shop.ts";
import { currencyOf, isTrue, mayTakeBack, numberOf, parseJson, quantityOf, unreadableOf } from "../shop-json.ts";
import { isHmac, isStandardWebhook } from "../signatures.ts";

/** Any shop that sends signed JSON. The owner says how it is signed and where each value is. */
export const generic: Shop = {
  verify({ headers, body }, secrets, { generic: how }, now) {
    if (!how) return "wrong";
    if (how.signature === "standard_webhooks")
      return isStandardWebhook(headers, body, secrets, now) ? "right" : "wrong";
    const given = headers.get(how.header ?? "x-signature") ?? "";
    const { prefix = "" } = how;
    if (!given.startsWith(prefix)) return "wrong";
    const encoding = how.signature === "hmac_hex" ? "hex" : "base64";
    return isHmac(given.slice(prefix.length), body, secrets, encoding) ? "right" : "wrong";
  },

  read({ body, receivedAt = 0 }, { generic: how }): Reading {
    if (!how) throw new UnreadableEvent("The connection does not say how events are read.");
    const event = parseJson(body);
    const text = (path: string | undefined) => (path ? textOf(valueAt(event, path)) : null);
    const topic = text(how.event) ?? "event";
    const meaning = meaningOf(topic, how);
    const orderId = visibleText(text(how.orderId) ?? "");
    if (meaning === null) return readUnnamed(topic, orderId, receivedAt);
    if (orderId === "") throw new UnreadableEvent(`The event has no order ID at ${how.orderId}.`);
    if (meaning === "refunded") {
      return { topic, orderId, facts: { ...noFacts, withdrawn: { at: 0, because: "refunded" } } };
    }
    const content = {
      at: 0,
      email: text(how.email),
      firstName: text(how.firstName) ?? "",
      lastName: text(how.lastName) ?? "",
      currency: how.currency ? currencyOf(valueAt(event, how.currency)) : null,
      country: null,
      locale: null,
      total: null,
      lines: linesOf(event, how),
    };
    const test = how.test ? isTrue(valueAt(event, how.test)) : false;
    const state = { at: receivedAt, question: null };
    return { topic, orderId, facts: { ...noFacts, number: text(how.number), paid: true, test, state, content } };
  },
};

function meaningOf(topic: string, { event, paidEvents = [], refundedEvents = [] }: GenericSettings) {
  if (!event) return "paid";
  if (refundedEvents.includes(topic)) return "refunded";
  return paidEvents.includes(topic) ? "paid" : null;
}

function linesOf(event: Json, how: GenericSettings): ShopLine[] {
  const found = how.items ? valueAt(event, how.items) : [event];
  return (Array.isArray(found) ? found : [found]).map((line, index) => {
    const value = (path: string | undefined) => (path ? valueAt(line, path) : undefined);
    const productId = textOf(value(how.productId));
    return {
      id: String(index),
      sku: textOf(value(how.sku)),
      productIds: productId === null ? [] : [productId],
      name: textOf(value(how.productName)) ?? "",
      quantity: quantityOf(value(how.quantity)),
      price: numberOf(value(how.price)),
      ...unreadableOf(["quantity", value(how.quantity)], ["price", value(how.price)]),
    };
  });
}

/** Kinds of events about the money of a paid order. Others that may take an order back can also come before it is paid. */
const ofPaid = /refund|charge.?back|disput|fraud|revers|void/i;

/** A kind that the owner has not named means nothing, but may be about an order that was created. */
function readUnnamed(topic: string, orderId: string, receivedAt: number): Reading {
  const name = `"${topic.slice(0, 100)}"`;
  const note = `The connection does not say what events of the kind ${name} mean, so nothing was changed.`;
  if (orderId === "" || !mayTakeBack(topic)) return { topic, orderId: null, facts: null, note };
  const question = `The shop sent ${name}, and the connection does not say what that means. Revoke the order if the customer should lose access.`;
  const facts = ofPaid.test(topic)
    ? { ...noFacts, refunds: { [topic]: { amount: null, lines: [], question } } }
    : { ...noFacts, state: { at: receivedAt, question } };
  return { topic, orderId, facts, note };
}

/** The value at a path such as `data.customer.email` or `items[0].sku`. A `$.` at the beginning is ignored. */
export function valueAt(value: Json, path: string): Json {
  const names = path
    .replace(/^\$\.?/, "")
    .replace(/\[(\d+)\]/g, ".$1")
    .split(".")
    .filter((name) => name !== "");
  return at(value, ...names);
}
