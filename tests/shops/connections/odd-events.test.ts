import { beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";
import {
  type Connection,
  connect,
  gmt,
  post,
  seconds,
  sendGumroad,
  sendLemon,
  sendPaddle,
  sendShopify,
  sendStripe,
  sendWoo,
  stripeEvent,
  stripeRefund,
  stripeSession,
  wooOrder,
} from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

/** Sends a paid order of MAP to a shop of this kind, with an amount and a currency as the shop would write them. */
const senders: Record<
  string,
  (store: Store, shop: Connection, amount: unknown, currency?: string) => Promise<unknown>
> = {
  woocommerce: (store, shop, total, currency = "EUR") =>
    sendWoo(store, shop, wooOrder({ currency }, [{ sku: "MAP", total }])),
  shopify: (store, shop, price, currency = "EUR") =>
    sendShopify(store, shop, "orders/paid", {
      id: crypto.randomUUID(),
      financial_status: "paid",
      email: "odd@example.com",
      currency,
      line_items: [{ id: 1, sku: "MAP", name: "Map", quantity: 1, price }],
    }),
  lemonsqueezy: (store, shop, total, currency = "EUR") =>
    sendLemon(store, shop, {
      meta: { event_name: "order_created", custom_data: { sku: "MAP" } },
      data: {
        id: crypto.randomUUID(),
        attributes: { status: "paid", currency, total, user_email: "odd@example.com", first_order_item: { id: 1 } },
      },
    }),
  paddle: (store, shop, total, currency_code = "EUR") =>
    sendPaddle(store, shop, {
      event_type: "transaction.completed",
      data: {
        id: crypto.randomUUID(),
        currency_code,
        customer: { email: "odd@example.com" },
        items: [{ price: { id: "pri_1", custom_data: { sku: "MAP" } } }],
        details: { line_items: [{ id: "1", price_id: "pri_1", quantity: 1, totals: { total } }] },
      },
    }),
  stripe: (store, shop, amount_total, currency = "eur") => {
    const fields = { amount_total, currency, metadata: { sku: "MAP" } };
    return sendStripe(
      store,
      shop,
      stripeEvent("checkout.session.completed", stripeSession(crypto.randomUUID(), fields)),
    );
  },
  gumroad: (store, shop, price) =>
    sendGumroad(store, shop, {
      sale_id: crypto.randomUUID(),
      seller_id: "s",
      email: "odd@example.com",
      permalink: "map",
      quantity: "1",
      price: String(price),
    }),
};

/** Shops that choose the secret themselves. */
const own = new Set(["stripe", "shopify", "paddle"]);

const amounts = ["-5", "20,00", "9".repeat(30), "1e3", "abc"];

const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex");

describe.each(databasesUnderTest)("events of shops that say little, or nonsense, on $name,", ({ makeStore }) => {
  let store: Store;

  beforeAll(async () => {
    store = await makeStore();
    await makeProduct(store, { sku: "MAP" });
  });

  const { newestSettled } = connectedShop(() => store);

  test("of a charge of Stripe that names no payment: asks about an order that is not known", async () => {
    const shop = await connect(store, { kind: "stripe", secret: "whsec_x" });
    const charge = { payment_intent: null, invoice: null, currency: "usd" };
    const events = [
      stripeEvent("charge.refunded", { ...stripeRefund("lone", 1900), ...charge }),
      stripeEvent("charge.dispute.closed", { ...charge, id: "dp_1", charge: "ch_lone", status: "lost" }),
      stripeEvent("refund.failed", { ...charge, id: "re_1", charge: "ch_other", status: "failed", amount: 5 }),
    ];
    for (const event of events) {
      await sendStripe(store, shop, event);
      expect(await newestSettled(shop)).toMatchObject({ status: "needs_attention", problem: "no_order" });
    }
  });

  const stripeSigned = (secret: string, body: string) => {
    const at = seconds();
    return { "stripe-signature": `t=${at},v1=${hmac(secret, `${at}.${body}`)}` };
  };
  const paddleSigned = (secret: string, body: string) => {
    const at = seconds();
    return { "paddle-signature": `ts=${at};h1=${hmac(secret, `${at}:${body}`)}` };
  };

  test.each([
    ["stripe", stripeSigned],
    ["paddle", paddleSigned],
  ])("of %s, whose API could be asked: what is not JSON fails at once", async (kind, signed) => {
    const shop: Connection = await connect(store, { kind, secret: "whsec_x", api_key: "rk_1" });
    const body = "no JSON";
    expect((await post(store, shop, body, signed(shop.secret, body))).status).toBe(200);
    expect(await newestSettled(shop)).toMatchObject({
      status: "failed",
      attempts: 0,
      message: "The body is not JSON.",
    });
  });

  test.each(Object.keys(senders))("of %s: an amount that cannot be right needs attention", async (kind) => {
    const shop = await connect(store, { kind, ...(own.has(kind) ? { secret: "whsec_x" } : {}) });
    await v3(store, "PUT", `connections/${shop.id}`, { mappings: [{ external_id: "map", sku: "MAP" }] });
    for (const amount of amounts) {
      await senders[kind]?.(store, shop, amount);
      expect(await newestSettled(shop)).toMatchObject({
        status: "needs_attention",
        problem: "rejected",
        message: expect.stringContaining(`the price is "${amount}"`),
        order_id: null,
      });
    }
    await senders[kind]?.(store, shop, "1900");
    expect(await newestSettled(shop)).toMatchObject({ status: "done", order_id: expect.any(Number) });
  });

  test.each(Object.keys(senders).filter((kind) => kind !== "gumroad"))(
    "of %s: an unknown currency needs attention",
    async (kind) => {
      const shop = await connect(store, { kind, ...(own.has(kind) ? { secret: "whsec_x" } : {}) });
      await senders[kind]?.(store, shop, "1900", "EURO");
      expect(await newestSettled(shop)).toMatchObject({
        status: "needs_attention",
        problem: "rejected",
        message: 'The currency is "EURO", which is no code of three letters.',
        order_id: null,
      });
    },
  );

  test("of a shop whose order ID no database stores: fail with the reason", async () => {
    const shop = await connect(store, { kind: "woocommerce" });
    for (const id of ["7\0", "\ud800"]) {
      await sendWoo(store, shop, wooOrder({ id }));
      expect(await newestSettled(shop)).toMatchObject({
        status: "failed",
        attempts: 0,
        message: "The ID of the order has characters that no ID can have.",
      });
    }
    const order = wooOrder({}, [{ sku: "\0MAP", name: "\0" }]);
    await sendWoo(store, shop, order);
    expect(await newestSettled(shop)).toMatchObject({ status: "needs_attention", problem: "unmatched" });
  });

  test("of a paid order of Shopify or WooCommerce whose status may mean that it is not paid: ask", async () => {
    const shopify = await connect(store, { kind: "shopify", secret: "whsec_x" });
    const order = {
      id: 90210,
      email: "odd@example.com",
      line_items: [{ id: 1, sku: "MAP", quantity: 1, price: "19.00" }],
    };
    const send = (financial_status: string, day: number) => {
      const updated_at = `2026-11-0${day}T10:00:00Z`;
      return sendShopify(store, shopify, "orders/updated", { ...order, financial_status, updated_at });
    };
    await send("pending", 1);
    expect(await newestSettled(shopify)).toMatchObject({ status: "done", message: null });
    await send("paid", 2);
    expect(await newestSettled(shopify)).toMatchObject({ status: "done", message: null });
    for (const [index, status] of ["pending", "authorized", "partially_paid", "expired"].entries()) {
      await send(status, 3 + index);
      const message = expect.stringContaining(`The payment's status in the shop is "${status}".`);
      expect(await newestSettled(shopify)).toMatchObject({ problem: "unclear", message });
    }
    await send("paid", 7);
    expect(await newestSettled(shopify)).toMatchObject({ status: "done", message: null });
    const { order_id } = await newestSettled(shopify);
    expect((await v3(store, "GET", `orders/${order_id}`)).body.order).toMatchObject({ revoked_at: null });

    const woo = await connect(store, { kind: "woocommerce" });
    const bought = wooOrder();
    for (const [status, message] of [
      ["processing", null],
      ["packed", `The order's status in the shop is "packed", which takes nothing back here.`],
    ] as const) {
      await sendWoo(store, woo, { ...bought, status });
      expect(await newestSettled(woo)).toMatchObject({ status: "done", message });
    }
    // Names of plugins for states in which the money may be gone.
    await sendWoo(store, woo, { ...bought, status: "refund-requested", date_modified_gmt: gmt(5) });
    expect(await newestSettled(woo)).toMatchObject({
      problem: "unclear",
      message: expect.stringContaining(`"refund-requested". Revoke the order`),
    });
    await sendWoo(store, woo, { ...bought, status: "completed", date_modified_gmt: gmt(10) });
    expect(await newestSettled(woo)).toMatchObject({ status: "done", problem: null });
  });
});
