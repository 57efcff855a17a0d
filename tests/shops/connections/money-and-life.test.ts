import { beforeAll, describe, expect, test } from "bun:test";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import { type Store, until } from "../../support/service.ts";
import {
  type Connection,
  connect,
  gmt,
  sendGumroad,
  sendPaddle,
  sendShopify,
  sendStripe,
  sendWoo,
  stripeEvent,
  stripeSession,
  wooOrder,
} from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

const day = 86_400_000;

describe.each(databasesUnderTest)("what a shop says of a paid order's money and life, on $name,", ({ makeStore }) => {
  let service: Store;

  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["MAP", "GUIDE"]) await makeProduct(service, { sku });
  });

  const { orderOf, revoked, newest, newestSettled, eventsOf } = connectedShop(() => service);
  /** What the newest event ended as, and the state of the order that it is about. */
  const outcome = async (shop: Connection) => {
    const { status, problem, message, order_id } = await newestSettled(shop);
    const { order } = order_id === null ? { order: null } : (await v3(service, "GET", `orders/${order_id}`)).body;
    return { status, problem, message, state: order?.state === "revoked" ? "revoked" : order && "works" };
  };

  test("WooCommerce: a status without a date of payment makes the order", async () => {
    const shop = await connect(service, { kind: "woocommerce" });
    for (const status of ["processing", "completed"]) {
      const order = wooOrder({ status, date_paid_gmt: null, date_paid: null });
      await sendWoo(service, shop, { ...order, status: "pending" }, "order.created");
      expect(await outcome(shop)).toMatchObject({ status: "done", state: null });
      // In the same second.
      await sendWoo(service, shop, order);
      expect(await outcome(shop)).toEqual({ status: "done", problem: null, message: null, state: "works" });
    }
    const old = wooOrder({ status: "completed", date_paid_gmt: null, date_completed_gmt: gmt(-3 * 86_400) });
    await sendWoo(service, shop, old);
    expect(await outcome(shop)).toMatchObject({ status: "ignored", message: expect.stringContaining("before") });
  });

  test("WooCommerce: an order that is not paid any more stops until it is, and a deleted one asks the owner", async () => {
    const shop = await connect(service, { kind: "woocommerce" });
    for (const status of ["failed", "on-hold", "pending"]) {
      const order = wooOrder();
      await sendWoo(service, shop, order);
      expect(await outcome(shop)).toMatchObject({ status: "done", state: "works" });
      await sendWoo(service, shop, { ...order, status, date_modified_gmt: gmt(5) });
      expect(await outcome(shop)).toMatchObject({ status: "done", state: "revoked" });
      await sendWoo(service, shop, { ...order, date_modified_gmt: gmt(10) });
      expect(await outcome(shop)).toMatchObject({ status: "done", state: "works" });
    }
    const deleted = { problem: "unclear", message: expect.stringContaining("deleted"), state: "works" };
    const order = wooOrder();
    await sendWoo(service, shop, order);
    await sendWoo(service, shop, { ...order, status: "trash", date_modified_gmt: gmt(5) });
    expect(await outcome(shop)).toMatchObject(deleted);
    await sendWoo(service, shop, { ...order, date_modified_gmt: gmt(10) }, "order.restored");
    expect(await outcome(shop)).toMatchObject({ status: "done", problem: null });
    const other = wooOrder({ date_modified_gmt: gmt(-60) });
    await sendWoo(service, shop, other);
    await outcome(shop);
    await sendWoo(service, shop, { id: other.id }, "order.deleted");
    expect(await outcome(shop)).toMatchObject(deleted);
    // What was refunded stays so when it is thrown away.
    const gone = wooOrder({ status: "refunded" });
    await sendWoo(service, shop, gone);
    await sendWoo(service, shop, { id: gone.id }, "order.deleted");
    expect(await outcome(shop)).toMatchObject({ status: "done", state: "revoked" });
  });

  test("Shopify: amounts of another currency, and refunds that did not go through", async () => {
    const shop = await connect(service, { kind: "shopify", secret: "one" });
    const order = {
      id: 1,
      contact_email: "ann@example.com",
      currency: "USD",
      presentment_currency: "JPY",
      financial_status: "paid",
      total_price: "30.00",
      total_price_set: { presentment_money: { amount: "4500", currency_code: "JPY" } },
      updated_at: "2026-11-20T10:00:00Z",
      line_items: [{ id: 1, sku: "MAP", quantity: 1, price: "30.00" }],
    };
    await sendShopify(service, shop, "orders/paid", order);
    expect(await outcome(shop)).toMatchObject({ state: "works" });
    const refund = (id: number, amount: string, currency: string, status = "success") =>
      sendShopify(service, shop, "refunds/create", {
        id,
        order_id: 1,
        transactions: [{ kind: "refund", status, amount, currency }],
        refund_line_items: [],
      });
    for (const [id, status] of ["error", "pending", "failure"].entries()) {
      await refund(10 + id, "30.00", "USD", status);
      expect(await outcome(shop)).toMatchObject({
        status: status === "pending" ? "ignored" : "done",
        message: expect.stringContaining("not gone"),
        state: status === "pending" ? null : "works",
      });
    }
    await refund(20, "750", "JPY");
    expect(await outcome(shop)).toMatchObject({
      problem: "partial_refund",
      message: "JPY 750 was refunded. The order is in USD.",
      state: "works",
    });
    await refund(21, "300", "EUR");
    expect(await outcome(shop)).toMatchObject({ problem: "partial_refund", state: "works" });
    await refund(22, "3750", "JPY");
    expect(await outcome(shop)).toMatchObject({ status: "done", state: "revoked" });
  });

  test("Shopify: placed days before connecting and paid now, deleted, and disputed", async () => {
    const shop = await connect(service, { kind: "shopify", secret: "two" });
    const order = {
      id: 2,
      contact_email: "ann@example.com",
      currency: "USD",
      financial_status: "paid",
      total_price: "30.00",
      processed_at: new Date(Date.now() - 3 * day).toISOString(),
      updated_at: new Date().toISOString(),
      line_items: [{ id: 1, sku: "MAP", quantity: 1, price: "30.00" }],
    };
    await sendShopify(service, shop, "orders/updated", { ...order, id: 3 });
    expect(await outcome(shop)).toMatchObject({ status: "ignored", message: expect.stringContaining("before") });
    await sendShopify(service, shop, "orders/paid", order);
    expect(await outcome(shop)).toMatchObject({ status: "done", state: "works" });
    const dispute = (status: string) =>
      sendShopify(service, shop, "disputes/update", { id: 9, order_id: 2, amount: "30.00", currency: "USD", status });
    await dispute("needs_response");
    expect(await outcome(shop)).toMatchObject({ problem: "unclear", message: expect.stringContaining("disputes") });
    await dispute("won");
    expect(await outcome(shop)).toMatchObject({ status: "done", state: "works" });
    await sendShopify(service, shop, "orders/delete", { id: 2 });
    expect(await outcome(shop)).toMatchObject({ problem: "unclear", message: expect.stringContaining("deleted") });
  });

  test("Stripe: a lost dispute takes the order, a won one leaves it, and a failed refund asks", async () => {
    const shop = await connect(service, { kind: "stripe", secret: "whsec_1" });
    const dispute = (id: string, status: string, payment = "pi_d") =>
      sendStripe(
        service,
        shop,
        stripeEvent(status === "needs_response" ? "charge.dispute.created" : "charge.dispute.closed", {
          id,
          object: "dispute",
          charge: payment.replace("pi", "ch"),
          payment_intent: payment,
          amount: 1900,
          currency: "eur",
          status,
        }),
      );
    const session = stripeSession("d", { metadata: { sku: "MAP" } });
    await sendStripe(service, shop, stripeEvent("checkout.session.completed", session));
    expect(await outcome(shop)).toMatchObject({ state: "works" });
    await dispute("dp_1", "needs_response");
    expect(await outcome(shop)).toMatchObject({ problem: "unclear", state: "works" });
    await dispute("dp_1", "won");
    expect(await outcome(shop)).toMatchObject({ status: "done", state: "works" });
    await dispute("dp_2", "lost");
    expect(await outcome(shop)).toMatchObject({ status: "done", state: "revoked" });
    // The later word of the same dispute, however late it comes.
    await dispute("dp_2", "needs_response");
    expect(await outcome(shop)).toMatchObject({ status: "done", state: "revoked" });
    const failed = { id: "re_1", object: "refund", payment_intent: "pi_d", charge: "ch_d", status: "failed" };
    await sendStripe(service, shop, stripeEvent("refund.failed", failed));
    expect(await outcome(shop)).toMatchObject({ problem: "unclear", message: expect.stringContaining("failed") });
    await dispute("dp_3", "lost", "pi_unknown");
    expect(await outcome(shop)).toMatchObject({ problem: "no_order", state: null });
  });

  test.each([
    ["session, invoice, refund", ["session", "invoice", "refund"]],
    ["invoice, session, refund", ["invoice", "session", "refund"]],
    ["refund, invoice, session", ["refund", "invoice", "session"]],
    ["refund, session, invoice", ["refund", "session", "invoice"]],
    ["session, old refund", ["session", "oldRefund"]],
    ["old refund, session", ["oldRefund", "session"]],
  ])("Stripe: a refund of a subscription joins its order: %s", async (title, kinds) => {
    const shop = await connect(service, { kind: "stripe", secret: "whsec_2" });
    const id = title.replaceAll(/\W/g, "");
    const session = { mode: "subscription", payment_intent: null, subscription: `sub_${id}`, invoice: `in_${id}` };
    const charge = { id: `ch_${id}`, payment_intent: `pi_${id}`, amount: 1900, amount_refunded: 1900, refunded: true };
    const events: Record<string, [string, Record<string, unknown>]> = {
      session: ["checkout.session.completed", stripeSession(id, { ...session, metadata: { sku: "MAP" } })],
      invoice: [
        "invoice.paid",
        {
          id: `in_${id}`,
          billing_reason: "subscription_create",
          payments: { data: [{ payment: { type: "payment_intent", payment_intent: `pi_${id}` } }] },
        },
      ],
      refund: ["charge.refunded", { ...charge, currency: "eur" }],
      oldRefund: ["charge.refunded", { ...charge, currency: "eur", invoice: `in_${id}` }],
    };
    for (const kind of kinds) {
      const [type, object] = events[kind] ?? ["", {}];
      await sendStripe(service, shop, stripeEvent(type, object));
      const { problem } = await newestSettled(shop);
      const isFirst = kind === kinds[0] && kind !== "session" && kind !== "invoice";
      expect(problem).toBe(isFirst ? "no_order" : null);
    }
    await until("the order is revoked", async () =>
      (await eventsOf(shop)).every(({ status }: { status: string }) => status === "done" || status === "ignored"),
    );
    const { order_id } = (await eventsOf(shop)).find((one: { order_id: unknown }) => one.order_id !== null);
    const { order } = (await v3(service, "GET", `orders/${order_id}`)).body;
    expect(order.vendor_id).toEndWith(`:cs_live_${id}`);
    await revoked(order.vendor_id);
    expect(new Set((await eventsOf(shop)).map((one: { external_id: string }) => one.external_id))).toContain(
      `cs_live_${id}`,
    );
    await v3(service, "DELETE", `connections/${shop.id}`);
  });

  test("Paddle: a chargeback and its reversal, what is not approved, and a new card", async () => {
    const shop = await connect(service, { kind: "paddle", secret: "pdl" });
    const transaction = {
      event_type: "transaction.completed",
      occurred_at: "2026-11-20T10:00:00Z",
      data: {
        id: "txn_9",
        customer: { email: "ann@example.com" },
        currency_code: "EUR",
        items: [{ price: { id: "pri_1", custom_data: { sku: "MAP" } }, quantity: 1 }],
        details: {
          totals: { total: "1900", grand_total: "1900" },
          line_items: [{ id: "txnitm_1", price_id: "pri_1", quantity: 1, totals: { total: "1900" } }],
        },
      },
    };
    await sendPaddle(service, shop, transaction);
    expect(await outcome(shop)).toMatchObject({ state: "works" });
    const adjust = (id: string, action: string, status = "approved") =>
      sendPaddle(service, shop, {
        event_type: "adjustment.updated",
        data: { id, action, status, type: "full", transaction_id: "txn_9", currency_code: "EUR", items: [] },
      });
    await adjust("adj_0", "refund", "pending_approval");
    expect(await outcome(shop)).toMatchObject({ status: "ignored", message: expect.stringContaining("not approved") });
    await adjust("adj_1", "chargeback");
    expect(await outcome(shop)).toMatchObject({ state: "revoked" });
    await adjust("adj_2", "chargeback_reverse");
    expect(await outcome(shop)).toMatchObject({ status: "done", state: "works" });
    await adjust("adj_1", "chargeback", "reversed");
    expect(await outcome(shop)).toMatchObject({ state: "works" });
    await adjust("adj_3", "chargeback");
    expect(await outcome(shop)).toMatchObject({ state: "revoked" });
    const card = { ...transaction.data, id: "txn_card", origin: "subscription_payment_method_change" };
    const details = { ...card.details, totals: { total: "0", grand_total: "0" } };
    await sendPaddle(service, shop, { ...transaction, data: { ...card, details } });
    expect(await outcome(shop)).toMatchObject({ status: "ignored", message: expect.stringContaining("card") });
    expect(await orderOf("paddle:txn_card")).toBeNull();
  });

  test("Gumroad: a dispute, one that is won, and a part of the money", async () => {
    const shop = await connect(service, { kind: "gumroad", mappings: [{ external_id: "vivid", sku: "MAP" }] });
    const ping = { seller_id: "s", sale_id: "G1", short_product_id: "vivid", email: "ann@example.com", price: "1900" };
    const send = (fields: Record<string, string>) =>
      sendGumroad(service, shop, { ...ping, refunded: "false", disputed: "false", dispute_won: "false", ...fields });
    await send({});
    expect(await outcome(shop)).toMatchObject({ state: "works" });
    await send({ resource_name: "dispute", disputed: "true" });
    expect(await outcome(shop)).toMatchObject({ state: "revoked" });
    await send({ resource_name: "dispute_won", disputed: "true", dispute_won: "true" });
    expect(await outcome(shop)).toMatchObject({ status: "done", state: "works" });
    await send({ resource_name: "refund" });
    expect(await outcome(shop)).toMatchObject({ problem: "partial_refund", state: "works" });
    await send({ resource_name: "refund", refunded: "true" });
    expect(await outcome(shop)).toMatchObject({ status: "done", state: "revoked" });
    await send({ sale_id: "G2", resource_name: "refund", refunded: "true" });
    expect(await outcome(shop)).toMatchObject({ problem: "no_order" });
    await send({ sale_id: "G2" });
    expect(await outcome(shop)).toMatchObject({ status: "done", state: "revoked" });
    expect((await newest(shop)).problem).toBeNull();
  });

  test("a refunded order that was not made is done with a word", async () => {
    const shop = await connect(service, { kind: "woocommerce" });
    await sendWoo(service, shop, wooOrder({ status: "refunded", billing: { email: "" } }));
    expect(await outcome(shop)).toMatchObject({ status: "done", message: expect.stringContaining("nothing was sent") });
  });
});
