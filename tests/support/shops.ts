import { createHmac } from "node:crypto";
import type { Store } from "./service.ts";
import { v3 } from "./v3.ts";

/*
 * Senders as the shops' own documentation describes them. Each has the signature of its shop, over the very bytes that it
 * sends.
 */

export interface Connection {
  id: number;
  url: string;
  secret: string;
}

/** Connects a shop, and returns what its owner enters there. */
export async function connect(service: Store, fields: Record<string, unknown>): Promise<Connection> {
  const { status, body } = await v3(service, "POST", "connections", fields);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.connection;
}

const hmac = (secret: string | Uint8Array, bytes: string, encoding: "hex" | "base64") =>
  createHmac("sha256", secret).update(bytes).digest(encoding);

/** A request to a connection's address, on the address at which the service listens. */
export function post(
  service: Pick<Store, "url">,
  { url }: Pick<Connection, "url">,
  body: string,
  headers: Record<string, string>,
) {
  return fetch(service.url + new URL(url).pathname, { method: "POST", body, headers });
}

const jsonHeaders = { "content-type": "application/json" };

/** PHP escapes slashes, and every character beyond ASCII. */
const phpJson = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll("/", "\\/")
    .replace(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

export const sendWoo = (
  service: Pick<Store, "url">,
  connection: Connection,
  order: unknown,
  topic = "order.updated",
  headers: Record<string, string> = {},
) => {
  const body = phpJson(order);
  return post(service, connection, body, {
    ...jsonHeaders,
    ...headers,
    "x-wc-webhook-topic": topic,
    "x-wc-webhook-signature": hmac(connection.secret, body, "base64"),
  });
};

/** As WooCommerce writes an instant, so many seconds from now. */
export const gmt = (later = 0) => new Date(Date.now() + later * 1000).toISOString().slice(0, 19);

let lastOrder = 700;

/** An order as WooCommerce sends it, paid unless `fields` say otherwise. */
export function wooOrder(fields: Record<string, unknown> = {}, lines: Record<string, unknown>[] = [{ sku: "MAP" }]) {
  const id = ++lastOrder;
  return {
    id,
    number: String(id),
    status: "processing",
    currency: "EUR",
    total: "19.00",
    date_created_gmt: gmt(),
    date_modified_gmt: gmt(),
    date_paid_gmt: gmt(),
    billing: { email: `woo${id}@example.com`, first_name: "Zoë", last_name: "O/Hara", country: "DE" },
    line_items: lines.map((line, index) => ({
      id: id * 10 + index,
      name: "Map",
      product_id: 87,
      variation_id: 0,
      quantity: 1,
      total: "19.00",
      sku: "",
      ...line,
    })),
    refunds: [],
    ...fields,
  };
}

export const seconds = () => Math.floor(Date.now() / 1000);

export const sendStripe = (
  service: Pick<Store, "url">,
  connection: Connection,
  event: unknown,
  { at = seconds() } = {},
) => {
  const body = JSON.stringify(event, null, 2);
  const signature = hmac(connection.secret, `${at}.${body}`, "hex");
  return post(service, connection, body, { ...jsonHeaders, "stripe-signature": `t=${at},v1=${signature},v0=beef` });
};

let lastEvent = 0;

export const stripeEvent = (type: string, object: Record<string, unknown>, fields: Record<string, unknown> = {}) => ({
  id: `evt_${++lastEvent}`,
  object: "event",
  created: seconds(),
  livemode: true,
  type,
  data: { object },
  ...fields,
});

/** A paid session of a payment link. */
export const stripeSession = (id: string, fields: Record<string, unknown> = {}) => ({
  id: `cs_live_${id}`,
  object: "checkout.session",
  mode: "payment",
  payment_intent: `pi_${id}`,
  payment_link: "plink_1",
  payment_status: "paid",
  amount_total: 1900,
  currency: "eur",
  customer_details: { email: `stripe-${id}@example.com`, name: "Ann Marie Lee" },
  locale: "de",
  metadata: {},
  ...fields,
});

export const stripeRefund = (id: string, refunded: number, amount = 1900) => ({
  id: `ch_${id}`,
  object: "charge",
  amount,
  amount_refunded: refunded,
  refunded: refunded === amount,
  currency: "eur",
  payment_intent: `pi_${id}`,
});

export const sendStandard = (
  service: Pick<Store, "url">,
  connection: Connection,
  event: unknown,
  id = `msg_${++lastEvent}`,
  at = seconds(),
) => {
  const body = JSON.stringify(event);
  const key = Buffer.from(connection.secret.slice("whsec_".length), "base64");
  return post(service, connection, body, {
    ...jsonHeaders,
    "webhook-id": id,
    "webhook-timestamp": String(at),
    "webhook-signature": `v1,${hmac(key, `${id}.${at}.${body}`, "base64")}`,
  });
};

export const sendHmac = (
  service: Pick<Store, "url">,
  connection: Connection,
  event: unknown,
  { header, encoding, prefix = "" }: { header: string; encoding: "hex" | "base64"; prefix?: string },
) => {
  const body = JSON.stringify(event);
  return post(service, connection, body, {
    ...jsonHeaders,
    [header]: prefix + hmac(connection.secret, body, encoding),
  });
};

export const sendShopify = (
  service: Pick<Store, "url">,
  connection: Connection,
  topic: string,
  event: unknown,
  headers: Record<string, string> = {},
) => {
  const body = JSON.stringify(event);
  const signature = hmac(connection.secret, body, "base64");
  return post(service, connection, body, {
    ...jsonHeaders,
    ...headers,
    "x-shopify-topic": topic,
    "x-shopify-hmac-sha256": signature,
  });
};

export const sendLemon = (service: Pick<Store, "url">, connection: Connection, event: unknown) => {
  const body = JSON.stringify(event);
  return post(service, connection, body, { ...jsonHeaders, "x-signature": hmac(connection.secret, body, "hex") });
};

export const sendPaddle = (
  service: Pick<Store, "url">,
  connection: Connection,
  event: unknown,
  secrets = [connection.secret],
  at = seconds(),
) => {
  const body = JSON.stringify(event);
  const signatures = secrets.map((secret) => `h1=${hmac(secret, `${at}:${body}`, "hex")}`);
  return post(service, connection, body, { ...jsonHeaders, "paddle-signature": [`ts=${at}`, ...signatures].join(";") });
};

export const sendPayPal = (service: Pick<Store, "url">, connection: Connection, event: unknown) =>
  post(service, connection, JSON.stringify(event), {
    ...jsonHeaders,
    "paypal-auth-algo": "SHA256withRSA",
    "paypal-cert-url": "https://api.paypal.com/v1/notifications/certs/CERT-1",
    "paypal-transmission-id": crypto.randomUUID(),
    "paypal-transmission-sig": "c2lnbmF0dXJl",
    "paypal-transmission-time": new Date().toISOString(),
  });

export const sendGumroad = (service: Pick<Store, "url">, connection: Connection, fields: Record<string, string>) =>
  post(service, connection, new URLSearchParams(fields).toString(), {
    "content-type": "application/x-www-form-urlencoded",
  });
