import { sendGumroad, sendLemon, sendPaddle, sendPayPal, sendWoo, wooOrder } from "./shops.ts";
import { stripe } from "./stripe-subscriptions.ts";
import {
  first,
  monthBefore,
  now,
  paid,
  paidAt,
  paidUntil,
  plans,
  second,
  shopServer,
  type Telling,
  wooSubscription,
  wooTime,
} from "./subscription-server.ts";

export const transaction = (
  id: string,
  number: string,
  origin: string,
  until: number,
  amount: string,
  skus: string[] = ["CLUB"],
) => ({
  event_id: `evt_${number}`,
  event_type: "transaction.completed",
  occurred_at: new Date(paidAt(until)).toISOString(),
  data: {
    ...{ id: `txn_${number}`, status: "completed", origin, subscription_id: `sub_${id}`, currency_code: "EUR" },
    customer: { email: `paddle-${id}@example.com` },
    billing_period: { starts_at: new Date(now).toISOString(), ends_at: new Date(until).toISOString() },
    items: skus.map((sku) => ({ price: { id: `pri_${sku}`, product_id: `pro_${sku}`, custom_data: { sku } } })),
    details: {
      totals: { grand_total: amount },
      line_items: skus.map((sku) => ({
        ...{ id: `line_${number}_${sku}`, price_id: `pri_${sku}`, quantity: 1, totals: { total: amount }, product: {} },
      })),
    },
  },
});

const paddleUpdate = (id: string, scheduled_change: object | null, at: number) => ({
  event_id: `evt_update_${id}_${at}`,
  event_type: "subscription.updated",
  occurred_at: new Date(at).toISOString(),
  data: { id: `sub_${id}`, status: "active", scheduled_change },
});

export const paddle: Telling = {
  kind: "paddle",
  fields: { secret: "pdl_sub" },
  begun: (id, until) => [transaction(id, `first_${id}`, "web", until, "1900")],
  renewed: (id, payment, until) => transaction(id, payment, "subscription_recurring", until, "1200"),
  renewedFor: (id, payment, until, skus) => transaction(id, payment, "subscription_recurring", until, "1200", skus),
  ended: (id) => ({
    event_id: `evt_end_${id}`,
    event_type: "subscription.canceled",
    occurred_at: new Date(now + 1000).toISOString(),
    data: { id: `sub_${id}`, status: "canceled" },
  }),
  failed: (id, payment, at) => {
    const { data, ...event } = transaction(id, payment, "subscription_recurring", first, "1200");
    return {
      ...{ ...event, event_id: `evt_failed_${payment}`, event_type: "transaction.payment_failed" },
      occurred_at: new Date(at).toISOString(),
      data: { ...data, status: "past_due" },
    };
  },
  canceled: (id, at) => paddleUpdate(id, { action: "cancel", effective_at: new Date(second).toISOString() }, at),
  goesOn: (id, at) => paddleUpdate(id, null, at),
  send: sendPaddle,
};

const wooUpdate = (id: string, status: string, at: number) => ({
  topic: "subscription.updated",
  body: { ...wooSubscription(id, first), status, date_modified_gmt: wooTime(at) },
});

export const woocommerce: Telling = {
  kind: "woocommerce",
  fields: { api_url: `http://127.0.0.1:${shopServer.port}`, api_key: "ck_1", api_secret: "cs_1" },
  begun: (id, until) => [
    {
      topic: "subscription.created",
      body: wooSubscription(id, until),
    },
    { topic: "order.created", body: wooOrder({ id: `first_${id}`, number: id }, [{ sku: "CLUB" }]) },
  ],
  renewed: (id, payment, until) => woocommerce.renewedFor(id, payment, until, ["CLUB"]),
  renewedFor: (id, payment, until, skus) => {
    paid(`sub_${id}`, until);
    const meta_data = [{ id: 1, key: "_subscription_renewal", value: `sub_${id}` }];
    const lines = skus.map((sku) => ({ sku }));
    return {
      topic: "order.updated",
      body: wooOrder({ id: payment, total: "12.00", date_paid_gmt: wooTime(paidAt(until)), meta_data }, lines),
    };
  },
  ended: (id) => {
    const times = { next_payment_date_gmt: "", date_modified_gmt: wooTime(now + 1000) };
    return {
      topic: "subscription.updated",
      body: { id: `sub_${id}`, parent_id: `first_${id}`, status: "cancelled", ...times },
    };
  },
  failed: (id, payment, at) => ({
    topic: "order.updated",
    body: wooOrder(
      {
        ...{ id: payment, status: "failed", date_paid: null, date_paid_gmt: null, date_modified_gmt: wooTime(at) },
        meta_data: [{ id: 1, key: "_subscription_renewal", value: `sub_${id}` }],
      },
      [{ sku: "CLUB" }],
    ),
  }),
  canceled: (id, at) => wooUpdate(id, "pending-cancel", at),
  goesOn: (id, at) => wooUpdate(id, "active", at),
  refunded: (_id, renewed) => {
    const { topic, body } = renewed as { topic: string; body: object };
    return { topic, body: { ...body, status: "refunded" } };
  },
  send: (store, shop, event) => {
    const { topic, body } = event as { topic: string; body: unknown };
    return sendWoo(store, shop, body, topic);
  },
};

const lemonEvent = (event_name: string, id: string, attributes: object) => ({
  meta: { event_name },
  data: { id, attributes: { store_id: 1, updated_at: new Date(now).toISOString(), currency: "EUR", ...attributes } },
});

const lemonUpdate = (name: string, id: string, at: number) =>
  lemonEvent(name, `sub_${id}`, { order_id: `first_${id}`, updated_at: new Date(at).toISOString() });

export const lemonsqueezy: Telling = {
  kind: "lemonsqueezy",
  fields: {
    api_url: `http://127.0.0.1:${shopServer.port}`,
    api_key: "lemon",
    mappings: [{ external_id: "7", sku: "CLUB" }],
  },
  begun: (id, until) => [
    lemonEvent("order_created", `first_${id}`, {
      ...{ status: "paid", user_email: `lemon-${id}@example.com`, user_name: "Zoë", total: 1900 },
      first_order_item: { id: 1, variant_id: 7, product_id: 8, product_name: "Club", quantity: 1 },
    }),
    lemonEvent("subscription_created", `sub_${id}`, {
      ...{ order_id: `first_${id}`, renews_at: new Date(until).toISOString(), ends_at: null, status: "active" },
    }),
  ],
  renewed: (id, payment, until) => lemonsqueezy.renewedFor(id, payment, until, ["CLUB"]),
  renewedFor: (id, payment, until, [sku = ""]) => {
    paid(`sub_${id}`, until);
    plans.set(`sub_${id}`, sku);
    const told = {
      subscription_id: `sub_${id}`,
      billing_reason: "renewal",
      status: "paid",
      total: 1200,
      updated_at: new Date(paidAt(until)).toISOString(),
    };
    return lemonEvent("subscription_payment_success", payment, told);
  },
  ended: (id) => lemonEvent("subscription_expired", `sub_${id}`, { order_id: `first_${id}`, status: "expired" }),
  failed: (id, payment, at) =>
    lemonEvent("subscription_payment_failed", payment, {
      ...{ subscription_id: `sub_${id}`, billing_reason: "renewal", status: "pending", total: 1200 },
      updated_at: new Date(at).toISOString(),
    }),
  canceled: (id, at) => lemonUpdate("subscription_cancelled", id, at),
  goesOn: (id, at) => lemonUpdate("subscription_resumed", id, at),
  refunded: (id) =>
    lemonEvent("subscription_payment_refunded", `second_${id}`, {
      ...{ subscription_id: `sub_${id}`, billing_reason: "renewal", status: "refunded", total: 1200 },
    }),
  send: sendLemon,
};

export const paypalEvent = (event_type: string, resource: object, at: number) => ({
  ...{ id: `WH-${crypto.randomUUID()}`, event_type, create_time: new Date(at).toISOString(), resource },
});

const paypalSale = (id: string, payment: string, until: number, value: string, at = paidAt(until)) => {
  paid(`sub_${id}`, until);
  const create_time = new Date(at).toISOString();
  const amount = { total: value, currency: "EUR" };
  const resource = { id: payment, billing_agreement_id: `sub_${id}`, state: "completed", create_time, amount };
  return paypalEvent("PAYMENT.SALE.COMPLETED", resource, at);
};

export const paypal: Telling = {
  kind: "paypal",
  fields: {
    ...{ api_url: woocommerce.fields.api_url, api_key: "id", api_secret: "secret", webhook_id: "WH-1" },
    mappings: [{ external_id: "P-CLUB", sku: "CLUB" }],
  },
  begun: (id, until) => {
    paidUntil.delete(`sub_${id}`);
    plans.delete(`sub_${id}`);
    // Failed payments come after it.
    return [paypalSale(id, `first_${id}`, until, "19.00", now - 3_600_000)];
  },
  renewed: (id, payment, until) => paypalSale(id, payment, until, "12.00"),
  renewedFor: (id, payment, until, [sku = ""]) => {
    plans.set(`sub_${id}`, sku);
    return paypalSale(id, payment, until, "12.00");
  },
  ended: (id) => paypalEvent("BILLING.SUBSCRIPTION.EXPIRED", { id: `sub_${id}` }, now + 30_000),
  failed: (id, _payment, at) => paypalEvent("BILLING.SUBSCRIPTION.PAYMENT.FAILED", { id: `sub_${id}` }, at),
  canceled: (id, at) => paypalEvent("BILLING.SUBSCRIPTION.CANCELLED", { id: `sub_${id}` }, at),
  goesOn: (id, at) => paypalEvent("BILLING.SUBSCRIPTION.RE-ACTIVATED", { id: `sub_${id}` }, at),
  send: sendPayPal,
};

export const sale = (id: string, payment: string, until: number, fields: Record<string, string>) => ({
  ...{ seller_id: "seller", sale_id: payment, product_id: "prod_club", product_name: "Club", quantity: "1" },
  ...{ email: `gumroad-${id}@example.com`, subscription_id: `sub_${id}`, recurrence: "monthly" },
  ...{ sale_timestamp: monthBefore(until).toISOString(), resource_name: "sale", ...fields },
});

export const gumroad: Telling = {
  kind: "gumroad",
  fields: { seller_id: "seller", mappings: [{ external_id: "prod_club", sku: "CLUB" }] },
  begun: (id, until) => [sale(id, `first_${id}`, until, { price: "1900" })],
  renewed: (id, payment, until) => sale(id, payment, until, { price: "1200", is_recurring_charge: "true" }),
  renewedFor: (id, payment, until, [sku = ""]) => {
    const chosen: Record<string, string> = sku === "CLUB" ? {} : { "variants[Tier]": sku };
    return sale(id, payment, until, { price: "1200", is_recurring_charge: "true", ...chosen });
  },
  ended: (id) => ({
    ...{ seller_id: "seller", resource_name: "subscription_ended", subscription_id: `sub_${id}` },
    ended_at: new Date(now + 1000).toISOString(),
  }),
  refunded: (_id, renewed) => ({ ...(renewed as object), resource_name: "refund", refunded: "true" }),
  send: (store, shop, event) => sendGumroad(store, shop, event as Record<string, string>),
};

export const tellings = [stripe, paddle, woocommerce, lemonsqueezy, paypal, gumroad];
