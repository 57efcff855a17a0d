import { beforeAll, describe, expect, test } from "bun:test";
import { instantNow } from "../../../src/platform/instants.ts";
import { createLookAgain } from "../../../src/shops/connections/retry-after-product.ts";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import { until } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { type Connection, connect, seconds, sendHmac, sendStandard, sendWoo, wooOrder } from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("a shop's order that needs its owner, on $name,", ({ makeStore }) => {
  let service: SharedStore;
  let woo: Connection;

  beforeAll(async () => {
    service = await makeStore();
    await makeProduct(service, { sku: "MAP" });
    await makeProduct(service, { sku: "GUIDE" });
    woo = await connect(service, { kind: "woocommerce" });
  });

  const { orderOf, made, eventsOf, settled, needing, emailsOf } = connectedShop(() => service);

  test("keeps what matches nothing until a mapping or a product is there, and then goes on", async () => {
    const order = wooOrder({}, [
      { sku: "", product_id: 91, variation_id: 912, name: "Poster" },
      { sku: "SOON", product_id: 92, name: "Coming soon" },
    ]);
    await sendWoo(service, woo, order);
    await settled(woo);
    expect(await orderOf(`woocommerce:${order.id}`)).toBeNull();
    const [event] = await needing(order.id);
    expect(event).toMatchObject({
      problem: "unmatched",
      unmatched_lines: [
        { sku: null, external_ids: ["912", "91"], name: "Poster" },
        { sku: "SOON", external_ids: ["92"], name: "Coming soon" },
      ],
    });
    const waiting = async (id: string) =>
      (await v3(service, "GET", `connections/${woo.id}/waiting_orders?external_id=${encodeURIComponent(id)}`)).body;
    const left = wooOrder({}, [{ sku: "", product_id: 91, variation_id: 912, name: "Poster" }]);
    await sendWoo(service, woo, left);
    await settled(woo);
    const [event912] = await needing(left.id);
    for (const id of ["912", "91", "Poster"]) expect(await waiting(id)).toEqual({ orders: 2 });
    await v3(service, "POST", `connection_events/${event912.id}/process`, { dismiss: true });
    for (const id of ["912", "SOON", "92"]) expect(await waiting(id)).toEqual({ orders: 1 });
    expect(await waiting("9")).toEqual({ orders: 0 });
    const waitingForSku = async (sku: string) => (await v3(service, "GET", `skuproducts/${sku}/waiting_orders`)).body;
    expect(await waitingForSku("SOON")).toEqual({ orders: 1 });
    for (const sku of ["92", "MAP", "Poster"]) expect(await waitingForSku(sku)).toEqual({ orders: 0 });
    const mappings = [{ external_id: "91", sku: "GUIDE", name: "Poster" }];
    expect((await v3(service, "PUT", `connections/${woo.id}`, { mappings })).body.connection.mappings).toEqual(
      mappings,
    );
    const found = await made(`woocommerce:${order.id}`);
    expect(found.order_items).toMatchObject([{ item_sku: "GUIDE" }]);
    expect([await waiting("91"), await waiting("SOON")]).toEqual([{ orders: 0 }, { orders: 1 }]);
    expect(await orderOf(`woocommerce:${left.id}`)).toBeNull();
    expect(await needing(order.id)).toMatchObject([{ problem: "unmatched", unmatched_lines: [{ sku: "SOON" }] }]);
    await makeProduct(service, { sku: "SOON" });
    const again = await v3(service, "POST", `connection_events/${event.id}/process`);
    expect(again.body.connection_event).toMatchObject({ status: "done", order_id: found.id });
    expect((await orderOf(found.vendor_id)).order_items).toMatchObject([{ item_sku: "GUIDE" }, { item_sku: "SOON" }]);
    expect(await needing(order.id)).toEqual([]);
    expect(await emailsOf(found)).not.toHaveLength(0);
    // Some goods are not downloads.
    const shirts = wooOrder({}, [{ product_id: 95, name: "T-shirt" }]);
    await sendWoo(service, woo, shirts);
    await settled(woo);
    expect(await needing(shirts.id)).toHaveLength(1);
    const ignoring = [...mappings, { external_id: "95", sku: null }];
    await v3(service, "PUT", `connections/${woo.id}`, { mappings: ignoring });
    await until("nobody is asked", async () => (await needing(shirts.id)).length === 0);
    expect(await orderOf(`woocommerce:${shirts.id}`)).toBeNull();
    const wrong = await v3(service, "PUT", `connections/${woo.id}`, { mappings: [{ external_id: "1", sku: "NONE" }] });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, "mappings[0].sku"]);
  });

  test("goes on when its product is there, and is not written about before", async () => {
    const look = () => createLookAgain(service.db, new AbortController().signal)(instantNow());
    const orders = Array.from({ length: 60 }, () => wooOrder({}, [{ sku: "LATER-0", name: "Later" }]));
    const last = wooOrder({}, [{ sku: "LATER-1" }, { sku: "LATER-2" }]);
    for (const order of [...orders, last]) await sendWoo(service, woo, order);
    await settled(woo);
    const rows = () =>
      service.db.read
        .selectFrom("connection_orders")
        .select(["external_id as externalId", "settle_at as settleAt", "updated_at as updatedAt"])
        .where("connection_id", "=", woo.id)
        .where("problem", "=", "unmatched")
        .orderBy("id")
        .execute();
    const before = await rows();
    expect(before.length).toBeGreaterThan(60);
    for (const { settleAt } of before) expect(settleAt).toBeGreaterThan(instantNow() + 3_600_000);
    expect(await look()).toBe(false);
    expect(await rows()).toEqual(before);
    // A product that gets the SKU counts as much as a new one.
    const { id } = await makeProduct(service, { sku: "OLD-NAME" });
    await v3(service, "PUT", `products/${id}`, { sku: "LATER-2" });
    expect(await look()).toBe(true);
    expect(await made(`woocommerce:${last.id}`)).toMatchObject({ order_items: [{ item_sku: "LATER-2" }] });
    expect(await needing(last.id)).toMatchObject([{ problem: "unmatched", unmatched_lines: [{ sku: "LATER-1" }] }]);
    const others = async () => (await rows()).filter(({ externalId }) => externalId !== String(last.id));
    expect(await others()).toEqual(before.filter(({ externalId }) => externalId !== String(last.id)));
    expect(await look()).toBe(false);
  });

  test("keeps an order without an address until someone enters it", async () => {
    const order = wooOrder({ billing: { email: "", first_name: "Ann", last_name: "" } });
    await sendWoo(service, woo, order);
    await settled(woo);
    const [event] = await needing(order.id);
    expect(event).toMatchObject({ problem: "no_email", order_id: null });
    const wrong = await v3(service, "POST", `connection_events/${event.id}/process`, { email: "ann" });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, "email"]);
    const right = await v3(service, "POST", `connection_events/${event.id}/process`, { email: "found@example.com" });
    expect(right.body.connection_event).toMatchObject({ status: "done", problem: null });
    expect(await orderOf(`woocommerce:${order.id}`)).toMatchObject({ email: "found@example.com", first_name: "Ann" });
    const late = await v3(service, "POST", `connection_events/${event.id}/process`, { email: "x@example.com" });
    expect(late.status).toBe(409);
  });

  test("reads any signed JSON as its owner says", async () => {
    const paths = {
      event: "type",
      paid_events: ["order.paid"],
      refunded_events: ["order.refunded"],
      order_id: "data.id",
      email: "data.customer.email",
      currency: "data.currency",
      items: "data.items",
      sku: "product.code",
      quantity: "count",
      price: "price",
    };
    const standard = await connect(service, { kind: "generic", generic: { signature: "standard_webhooks", ...paths } });
    expect(standard.secret).toStartWith("whsec_");
    const data = {
      id: 5,
      currency: "usd",
      customer: { email: "any@example.com" },
      items: [{ product: { code: "MAP" }, count: "2", price: "4.5" }],
    };
    expect((await sendStandard(service, standard, { type: "order.paid", data })).status).toBe(200);
    expect(await made("generic:5")).toMatchObject({
      currency: "USD",
      order_items: [{ item_sku: "MAP", quantity: 2, price: 4.5 }],
    });
    await sendStandard(service, standard, { type: "order.refunded", data: { id: 5 } });
    await until("it is revoked", async () => (await orderOf("generic:5")).state === "revoked");
    expect((await sendStandard(service, { ...standard, secret: "whsec_AAAA" }, { data })).status).toBe(401);
    // What was overheard does not count for long.
    expect((await sendStandard(service, standard, { data }, "msg_old", seconds() - 600)).status).toBe(401);
    await sendStandard(service, standard, { type: "cart.left", data: { id: 6 } });
    await settled(standard);
    expect((await eventsOf(standard))[0]).toMatchObject({ topic: "cart.left", status: "ignored" });
    const hex = await connect(service, {
      kind: "generic",
      generic: {
        signature: "hmac_hex",
        header: "X-Hub-Signature-256",
        prefix: "sha256=",
        order_id: "no",
        email: "who",
        sku: "what",
      },
    });
    const event = { no: "A/1", who: "hex@example.com", what: "GUIDE" };
    const how = { header: "x-hub-signature-256", encoding: "hex", prefix: "sha256=" } as const;
    expect((await sendHmac(service, hex, event, how)).status).toBe(200);
    expect((await sendHmac(service, hex, event, { ...how, prefix: "" })).status).toBe(401);
    expect(await made("generic2:A%2F1")).toMatchObject({ order_items: [{ item_sku: "GUIDE" }] });
    for (const [no, id] of [
      ["A%2F1", "A%252F1"],
      ["A%252F1", "A%25252F1"],
      ["5%", "5%"],
    ]) {
      await sendHmac(service, hex, { ...event, no, who: `${id}@example.com` }, how);
      expect(await made(`generic2:${id}`)).toMatchObject({ email: `${id}@example.com` });
    }
    await sendHmac(service, hex, { who: "x" }, how);
    await settled(hex);
    expect((await eventsOf(hex))[0]).toMatchObject({ status: "failed", message: "The event has no order ID at no." });
    const fields = { kind: "generic", generic: { signature: "hmac_hex", header: "a b", order_id: "a..b" } };
    const refused = await v3(service, "POST", "connections", fields);
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      "generic.header",
      "generic.order_id",
    ]);
  });
});
