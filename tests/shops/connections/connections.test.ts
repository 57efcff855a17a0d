import { beforeAll, describe, expect, test } from "bun:test";
import type { Tx } from "../../../src/platform/database/database.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { lockShopOrder, saveProgress } from "../../../src/shops/connections/known/shop-orders.ts";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { addKeys, keysNamed } from "../../support/keys.ts";
import { makeProduct, type Product } from "../../support/products.ts";
import { until } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import {
  type Connection,
  connect,
  gmt,
  post,
  sendStripe,
  sendWoo,
  stripeEvent,
  stripeRefund,
  stripeSession,
  wooOrder,
} from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("a connected shop, on $name,", ({ makeStore }) => {
  let service: SharedStore;
  let woo: Connection;
  let map: Product;

  beforeAll(async () => {
    service = await makeStore();
    map = await makeProduct(service, { sku: "MAP" });
    await makeProduct(service, { sku: "GUIDE" });
    woo = await connect(service, { kind: "woocommerce" });
  });

  const { orderOf, made, eventsOf, settled, needing, emailsOf } = connectedShop(() => service);

  test("shows its address and secret, and turns green with its first event", async () => {
    const fresh = await connect(service, { kind: "woocommerce", name: "Second shop" });
    expect(fresh).toMatchObject({ kind: "woocommerce", name: "Second shop", test: false, first_event_at: null });
    expect(fresh.url).toMatch(/\/hooks\/[\w-]{20,}$/);
    expect(fresh.secret).toMatch(/^[0-9a-f]{40}$/);
    const order = wooOrder();
    expect((await sendWoo(service, fresh, order)).status).toBe(200);
    // The second of its kind has its number in the IDs.
    expect(await made(`woocommerce2:${order.id}`)).toMatchObject({ email: order.billing.email });
    const { connection } = (await v3(service, "GET", `connections/${fresh.id}`)).body;
    expect(connection.first_event_at).toBeString();
    expect(connection.last_event_at).toBeString();
    expect((await v3(service, "DELETE", `connections/${fresh.id}`)).status).toBe(204);
    expect((await sendWoo(service, fresh, order)).status).toBe(404);
    expect((await v3(service, "GET", `connections/${fresh.id}`)).status).toBe(404);
  });

  test("makes a paid order with its customer, lines, keys and email", async () => {
    const keyed = await makeProduct(service, { sku: "KEYED" });
    await addKeys(service, keyed.id, keysNamed("WOO", 3));
    const order = wooOrder({ number: "R-17" }, [
      { sku: "MAP", quantity: 2, total: "19.00" },
      { sku: "KEYED", quantity: 1, total: "5.00" },
    ]);
    expect((await sendWoo(service, woo, order, "order.created")).status).toBe(200);
    const found = await made(`woocommerce:${order.id}`);
    expect(found).toMatchObject({
      first_name: "Zoë",
      last_name: "O/Hara",
      email: order.billing.email,
      currency: "EUR",
      country: "DE",
      title: "R-17",
      order_items: [
        { item_sku: "MAP", quantity: 2, price: 9.5 },
        { item_sku: "KEYED", quantity: 1, price: 5 },
      ],
    });
    expect(found.order_items[1].license_keys).toHaveLength(1);
    expect(await emailsOf(found)).toHaveLength(1);
    const [event] = await eventsOf(woo);
    expect(event).toMatchObject({ status: "done", topic: "order.created", order_id: found.id, problem: null });
    const { connection_event } = (await v3(service, "GET", `connection_events/${event.id}`)).body;
    expect(JSON.parse(connection_event.body)).toEqual(order);
    expect(connection_event.body).toContain("Zo\\u00eb");
    expect(connection_event.headers).toContainEqual({ name: "x-wc-webhook-topic", value: "order.created" });
  });

  test("is one order here, however often and at the same instant events arrive", async () => {
    const order = wooOrder();
    const unpaid = { ...order, status: "pending", date_paid_gmt: null, date_modified_gmt: gmt(-5) };
    const answers = await Promise.all([
      sendWoo(service, woo, unpaid, "order.created"),
      ...Array.from({ length: 12 }, () => sendWoo(service, woo, order)),
      sendWoo(service, woo, unpaid, "order.updated"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await settled(woo);
    const { orders } = (await v3(service, "GET", `orders?email=${order.billing.email}&status=all`)).body;
    expect(orders).toMatchObject([
      { vendor_id: `woocommerce:${order.id}`, state: expect.not.stringMatching("revoked") },
    ]);
    expect(await emailsOf(orders[0])).toHaveLength(1);
  });

  test("has what was made of an order changed by one at a time", async () => {
    const { db } = service;
    const connections = db.read.selectFrom("connections").select("account_id as accountId").where("id", "=", woo.id);
    const { accountId } = await connections.executeTakeFirstOrThrow();
    const lock = (tx: Tx) =>
      lockShopOrder(tx, { accountId, connectionId: woo.id, externalId: "rush" }, { eventId: 0, now: instantNow() });
    const lines = Array.from({ length: 20 }, (_, index) => String(10 + index));
    const deliver = (line: string) =>
      db.write(async (tx) => {
        const { id, progress } = await lock(tx);
        await saveProgress(tx, id, { ...progress, delivered: [...progress.delivered, line] });
      });
    await Promise.all(lines.map(deliver));
    const { progress } = await db.write(lock);
    expect(progress.delivered.toSorted()).toEqual(lines);
  });

  test("refuses wrong signatures, counts them, and lets two secrets count while one is replaced", async () => {
    const shop = await connect(service, { kind: "woocommerce", name: "Rotating" });
    const order = wooOrder();
    expect((await sendWoo(service, { ...shop, secret: "wrong" }, order)).status).toBe(401);
    expect((await post(service, shop, JSON.stringify(order), { "content-type": "application/json" })).status).toBe(401);
    // What WooCommerce sends when a webhook is saved.
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await post(service, shop, "webhook_id=12", form)).status).toBe(200);
    expect((await post(service, shop, "webhook_id=12&x=1", form)).status).toBe(401);
    const { body } = await v3(service, "PUT", `connections/${shop.id}`, { secret: "the next secret" });
    expect(body.connection).toMatchObject({ secret: "the next secret", refused_count: 3, first_event_at: null });
    expect(body.connection.old_secret_expires_at).toBeString();
    for (const secret of [shop.secret, "the next secret"]) {
      expect((await sendWoo(service, { ...shop, secret }, wooOrder())).status).toBe(200);
    }
    await v3(service, "PUT", `connections/${shop.id}`, { secret: "the third secret" });
    expect((await sendWoo(service, shop, order)).status).toBe(401);
    expect((await sendWoo(service, { ...shop, secret: "the next secret" }, order)).status).toBe(200);
  });

  test("refuses other methods, other addresses and bodies that are too long", async () => {
    const path = new URL(woo.url).pathname;
    const got = await service.get(path);
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await post(service, { url: `${service.url}/hooks/nobody` }, "{}", {})).status).toBe(404);
    expect((await post(service, woo, "x".repeat(1024 ** 2 + 1), {})).status).toBe(413);
  });

  test("revokes what is canceled or refunded, and gives it back when the shop or its owner does", async () => {
    const order = wooOrder();
    await sendWoo(service, woo, order);
    const found = await made(`woocommerce:${order.id}`);
    const at = (minute: number) => gmt(60 * minute);
    await sendWoo(service, woo, { ...order, status: "refunded", date_modified_gmt: at(1) });
    await until("it is revoked", async () => (await orderOf(found.vendor_id)).state === "revoked");
    // One click undoes it, and the same news does not take it back.
    expect((await v3(service, "POST", `orders/${found.id}/restore`)).status).toBe(200);
    await sendWoo(service, woo, { ...order, status: "refunded", date_modified_gmt: at(1) });
    await settled(woo);
    expect((await orderOf(found.vendor_id)).state).not.toBe("revoked");
    const { timeline } = (await v3(service, "GET", `orders/${found.id}/timeline`)).body;
    expect(timeline).toContainEqual(expect.objectContaining({ kind: "order.revoked", actor: "Shop WooCommerce" }));
    const byShop = (await v3(service, "GET", "activity?actor=shop%20WooCommerce")).body.activity;
    expect(byShop).toContainEqual(expect.objectContaining({ kind: "order.revoked", actor: "Shop WooCommerce" }));
    // An unpaid order that was canceled can be paid after all.
    const late = wooOrder();
    await sendWoo(service, woo, { ...late, status: "cancelled", date_paid_gmt: null, date_modified_gmt: at(1) });
    await sendWoo(service, woo, { ...late, status: "completed", date_modified_gmt: at(2) });
    expect((await made(`woocommerce:${late.id}`)).state).not.toBe("revoked");
    await sendWoo(service, woo, { ...late, status: "cancelled", date_modified_gmt: at(1) });
    await settled(woo);
    expect((await orderOf(`woocommerce:${late.id}`)).state).not.toBe("revoked");
  });

  test("takes a refund that comes before the payment", async () => {
    const stripe = await connect(service, { kind: "stripe", secret: "whsec_stripes_own" });
    await v3(service, "PUT", `connections/${stripe.id}`, { mappings: [{ external_id: "plink_1", sku: "MAP" }] });
    await sendStripe(service, stripe, stripeEvent("charge.refunded", stripeRefund("before", 1900)));
    await settled(stripe);
    expect(await orderOf("stripe:pi_before")).toBeNull();
    await sendStripe(service, stripe, stripeEvent("checkout.session.completed", stripeSession("before")));
    const found = await made("stripe:pi_before");
    expect(found).toMatchObject({ state: "revoked", first_name: "Ann Marie", last_name: "Lee", locale: "de" });
    const [email] = await emailsOf(found);
    expect(email.status).toBe("cancelled");
    // Paid later than completed: only the second event makes the order.
    const waiting = stripeSession("slow", { payment_status: "unpaid" });
    await sendStripe(service, stripe, stripeEvent("checkout.session.completed", waiting));
    await settled(stripe);
    expect(await orderOf("stripe:pi_slow")).toBeNull();
    await sendStripe(service, stripe, stripeEvent("checkout.session.async_payment_succeeded", stripeSession("slow")));
    expect(await made("stripe:pi_slow")).toMatchObject({ order_items: [{ item_sku: "MAP", price: 19 }] });
    // An amount without lines is a question to the owner, once.
    await sendStripe(service, stripe, stripeEvent("charge.refunded", stripeRefund("slow", 500)));
    await settled(stripe);
    const [event] = await needing("pi_slow");
    expect(event).toMatchObject({ problem: "partial_refund", status: "needs_attention", order_id: expect.any(Number) });
    expect((await v3(service, "POST", `connection_events/${event.id}/process`, { dismiss: true })).status).toBe(200);
    expect(await needing("pi_slow")).toEqual([]);
    await sendStripe(service, stripe, stripeEvent("charge.refunded", stripeRefund("slow", 500)));
    await settled(stripe);
    expect(await needing("pi_slow")).toEqual([]);
    await sendStripe(service, stripe, stripeEvent("charge.refunded", stripeRefund("slow", 1900)));
    await until("it is revoked", async () => (await orderOf("stripe:pi_slow")).state === "revoked");
    // An old signature, and one of another secret.
    const old = Math.floor(Date.now() / 1000) - 301;
    const event2 = stripeEvent("charge.refunded", stripeRefund("x", 1));
    expect((await sendStripe(service, stripe, event2, { at: old })).status).toBe(401);
    expect((await sendStripe(service, { ...stripe, secret: "whsec_other" }, event2)).status).toBe(401);
  });

  test("sends nothing for orders of the time before it, unless its owner wants it", async () => {
    const order = wooOrder({ date_paid_gmt: gmt(-3 * 86_400) });
    await sendWoo(service, woo, order);
    await settled(woo);
    const [event] = await eventsOf(woo);
    expect(event).toMatchObject({
      status: "ignored",
      message: expect.stringContaining("before the shop was connected"),
    });
    expect(await orderOf(`woocommerce:${order.id}`)).toBeNull();
    const again = await v3(service, "POST", `connection_events/${event.id}/process`);
    expect(again.body.connection_event).toMatchObject({ status: "done", order_id: expect.any(Number) });
    expect(await orderOf(`woocommerce:${order.id}`)).toMatchObject({ email: order.billing.email });
  });

  test("leaves nothing of a customer who is erased, also of orders that were not made", async () => {
    const billing = { email: "Erased.Woo@example.com", first_name: "Erased", last_name: "Woo" };
    const order = wooOrder({ billing });
    const unpaid = wooOrder({ billing, date_paid_gmt: null, status: "pending" });
    const unmatched = wooOrder({ billing }, [{ product_id: 999_123 }]);
    await sendWoo(service, woo, { ...order, date_paid_gmt: null, date_modified_gmt: gmt(-9) }, "order.created");
    await sendWoo(service, woo, billing, "customer.updated");
    for (const one of [order, unpaid, unmatched]) await sendWoo(service, woo, one);
    await made(`woocommerce:${order.id}`);
    await settled(woo);
    expect((await v3(service, "DELETE", "customers/erased.woo@example.com")).status).toBe(204);
    const tables = ["connection_events", "connection_orders"] as const;
    for (const table of tables) {
      const of = service.db.read.selectFrom(table).where("account_id", "=", service.accountId);
      const rows = await of.selectAll().execute();
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows).toLowerCase()).not.toContain("erased.woo");
    }
    await sendWoo(service, woo, { ...unmatched, status: "completed", date_modified_gmt: gmt(60) });
    await until("late events are forgotten", async () =>
      (await eventsOf(woo)).every(({ external_id }: { external_id: string }) => external_id !== String(unmatched.id)),
    );
  });

  test("is found by the number that people see in the shop", async () => {
    const order = wooOrder({ number: "NORTH-2026-0815" });
    await sendWoo(service, woo, order);
    const { id } = await made(`woocommerce:${order.id}`);
    const found = (await v3(service, "GET", "search?q=2026-0815")).body.results;
    expect(found.map((one: { id: unknown }) => one.id)).toContain(id);
  });

  test("leaves nothing of a customer whose order is deleted", async () => {
    const order = wooOrder();
    await sendWoo(service, woo, order);
    const { id, vendor_id } = await made(`woocommerce:${order.id}`);
    expect((await v3(service, "DELETE", `orders/${id}`)).status).toBe(204);
    const of = async () =>
      (await eventsOf(woo)).filter(({ external_id }: { external_id: string }) => external_id === String(order.id));
    expect(await of()).toEqual([]);
    // A late event neither makes it again nor brings the data back.
    await sendWoo(service, woo, { ...order, status: "completed", date_modified_gmt: gmt(60) });
    await until("it is forgotten", async () => (await of()).length === 0);
    expect(await orderOf(vendor_id)).toBeNull();
  });

  test("is noted in the activity log", async () => {
    const { activity } = (await v3(service, "GET", "activity?kind=connection.created")).body;
    expect(activity[0]).toMatchObject({
      kind: "connection.created",
      summary: expect.stringMatching(/^Connection .* added$/),
    });
    expect(JSON.stringify(activity)).not.toContain(map.permalink);
  });
});
