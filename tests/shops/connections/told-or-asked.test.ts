import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connectedShop } from "../../support/connected-shop.ts";
import { anyDatabase } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import { type Service, startService } from "../../support/service.ts";
import {
  type Connection,
  connect,
  gmt,
  sendGumroad,
  sendLemon,
  sendPaddle,
  sendPayPal,
  sendShopify,
  sendStandard,
  sendStripe,
  sendWoo,
  stripeEvent,
  stripeSession,
  wooOrder,
} from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

/** PayPal's interface, which says that it sent every event. */
const paypalServer = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: ({ url }) =>
    Response.json(
      {
        "/v1/oauth2/token": { access_token: "t" },
        "/v1/notifications/verify-webhook-signature": { verification_status: "SUCCESS" },
      }[new URL(url).pathname] ?? { payer: { email_address: "ann@example.com" } },
    ),
});

describe.each(anyDatabase)("a word of money has its effect, asks, or is noted: on $name,", ({ create }) => {
  let service: Service;

  beforeAll(async () => {
    const environment = { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" };
    service = await startService({ database: await create(), environment });
    await makeProduct(service, { sku: "MAP" });
  });
  afterAll(async () => {
    await service.stop();
    await paypalServer.stop(true);
  });

  const { newestSettled } = connectedShop(() => service);
  /** What the newest event ended as, and the state of the order that it is about. */
  const outcome = async (shop: Connection) => {
    const { status, problem, message, order_id } = await newestSettled(shop);
    const { order } = order_id === null ? { order: null } : (await v3(service, "GET", `orders/${order_id}`)).body;
    return { status, problem, message, state: order?.state === "revoked" ? "revoked" : order && "works" };
  };
  const saying = (text: string) => expect.stringContaining(text);
  const asks = (text: string, state = "works") => ({ problem: "unclear", message: saying(text), state });
  const notes = (text: string) => ({ problem: null, message: saying(text) });
  const works = { status: "done", problem: null, state: "works" };
  const revoked = { status: "done", problem: null, state: "revoked" };

  describe("Lemon Squeezy", () => {
    let shop: Connection;
    const attributes = { status: "paid", currency: "USD", total: 1900, user_email: "ann@example.com", store_id: 1 };
    const send = (id: string, minute: number, fields: object = {}) =>
      sendLemon(service, shop, {
        meta: { event_name: "order_updated", custom_data: { sku: "MAP" } },
        data: { id, attributes: { ...attributes, updated_at: `2026-11-25T10:0${minute}:00.000000Z`, ...fields } },
      });

    beforeAll(async () => {
      shop = await connect(service, { kind: "lemonsqueezy", secret: "lemon" });
    });

    test.each(["failed", "pending", "on_ice"])(
      "an order that becomes %s asks until it is paid again",
      async (status) => {
        await send(status, 1, { status: "pending" });
        expect(await outcome(shop)).toMatchObject({ status: "done", problem: null, state: null });
        await send(status, 2);
        expect(await outcome(shop)).toMatchObject(works);
        await send(status, 3, { status });
        expect(await outcome(shop)).toMatchObject(asks(`"${status}"`));
        await send(status, 4);
        expect(await outcome(shop)).toMatchObject(works);
        // What was said before the payment comes late.
        await send(status, 1, { status });
        expect(await outcome(shop)).toMatchObject(works);
      },
    );

    test("a refund that is not counted any more asks, and subscriptions are noted", async () => {
      await send("R1", 1);
      await send("R1", 2, { status: "refunded", refunded: true, refunded_amount: 1900 });
      expect(await outcome(shop)).toMatchObject(revoked);
      await send("R1", 3, { refunded_amount: 0 });
      expect(await outcome(shop)).toMatchObject(asks("does not count it any more", "revoked"));
      await send("F1", 1);
      await send("F1", 2, { status: "fraudulent" });
      expect(await outcome(shop)).toMatchObject(revoked);
      await send("F1", 3);
      expect(await outcome(shop)).toMatchObject(asks("does not count it any more", "revoked"));
      await send("FREE", 1, { total: 0, status: "refunded" });
      expect(await outcome(shop)).toMatchObject({ problem: null });
      await sendLemon(service, shop, { meta: { event_name: "subscription_cancelled" }, data: { id: "1" } });
      expect(await outcome(shop)).toMatchObject({ status: "ignored", ...notes("subscription") });
    });
  });

  describe("PayPal", () => {
    let shop: Connection;
    const links = (id: string) => [{ rel: "up", href: `https://api.paypal.com/v2/payments/captures/${id}` }];
    const amount = (value: string, currency_code = "EUR") => ({ value, currency_code });
    const send = (event_type: string, minute: number, resource: object) =>
      sendPayPal(service, shop, { event_type, create_time: `2026-11-25T10:0${minute}:00Z`, resource });
    const pay = async (id: string) => {
      await send("PAYMENT.CAPTURE.COMPLETED", 2, {
        id,
        custom_id: "MAP",
        amount: amount("19.00"),
        supplementary_data: { related_ids: { order_id: `O${id}` } },
      });
      expect(await outcome(shop)).toMatchObject(works);
    };
    const refund = (of: string, id: string, fields: object = {}, topic = "PAYMENT.CAPTURE.REFUNDED") =>
      send(topic, 3, { id, status: "COMPLETED", amount: amount("19.00"), links: links(of), ...fields });

    beforeAll(async () => {
      const access = {
        api_url: `http://127.0.0.1:${paypalServer.port}`,
        api_key: "client",
        api_secret: "secret",
        webhook_id: "W",
      };
      shop = await connect(service, { kind: "paypal", ...access });
    });

    test.each([
      ["PAYMENT.REFUND.FAILED", undefined],
      ["PAYMENT.CAPTURE.REFUNDED", "FAILED"],
    ])("a refund that counted and then failed asks: %s", async (topic, status) => {
      const id = `C${topic.length}`;
      await pay(id);
      await refund(id, `R${id}`);
      expect(await outcome(shop)).toMatchObject(revoked);
      await refund(id, `R${id}`, { status }, topic);
      expect(await outcome(shop)).toMatchObject(asks("A refund failed", "revoked"));
    });

    test("a refund that never counted is noted when it fails", async () => {
      await pay("C1");
      await refund("C1", "R1", { status: "PENDING" });
      expect(await outcome(shop)).toMatchObject({ status: "ignored", ...notes("not gone through") });
      await refund("C1", "R1", { status: "FAILED" });
      expect(await outcome(shop)).toMatchObject({ ...works, ...notes("not gone through") });
      await refund("C0", "R0", { status: "FAILED" });
      expect(await outcome(shop)).toMatchObject({ state: null, ...notes("not gone through") });
    });

    test.each(["DENIED", "DECLINED", "PENDING"])("a payment that is %s afterwards asks", async (status) => {
      await send(`PAYMENT.CAPTURE.${status}`, 1, { id: `C${status}` });
      expect(await outcome(shop)).toMatchObject({ state: null, ...notes("did not go through") });
      await pay(`C${status}`);
      await send(`PAYMENT.CAPTURE.${status}`, 3, { id: `C${status}` });
      expect(await outcome(shop)).toMatchObject(asks(`"${status}"`));
    });

    test("a refund in another currency is named once", async () => {
      await pay("USD");
      const seller_payable_breakdown = { total_refunded_amount: amount("19.00", "USD") };
      await refund("USD", "RUSD", { amount: amount("19.00", "USD"), seller_payable_breakdown });
      expect(await outcome(shop)).toMatchObject({
        problem: "partial_refund",
        message: "USD 19 was refunded. The order is in EUR.",
      });
    });

    test.each(["REFUNDED", "REVERSED"])("a sale that is %s asks, if it is a payment of here", async (what) => {
      const id = `S${what}`;
      await pay(id);
      const resource = { id: "x", sale_id: id, amount: { total: "-19.00", currency: "EUR" } };
      await send(`PAYMENT.SALE.${what}`, 3, resource);
      expect(await outcome(shop)).toMatchObject(asks(`"PAYMENT.SALE.${what}"`));
      await send(`PAYMENT.SALE.${what}`, 3, { ...resource, sale_id: "ELSEWHERE" });
      expect(await outcome(shop)).toMatchObject({ status: "done", state: null });
    });

    test("an event that Waybill does not read is noted", async () => {
      await send("BILLING.PLAN.CREATED", 1, { id: "P" });
      expect(await outcome(shop)).toMatchObject({ status: "ignored", ...notes("change nothing") });
    });
  });

  describe("Paddle", () => {
    let shop: Connection;
    const send = (event_type: string, data: object, minute = 2) =>
      sendPaddle(service, shop, { event_type, occurred_at: `2026-11-25T10:0${minute}:00Z`, data });
    const pay = async (id: string) => {
      await send("transaction.completed", {
        id,
        customer: { email: "ann@example.com" },
        currency_code: "EUR",
        items: [{ price: { id: "pri_1", custom_data: { sku: "MAP" } }, quantity: 1 }],
        details: {
          totals: { total: "1900", grand_total: "1900" },
          line_items: [{ id: `item_${id}`, price_id: "pri_1", quantity: 1, totals: { total: "1900" } }],
        },
      });
      expect(await outcome(shop)).toMatchObject(works);
    };
    const adjust = (of: string | null, fields: object) =>
      send("adjustment.updated", {
        id: `adj_${of}`,
        action: "refund",
        status: "approved",
        type: "full",
        transaction_id: of,
        currency_code: "EUR",
        totals: { total: "1900" },
        items: [],
        ...fields,
      });

    beforeAll(async () => {
      shop = await connect(service, { kind: "paddle", secret: "pdl" });
    });

    test("a refund that was approved and then rejected asks, and one that never was is noted", async () => {
      await pay("txn_1");
      await adjust("txn_1", { id: "adj_0", status: "rejected" });
      expect(await outcome(shop)).toMatchObject({ ...works, ...notes("not approved") });
      await adjust("txn_1", {});
      expect(await outcome(shop)).toMatchObject(revoked);
      await adjust("txn_1", { status: "rejected" });
      expect(await outcome(shop)).toMatchObject(asks("A refund failed", "revoked"));
    });

    test("a refund of nothing that is known fails, and one of the tax is noted", async () => {
      await adjust(null, {});
      expect(await outcome(shop)).toMatchObject({ status: "failed", message: saying("names no transaction") });
      await pay("txn_tax");
      await adjust("txn_tax", { type: "tax", totals: { total: "300" } });
      expect(await outcome(shop)).toMatchObject({ ...works, ...notes("tax") });
      const items = [{ item_id: "item_txn_tax", type: "tax" }];
      await adjust("txn_tax", { id: "adj_tax", type: "partial", totals: { total: "300" }, items });
      expect(await outcome(shop)).toMatchObject({ ...works, ...notes("tax") });
    });

    test.each([
      ["transaction.canceled", {}],
      ["transaction.past_due", {}],
      ["transaction.updated", { status: "canceled" }],
    ])("%s of a paid transaction asks", async (topic, fields) => {
      const id = `txn_${topic}`;
      await send(topic, { id, ...fields }, 1);
      expect(await outcome(shop)).toMatchObject({ state: null, ...notes("did not go through") });
      await pay(id);
      await send(topic, { id, ...fields }, 3);
      expect(await outcome(shop)).toMatchObject(asks("Revoke the order if it is not paid"));
    });

    test("no part is said to be refunded by an adjustment that gives nothing back", async () => {
      await pay("txn_credit");
      await adjust("txn_credit", { action: "credit_reverse" });
      const { message } = await outcome(shop);
      expect(message).toEndWith("Revoke the order if the customer should lose access.");
    });
  });

  describe("Stripe", () => {
    let shop: Connection;
    const send = (type: string, object: object, later = 0) =>
      sendStripe(service, shop, stripeEvent(type, { ...object }, { created: 1_795_600_000 + later }));
    const pay = async (id: string, paid = stripeSession(id, { metadata: { sku: "MAP" } })) => {
      await send("checkout.session.completed", paid, 10);
      expect(await outcome(shop)).toMatchObject(works);
    };

    beforeAll(async () => {
      shop = await connect(service, { kind: "stripe", secret: "whsec_1" });
    });

    test("a refund without a payment fails", async () => {
      const refund = { id: "re_1", status: "succeeded", amount: 1900, currency: "eur" };
      await send("refund.created", { ...refund, payment_intent: null, charge: null });
      expect(await outcome(shop)).toMatchObject({ status: "failed", message: saying("names no payment") });
    });

    test("a payment that fails asks if the order was paid, and is noted before", async () => {
      const session = stripeSession("late", { metadata: { sku: "MAP" } });
      await send("checkout.session.async_payment_failed", { ...session, payment_status: "unpaid" });
      expect(await outcome(shop)).toMatchObject({ state: null, ...notes("did not go through") });
      await pay("late");
      await send("checkout.session.async_payment_failed", { ...session, payment_status: "unpaid" }, 20);
      expect(await outcome(shop)).toMatchObject(asks("payment failed"));
    });

    test("a review asks unless the payment is approved, and so does a warning of fraud", async () => {
      await pay("review");
      const review = { id: "prv_1", payment_intent: "pi_review", charge: "ch_review" };
      await send("review.closed", { ...review, closed_reason: "approved", reason: "approved" }, 20);
      expect(await outcome(shop)).toMatchObject({ status: "ignored", ...notes("nothing against the payment") });
      for (const [nth, closed_reason] of ["refunded_as_fraud", "disputed", "payment_never_settled"].entries()) {
        await send("review.closed", { ...review, closed_reason }, 30 + nth);
        expect(await outcome(shop)).toMatchObject(asks(`"${closed_reason}"`));
      }
      await pay("warned");
      await send("radar.early_fraud_warning.created", { id: "issfr_1", payment_intent: "pi_warned" }, 20);
      expect(await outcome(shop)).toMatchObject(asks("may be fraud"));
    });

    test("a negative amount asks", async () => {
      await pay("minus");
      const charge = { id: "ch_minus", payment_intent: "pi_minus", currency: "eur", refunded: false };
      await send("charge.refunded", { ...charge, amount_refunded: -5 });
      const { problem, message, state } = await outcome(shop);
      expect([problem, state]).toEqual(["unclear", "works"]);
      expect(message).toEndWith("the shop says -5. Revoke the order if it should be.");
    });

    test("a dispute of a part that is lost asks, and what makes it whole revokes", async () => {
      await pay("part");
      const dispute = { id: "dp_1", charge: "ch_part", payment_intent: "pi_part", amount: 500, currency: "eur" };
      await send("charge.dispute.closed", { ...dispute, status: "lost" });
      expect(await outcome(shop)).toMatchObject(asks("lost a dispute of EUR 5"));
      const refund = { id: "re_part", payment_intent: "pi_part", status: "succeeded", amount: 1400, currency: "eur" };
      await send("refund.created", refund);
      expect(await outcome(shop)).toMatchObject(revoked);
      await pay("dollars");
      const other = { id: "dp_2", charge: "ch_d", payment_intent: "pi_dollars", amount: 1900, currency: "usd" };
      await send("charge.dispute.closed", { ...other, status: "lost" });
      expect(await outcome(shop)).toMatchObject(asks("USD 19"));
    });
  });

  describe("Shopify", () => {
    let shop: Connection;
    const order = (id: number) => ({
      id,
      contact_email: "ann@example.com",
      currency: "EUR",
      financial_status: "paid",
      total_price: "19.00",
      updated_at: "2026-11-25T10:00:00Z",
      line_items: [{ id: 1, sku: "MAP", quantity: 1, price: "19.00" }],
    });
    const pay = async (id: number) => {
      await sendShopify(service, shop, "orders/paid", order(id));
      expect(await outcome(shop)).toMatchObject(works);
    };
    const transaction = (status = "success") => ({ id: 5, kind: "refund", status, amount: "19.00", currency: "EUR" });
    const refund = (fields: object) => sendShopify(service, shop, "refunds/create", { id: 3, ...fields });

    beforeAll(async () => {
      shop = await connect(service, { kind: "shopify", secret: "shopify" });
    });

    test("a refund without an order fails", async () => {
      await refund({ transactions: [transaction()] });
      expect(await outcome(shop)).toMatchObject({ status: "failed", message: saying("names no order") });
    });

    test("a refund of nothing is noted, and one that tells nothing asks", async () => {
      await pay(1);
      await refund({ order_id: 1, transactions: [], refund_line_items: [] });
      expect(await outcome(shop)).toMatchObject({ ...works, ...notes("neither money nor lines") });
      await refund({ id: 4, order_id: 1, transactions: null });
      expect(await outcome(shop)).toMatchObject(asks("cannot read how much"));
    });

    test("a refund that counted and then failed asks", async () => {
      await pay(2);
      await refund({ order_id: 2, transactions: [transaction()] });
      expect(await outcome(shop)).toMatchObject(revoked);
      const refunds = [{ id: 3, transactions: [transaction("failure")] }];
      await sendShopify(service, shop, "orders/updated", {
        ...order(2),
        refunds,
        updated_at: "2026-11-25T11:00:00Z",
      });
      expect(await outcome(shop)).toMatchObject(asks("A refund failed", "revoked"));
    });

    test("a refund's transaction asks until the refund itself is told", async () => {
      await pay(3);
      await sendShopify(service, shop, "order_transactions/create", { ...transaction("pending"), order_id: 3 });
      expect(await outcome(shop)).toMatchObject({ status: "ignored", ...notes("not gone through") });
      await sendShopify(service, shop, "order_transactions/create", { ...transaction(), order_id: 3 });
      expect(await outcome(shop)).toMatchObject(asks("EUR 19.00"));
      await refund({ order_id: 3, transactions: [transaction()] });
      expect(await outcome(shop)).toMatchObject(revoked);
      await sendShopify(service, shop, "order_transactions/create", { ...transaction(), order_id: 3 });
      expect(await outcome(shop)).toMatchObject({ ...revoked, ...notes("refund itself") });
    });
  });

  test("WooCommerce: refunds that are none ask, one that was deleted too, and a restored order is noted", async () => {
    const shop = await connect(service, { kind: "woocommerce" });
    const order = wooOrder();
    await sendWoo(service, shop, order);
    await sendWoo(service, shop, { ...order, refunds: "none", date_modified_gmt: gmt(5) });
    expect(await outcome(shop)).toMatchObject(asks("cannot read how much"));
    const refunded = wooOrder();
    await sendWoo(service, shop, { ...refunded, refunds: [{ id: 1, total: "-5.00" }] });
    expect(await outcome(shop)).toMatchObject({ problem: "partial_refund", state: "works" });
    await sendWoo(service, shop, { ...refunded, date_modified_gmt: gmt(5) });
    expect(await outcome(shop)).toMatchObject(asks("does not count it any more"));
    const restored = wooOrder();
    await sendWoo(service, shop, restored);
    await sendWoo(service, shop, { ...restored, date_modified_gmt: gmt(5) }, "order.restored");
    expect(await outcome(shop)).toMatchObject({ ...works, ...notes("out of the trash") });
  });

  test("Gumroad: what ends a subscription is noted, and a ping needs no seller if the connection names none", async () => {
    const shop = await connect(service, { kind: "gumroad", mappings: [{ external_id: "vivid", sku: "MAP" }] });
    const ping = { sale_id: "G1", short_product_id: "vivid", email: "ann@example.com", price: "1900" };
    expect((await sendGumroad(service, shop, ping)).status).toBe(200);
    expect(await outcome(shop)).toMatchObject(works);
    await sendGumroad(service, shop, { ...ping, resource_name: "cancellation" });
    expect(await outcome(shop)).toMatchObject({ ...works, ...notes("cancellation") });
    await sendGumroad(service, shop, { resource_name: "cancellation", subscription_id: "S1" });
    expect(await outcome(shop)).toMatchObject({ status: "ignored", ...notes("cancellation") });
    const named = await connect(service, { kind: "gumroad", seller_id: "s" });
    expect((await sendGumroad(service, named, ping)).status).toBe(401);
    // Gumroad names no seller in these.
    for (const resource_name of ["subscription_ended", "subscription_restarted"]) {
      const told = { resource_name, subscription_id: "S1" };
      expect((await sendGumroad(service, named, told)).status).toBe(200);
      expect((await sendGumroad(service, named, { ...told, seller_id: "other" })).status).toBe(401);
    }
  });

  test("another shop: a kind that is not named is noted, and asks if it sounds like taking back", async () => {
    const shop = await connect(service, {
      kind: "generic",
      generic: {
        signature: "standard_webhooks",
        event: "type",
        order_id: "id",
        email: "email",
        sku: "sku",
        paid_events: ["paid"],
      },
    });
    await sendStandard(service, shop, { type: "paid", id: "Q1", email: "ann@example.com", sku: "MAP" });
    expect(await outcome(shop)).toMatchObject(works);
    await sendStandard(service, shop, { type: "cart.left", id: "Q1" });
    expect(await outcome(shop)).toMatchObject({ status: "ignored", ...notes(`"cart.left"`) });
    await sendStandard(service, shop, { type: "chargeback", id: "Q1" });
    expect(await outcome(shop)).toMatchObject(asks(`"chargeback"`));
    await sendStandard(service, shop, { type: "fraud_alert", id: "Q1" });
    expect(await outcome(shop)).toMatchObject(asks(`"chargeback"`));
    expect(await outcome(shop)).toMatchObject(asks(`"fraud_alert"`));
    await sendStandard(service, shop, { type: "chargeback", id: "Q2" });
    expect(await outcome(shop)).toMatchObject({ problem: "no_order", state: null });
    // A payment may fail before another one is made.
    await sendStandard(service, shop, { type: "payment.failed", id: "Q3" });
    expect(await outcome(shop)).toMatchObject({ state: null, ...notes(`"payment.failed"`) });
    await sendStandard(service, shop, { type: "paid", id: "Q3", email: "ann@example.com", sku: "MAP" });
    expect(await outcome(shop)).toMatchObject(works);
    for (const type of ["payment.failed", "order.cancelled", "order.deleted", "license.revoked", "trial_expired"]) {
      await sendStandard(service, shop, { type, id: "Q3" });
      expect(await outcome(shop)).toMatchObject(asks(`"${type}"`));
    }
  });
});
