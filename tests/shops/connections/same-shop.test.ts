import { beforeAll, describe, expect, test } from "bun:test";
import { instantNow } from "../../../src/platform/instants.ts";
import { connectionById } from "../../../src/shops/connections/connections.ts";
import { othersOfShop } from "../../../src/shops/connections/known/same-shop.ts";
import { lockShopOrder } from "../../../src/shops/connections/known/shop-orders.ts";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import { until } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import {
  type Connection,
  connect,
  gmt,
  sendHmac,
  sendShopify,
  sendStripe,
  sendWoo,
  stripeEvent,
  stripeRefund,
  stripeSession,
  wooOrder,
} from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("a shop that is connected anew, on $name,", ({ makeStore }) => {
  let store: SharedStore;

  beforeAll(async () => {
    store = await makeStore();
    for (const sku of ["MAP", "GUIDE"]) await makeProduct(store, { sku });
  });

  const { orderOf, made, settled, revoked, needing, emailsOf } = connectedShop(() => store);
  const removed = async ({ id }: Connection) =>
    expect((await v3(store, "DELETE", `connections/${id}`)).status).toBe(204);
  const from = (source: string) => (connection: Connection, order: unknown) =>
    sendWoo(store, connection, order, "order.updated", { "x-wc-webhook-source": source });
  /** Without those of other tests. */
  const offered = async () =>
    (await v3(store, "GET", "connections")).body.removed_connections.filter(
      ({ kind }: { kind: string }) => kind === "generic",
    );
  const ordersOf = async (email: string) => (await v3(store, "GET", `orders?q=${email}`)).body.orders;
  const buyer = (email: string) => ({ billing: { email, first_name: "Ann", last_name: "Lee" } });

  test("makes each order known once, though two of its connections tell of it at the same time", async () => {
    const { db } = store;
    const made = [await connect(store, { kind: "paddle" }), await connect(store, { kind: "paddle" })];
    const connections = await Promise.all(made.map(({ id }) => connectionById(db.read, id)));
    const lock = (connection: (typeof connections)[number], externalId: string) =>
      db.write(async (tx) => {
        if (!connection) throw new Error("The connection does not exist.");
        const key = { accountId: connection.accountId, connectionId: connection.id, externalId };
        const others = () => othersOfShop(tx, connection);
        return (await lockShopOrder(tx, key, { eventId: 0, now: instantNow(), others })).id;
      });
    for (let order = 0; order < 10; order++) {
      const ids = await Promise.all(connections.map((connection) => lock(connection, `both-${order}`)));
      expect(new Set(ids).size).toBe(1);
    }
    for (const connection of made) await removed(connection);
  });

  test("delivers no order twice, takes back the same, and goes on with its IDs", async () => {
    const send = from("https://shop.example/");
    const first = await connect(store, { kind: "woocommerce" });
    const mappings = [{ external_id: "66", sku: "GUIDE" }];
    await v3(store, "PUT", `connections/${first.id}`, { mappings });
    const order = wooOrder(buyer("anew@example.com"), [{ sku: "MAP" }, { product_id: 66 }]);
    await send(first, order);
    const { order_items, ...here } = await made(`woocommerce:${order.id}`);
    expect(order_items).toHaveLength(2);
    await settled(first);
    await removed(first);
    const second = await connect(store, { kind: "woocommerce" });
    const emails = await emailsOf(here);
    await from("https://www.SHOP.example")(second, { ...order, status: "completed", date_modified_gmt: gmt(5) });
    await settled(second);
    expect(await ordersOf("anew@example.com")).toMatchObject([{ id: here.id }]);
    expect(await emailsOf(here)).toHaveLength(emails.length);
    expect(await needing(order.id)).toEqual([]);
    await send(second, { ...order, status: "refunded", date_modified_gmt: gmt(10) });
    await revoked(`woocommerce:${order.id}`);
    const next = wooOrder(buyer("next@example.com"));
    await send(second, next);
    await made(`woocommerce:${next.id}`);
  });

  test("is known by its last events if it was connected before that was noted", async () => {
    const send = from("https://old.example/shop/");
    const first = await connect(store, { kind: "woocommerce" });
    const order = wooOrder(buyer("old@example.com"));
    await send(first, order);
    await until("it is here", async () => (await ordersOf("old@example.com")).length === 1);
    await settled(first);
    await removed(first);
    await store.db.write((tx) =>
      tx.updateTable("connections").set({ shop: null }).where("id", "=", first.id).execute(),
    );
    const second = await connect(store, { kind: "woocommerce" });
    await send(second, { ...order, date_modified_gmt: gmt(5) });
    await settled(second);
    expect(await ordersOf("old@example.com")).toHaveLength(1);
  });

  test("goes on with its products, which were matched before", async () => {
    const send = from("https://matched.example/");
    const first = await connect(store, { kind: "woocommerce", mappings: [{ external_id: "661", sku: "GUIDE" }] });
    await send(first, wooOrder(buyer("matched@example.com"), [{ product_id: 661 }]));
    await settled(first);
    await removed(first);
    const second = await connect(store, { kind: "woocommerce" });
    await send(second, wooOrder(buyer("matched@example.com"), [{ product_id: 661 }]));
    await settled(second);
    expect((await ordersOf("matched@example.com")).length).toBe(2);
  });

  test("is told by its owner if its events name no shop", async () => {
    const paths = { signature: "hmac_hex", header: "x-sign", order_id: "id", email: "mail", product_id: "product" };
    const fields = { kind: "generic", generic: paths };
    const how = { header: "x-sign", encoding: "hex" } as const;
    const first = await connect(store, { ...fields, mappings: [{ external_id: "p1", sku: "MAP" }] });
    const event = (id: number) => ({ id, mail: "told@example.com", product: "p1" });
    await sendHmac(store, first, event(1), how);
    await settled(first);
    expect(await ordersOf("told@example.com")).toHaveLength(1);
    const refusedFields = async (continues: unknown, kind = fields) => {
      const { status, body } = await v3(store, "POST", "connections", { ...kind, continues });
      return [status, body.errors?.[0].field];
    };
    // It is not removed yet.
    expect(await refusedFields(first.id)).toEqual([422, "continues"]);
    await removed(first);
    const unused = await connect(store, { ...fields, name: "Never used" });
    const late = await v3(store, "PUT", `connections/${unused.id}`, { continues: first.id });
    expect([late.status, late.body.errors?.[0]]).toMatchObject([422, { field: "continues" }]);
    expect(late.body.errors[0].message).toContain("POST connections");
    await removed(unused);
    expect(await offered()).toMatchObject([{ id: first.id, kind: "generic", name: "Other shop" }]);
    expect(await refusedFields(first.id, { kind: "woocommerce" } as never)).toEqual([422, "continues"]);
    expect(await refusedFields(first.id + 1_000)).toEqual([422, "continues"]);
    const other = await makeStore();
    expect((await v3(other, "POST", "connections", { ...fields, continues: first.id })).status).toBe(422);
    const second = await connect(store, { ...fields, continues: first.id });
    expect(await offered()).toEqual([]);
    for (const id of [1, 2]) await sendHmac(store, second, event(id), how);
    await settled(second);
    const vendorIds = (await ordersOf("told@example.com")).map(({ vendor_id }: { vendor_id: string }) => vendor_id);
    expect(vendorIds.toSorted()).toEqual(["generic:1", "generic:2"]);
    // A third one continues both.
    await removed(second);
    expect(await offered()).toMatchObject([{ id: second.id }]);
    const third = await connect(store, { ...fields, continues: second.id });
    for (const id of [1, 2]) await sendHmac(store, third, event(id), how);
    await settled(third);
    expect(await ordersOf("told@example.com")).toHaveLength(2);
  });

  test("makes nothing of an order that was deleted here", async () => {
    const send = from("https://deleted.example/");
    const first = await connect(store, { kind: "woocommerce" });
    const order = wooOrder(buyer("deleted@example.com"));
    await send(first, order);
    await until("it is here", async () => (await ordersOf("deleted@example.com")).length === 1);
    await settled(first);
    const [{ id }] = await ordersOf("deleted@example.com");
    await v3(store, "DELETE", `orders/${id}`);
    await removed(first);
    const second = await connect(store, { kind: "woocommerce" });
    await send(second, { ...order, date_modified_gmt: gmt(5) });
    await settled(second);
    expect(await ordersOf("deleted@example.com")).toEqual([]);
  });

  test("is another shop with another domain, whose order of the same ID is another", async () => {
    const shops = ["one.example", "two.example"];
    const ids: string[] = [];
    for (const domain of shops) {
      const shop = await connect(store, { kind: "shopify", secret: domain });
      const order = {
        id: 9,
        contact_email: `nine@${domain}`,
        financial_status: "paid",
        currency: "USD",
        line_items: [{ id: 1, sku: "MAP", quantity: 1, price: "1.00" }],
      };
      await sendShopify(store, shop, "orders/paid", order, { "x-shopify-shop-domain": domain });
      await settled(shop);
      ids.push((await ordersOf(`nine@${domain}`))[0].vendor_id);
    }
    expect(ids).toEqual(["shopify:9", "shopify2:9"]);
  });

  test("and connected twice at once, it makes one order", async () => {
    const send = from("https://twice.example/");
    const both = [await connect(store, { kind: "woocommerce" }), await connect(store, { kind: "woocommerce" })];
    for (const shop of both) await send(shop, wooOrder({ ...buyer("unpaid@example.com"), date_paid_gmt: null }));
    for (const shop of both) await settled(shop);
    const orders = Array.from({ length: 8 }, (_, index) => wooOrder(buyer(`twice-${index}@example.com`)));
    await Promise.all(orders.flatMap((order) => both.map((shop) => send(shop, order))));
    for (const shop of both) await settled(shop);
    for (const index of orders.keys()) expect(await ordersOf(`twice-${index}@example.com`)).toHaveLength(1);
  });

  test("takes back what its connection before delivered: a payment of Stripe", async () => {
    const first = await connect(store, { kind: "stripe", secret: "whsec_1" });
    const session = stripeSession("again", { metadata: { sku: "MAP" }, payment_link: null });
    await sendStripe(store, first, stripeEvent("checkout.session.completed", session));
    await made("stripe:pi_again");
    await settled(first);
    await removed(first);
    const second = await connect(store, { kind: "stripe", secret: "whsec_2" });
    await sendStripe(store, second, stripeEvent("charge.refunded", stripeRefund("again", 1900)));
    await revoked("stripe:pi_again");
    expect(await orderOf("stripe2:pi_again")).toBeNull();
  });
});
