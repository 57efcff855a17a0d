import { beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { connectedShop } from "../support/connected-shop.ts";
import { databasesUnderTest } from "../support/databases.ts";
import { makeProduct } from "../support/products.ts";
import type { Store } from "../support/service.ts";
import { type Connection, connect, post, seconds, sendStripe, stripeEvent, stripeRefund } from "../support/shops.ts";

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
});
