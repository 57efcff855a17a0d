import { type Facts, noFacts, type ShopLine } from "../facts.ts";
import { AccessMissing, type Reading, type Shop, type ShopQuestion, UnreadableEvent } from "../shop.ts";
import { at, type Json, listOf, numberOf, parseJson, quantityOf, textOf, timeOf } from "../values.ts";

const usualApi = "https://api-m.paypal.com";

const refundTopics = new Set(["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED"]);

/**
 * PayPal (https://developer.paypal.com/api/rest/webhooks/). An order is a captured payment. PayPal itself is asked whether it has
 * sent the event, and for customer and items.
 */
export const paypal: Shop = {
  hasUniqueOrderIds: true,

  verify({ headers }) {
    const isSigned = headers.has("paypal-transmission-sig") && headers.has("paypal-transmission-id");
    return isSigned ? "unchecked" : "wrong";
  },

  read({ body }, _settings, fetched): Reading {
    const event = parseJson(body);
    const topic = textOf(at(event, "event_type")) ?? "";
    const orderId = captureOf(topic, at(event, "resource"));
    if (orderId === null) return { topic, orderId, facts: null };
    if (fetched === null) return { topic, orderId, facts: null };
    const answers = parseJson(fetched);
    if (at(answers, "verified") !== true) throw new UnreadableEvent("PayPal says that it did not send this event.");
    const facts = refundTopics.has(topic)
      ? refundFacts(at(event, "resource"))
      : captureFacts(event, at(answers, "order"));
    return { topic, orderId, facts };
  },

  async ask({ headers, body }, question) {
    const event = parseJson(body);
    const topic = textOf(at(event, "event_type")) ?? "";
    if (captureOf(topic, at(event, "resource")) === null) return null;
    const token = await tokenFrom(question);
    const verified = await isFromPayPal(question, token, { headers, body });
    const order = textOf(at(event, "resource", "supplementary_data", "related_ids", "order_id"));
    const isCapture = verified && order !== null && !refundTopics.has(topic);
    const found = isCapture ? await read(question, token, `/v2/checkout/orders/${encodeURIComponent(order)}`) : null;
    return JSON.stringify({ verified, order: found });
  },
};

/** The captured payment that the event is about; null for any other event. */
function captureOf(topic: string, resource: Json): string | null {
  if (topic === "PAYMENT.CAPTURE.COMPLETED") return textOf(at(resource, "id"));
  if (!refundTopics.has(topic)) return null;
  const up = listOf(at(resource, "links")).find((link) => textOf(at(link, "rel")) === "up");
  return /\/captures\/([\w-]+)/.exec(textOf(at(up, "href")) ?? "")?.[1] ?? null;
}

function captureFacts(event: Json, order: Json): Facts {
  const resource = at(event, "resource");
  const payer = at(order, "payer");
  const currency = textOf(at(resource, "amount", "currency_code"));
  const total = numberOf(at(resource, "amount", "value"));
  return {
    ...noFacts,
    number: textOf(at(resource, "invoice_id")),
    paid: true,
    content: {
      at: timeOf(at(event, "create_time")),
      email: textOf(at(payer, "email_address")),
      firstName: textOf(at(payer, "name", "given_name")) ?? "",
      lastName: textOf(at(payer, "name", "surname")) ?? "",
      currency,
      country: textOf(at(payer, "address", "country_code")),
      locale: null,
      total,
      // A button in the customer's browser says what is bought, and for how much.
      mustCover: total,
      lines: linesOf(resource, order, total),
    },
  };
}

/** A payment button names no items; the payment's own ID of the shop can stand for one. */
function linesOf(resource: Json, order: Json, total: number | null): ShopLine[] {
  const items = listOf(at(order, "purchase_units")).flatMap((unit) => listOf(at(unit, "items")));
  const custom = textOf(at(resource, "custom_id"));
  if (items.length === 0) {
    const productIds = custom === null ? [] : [custom];
    return [{ id: "0", sku: custom, productIds, name: custom ?? "", quantity: 1, price: total }];
  }
  return items.map((item, index) => {
    const name = textOf(at(item, "name")) ?? "";
    return {
      id: String(index),
      sku: textOf(at(item, "sku")),
      productIds: name === "" ? [] : [name],
      name,
      quantity: quantityOf(at(item, "quantity")),
      price: numberOf(at(item, "unit_amount", "value")),
    };
  });
}

function refundFacts(refund: Json): Facts {
  const amount = numberOf(at(refund, "amount", "value"));
  const total = numberOf(at(refund, "seller_payable_breakdown", "total_refunded_amount", "value"));
  const id = textOf(at(refund, "id")) ?? "0";
  return { ...noFacts, refunds: { [id]: { amount, lines: [] } }, refundedTotal: total ?? 0 };
}

async function tokenFrom(question: ShopQuestion): Promise<string> {
  const { key, secret } = question.access;
  if (!key || !secret) throw new AccessMissing("Enter the client ID and the secret of your PayPal app.");
  const answer = await ask(question, "/v1/oauth2/token", {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`${key}:${secret}`)}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  });
  const token = textOf(at(answer, "access_token"));
  if (token === null) throw new Error("PayPal gave no access token");
  return token;
}

/** The event goes back with the very characters that came: PayPal compares a checksum of them. */
async function isFromPayPal(
  question: ShopQuestion,
  token: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<boolean> {
  const { webhookId } = question.settings;
  if (!webhookId) throw new AccessMissing("Enter the ID of the webhook that PayPal shows.");
  const fields = JSON.stringify({
    auth_algo: headers["paypal-auth-algo"] ?? "",
    cert_url: headers["paypal-cert-url"] ?? "",
    transmission_id: headers["paypal-transmission-id"] ?? "",
    transmission_sig: headers["paypal-transmission-sig"] ?? "",
    transmission_time: headers["paypal-transmission-time"] ?? "",
    webhook_id: webhookId,
  });
  const answer = await ask(question, "/v1/notifications/verify-webhook-signature", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: `${fields.slice(0, -1)},"webhook_event":${body}}`,
  });
  return textOf(at(answer, "verification_status")) === "SUCCESS";
}

const read = (question: ShopQuestion, token: string, path: string) =>
  ask(question, path, { headers: { authorization: `Bearer ${token}` } });

async function ask(
  { fetch, settings }: ShopQuestion,
  path: string,
  init: NonNullable<Parameters<ShopQuestion["fetch"]>[1]>,
): Promise<Json> {
  const { status, text } = await fetch(new URL(path, settings.apiUrl ?? usualApi), init);
  if (status === 401 || status === 403) throw new AccessMissing("PayPal refuses the client ID and the secret.");
  if (status !== 200) throw new Error(`PayPal answered ${status}`);
  return parseJson(text);
}
