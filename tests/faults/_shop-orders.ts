import {
  sendStandard,
  sendStripe,
  sendWoo,
  stripeEvent,
  stripeRefund,
  stripeSession,
  wooOrder,
} from "../support/shops.ts";

/** Sends one event of a shop's order to a server at `url`. */
export type SendEvent = (target: { url: string }) => Promise<Response>;

/** What an order of a shop goes through. */
export const courses = [
  "paid",
  "paid, then refunded",
  "refunded, then paid",
  "both at once",
  "unknown SKU",
  "no email",
] as const;

export interface ShopOrder {
  /** The ID that its order here gets. */
  vendorId: string;
  /** The shop's ID of the order. */
  externalId: string;
  course: (typeof courses)[number];
  paid: SendEvent;
  refunded: SendEvent;
  /** Whether the shop sends an event again until it is answered 200. */
  repeats: boolean;
}

interface Shop {
  url: string;
  secret: string;
}

/** How often each course is taken, of 20 orders. */
const turns = [...Array(9).fill(0), ...Array(4).fill(1), ...Array(3).fill(2), ...Array(2).fill(3), 4, 5];

type Make = (shop: Shop, number: number, content: { sku: string; email: string }) => Omit<ShopOrder, "course">;

/** WooCommerce sends an event once, whatever becomes of it. */
const woo: Make = (shop, _number, { sku, email }) => {
  const order = wooOrder({}, [{ sku }]);
  order.billing.email = email;
  const later = new Date(Date.parse(`${order.date_modified_gmt}Z`) + 5_000).toISOString().slice(0, 19);
  const refunded = { ...order, status: "refunded", date_modified_gmt: later };
  return {
    vendorId: `woocommerce:${order.id}`,
    externalId: String(order.id),
    paid: (target) => sendWoo(target, { ...shop, id: 0 }, order),
    refunded: (target) => sendWoo(target, { ...shop, id: 0 }, refunded),
    repeats: false,
  };
};

const stripe: Make = (shop, number, { sku, email }) => {
  const customer_details = { email: email === "" ? null : email, name: "Ann Lee" };
  const session = stripeSession(`n${number}`, { metadata: { sku }, payment_link: null, customer_details });
  const paid = stripeEvent("checkout.session.completed", session);
  const refunded = stripeEvent("charge.refunded", stripeRefund(`n${number}`, 1900));
  return {
    vendorId: `stripe:pi_n${number}`,
    externalId: `pi_n${number}`,
    paid: (target) => sendStripe(target, { ...shop, id: 0 }, paid),
    refunded: (target) => sendStripe(target, { ...shop, id: 0 }, refunded),
    repeats: true,
  };
};

const generic: Make = (shop, number, { sku, email }) => {
  const data = { id: `g-${number}`, email, items: [{ sku }] };
  return {
    vendorId: `generic:g-${number}`,
    externalId: `g-${number}`,
    paid: (target) => sendStandard(target, { ...shop, id: 0 }, { type: "sale.paid", data }),
    refunded: (target) => sendStandard(target, { ...shop, id: 0 }, { type: "sale.refunded", data: { id: data.id } }),
    repeats: true,
  };
};

/** How the generic shop's events are read. */
export const genericSettings = {
  signature: "standard_webhooks",
  event: "type",
  paid_events: ["sale.paid"],
  refunded_events: ["sale.refunded"],
  order_id: "data.id",
  email: "data.email",
  items: "data.items",
  sku: "sku",
};

/** Makes order after order, of each shop in turn. */
export function shopOrders(shops: { woocommerce: Shop; stripe: Shop; generic: Shop }): () => ShopOrder {
  let number = 0;
  return () => {
    const course = courses[turns[(number * 7) % turns.length]] ?? "paid";
    const sku = course === "unknown SKU" ? "NOWHERE" : "KEYED";
    const kind = (["woocommerce", "stripe", "generic"] as const)[number % 3] ?? "generic";
    const email = course === "no email" ? "" : `buyer-${number}@example.com`;
    const make = { woocommerce: woo, stripe, generic }[kind];
    return { ...make(shops[kind], number++, { sku, email }), course };
  };
}
