import { beforeAll, describe, expect, test } from "bun:test";
import { addUndeliverable } from "../../../src/messages/mail/undeliverable-addresses.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { processEvent } from "../../../src/shops/connections/process-event.ts";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import { until } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { connect, gmt, post, sendHmac, sendPayPal, sendWoo, wooOrder } from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("what went wrong with a shop's order, on $name,", ({ makeStore }) => {
  let store: SharedStore;

  beforeAll(async () => {
    store = await makeStore();
    for (const sku of ["MAP", "GUIDE"]) await makeProduct(store, { sku });
  });

  const { orderOf, made, revoked, eventsOf, settled, newest, needing } = connectedShop(() => store);
  const signature = { signature: "hmac_hex", header: "x-sign" };
  const how = { header: "x-sign", encoding: "hex" } as const;
  const orderBy = async (email: string) => (await v3(store, "GET", `orders?q=${email}`)).body.orders[0];

  test("is mended by a path that was corrected, as soon as it is, and by hand", async () => {
    const paths = { ...signature, order_id: "id", email: "buyer.email", items: "lines", sku: "name" };
    const shop = await connect(store, { kind: "generic", generic: paths });
    const body = (id: string) => ({
      id,
      buyer: { mail: `${id}@example.com` },
      lines: [
        { code: "MAP", name: "Wrong" },
        { code: "GUIDE", name: "Too" },
      ],
    });
    for (const id of ["path-1", "path-2"]) await sendHmac(store, shop, body(id), how);
    await settled(shop);
    expect(await needing("path-1")).toMatchObject([{ problem: "no_email" }]);
    const corrected = { ...paths, email: "buyer.mail", sku: "code" };
    await v3(store, "PUT", `connections/${shop.id}`, { generic: corrected });
    await until(
      "both are made",
      async () => (await orderBy("path-1@example.com")) && (await orderBy("path-2@example.com")),
    );
    const items = (await orderBy("path-1@example.com")).order_items;
    expect(items.map(({ item_sku }: { item_sku: string }) => item_sku)).toEqual(["MAP", "GUIDE"]);
    expect(await needing("path-1")).toEqual([]);
  });

  test("is mended by an order ID that was corrected", async () => {
    const paths = { ...signature, order_id: "no", email: "mail", sku: "sku" };
    const shop = await connect(store, { kind: "generic", generic: paths });
    await sendHmac(store, shop, { id: "id-1", mail: "id-1@example.com", sku: "MAP" }, how);
    await settled(shop);
    expect(await eventsOf(shop)).toMatchObject([{ status: "failed" }]);
    await v3(store, "PUT", `connections/${shop.id}`, { generic: { ...paths, order_id: "id" } });
    await until("it is made", async () => (await orderBy("id-1@example.com")) !== undefined);
  });

  test("is mended by a second event that brings the address", async () => {
    const paths = { ...signature, order_id: "id", email: "mail", sku: "sku" };
    const shop = await connect(store, { kind: "generic", generic: paths });
    await sendHmac(store, shop, { id: "two", mail: null, sku: "MAP" }, how);
    await settled(shop);
    expect(await needing("two")).toMatchObject([{ problem: "no_email" }]);
    await sendHmac(store, shop, { id: "two", mail: "two@example.com", sku: "MAP" }, how);
    await settled(shop);
    expect(await needing("two")).toEqual([]);
    expect(await orderBy("two@example.com")).toMatchObject({ order_items: [{ item_sku: "MAP" }] });
  });

  test("does not keep a refund from being applied: a line that cannot be added", async () => {
    const shop = await connect(store, { kind: "woocommerce" });
    const order = wooOrder({ billing: { email: "dead@example.com" } }, [{ sku: "MAP" }, { product_id: 555 }]);
    await sendWoo(store, shop, order);
    const vendorId = `woocommerce:${order.id}`;
    await made(vendorId);
    await settled(shop);
    const dead = { address: "dead@example.com", reason: "bounced" as const, response: "", emailId: 0 };
    await store.db.write((tx) => addUndeliverable(tx, store.accountId, { ...dead, createdAt: instantNow() }));
    await v3(store, "PUT", `connections/${shop.id}`, { mappings: [{ external_id: "555", sku: "GUIDE" }] });
    await sendWoo(store, shop, { ...order, date_modified_gmt: gmt(60) });
    await settled(shop);
    const [event] = await needing(order.id);
    expect(event).toMatchObject({ problem: "rejected", message: expect.stringContaining("dead@example.com") });
    expect((await orderOf(vendorId)).order_items).toMatchObject([{ item_sku: "MAP" }]);
    await sendWoo(store, shop, { ...order, status: "refunded", date_modified_gmt: gmt(60) });
    await revoked(vendorId);
    expect(await needing(order.id)).toEqual([]);
  });

  test("keeps no other order waiting, whatever its fault", async () => {
    const shop = await connect(store, { kind: "woocommerce" });
    const other = await makeStore();
    const otherShop = await connect(other, { kind: "woocommerce" });
    const broken = wooOrder({}, [{ product_id: 71 }]);
    const waiting = wooOrder({}, [{ product_id: 72 }]);
    await sendWoo(store, shop, broken);
    await sendWoo(other, otherShop, waiting);
    await settled(shop);
    await until("both wait", async () => (await v3(other, "GET", "connection_events")).body.total === 1);
    const mine = store.db.read.selectFrom("connection_orders").where("external_id", "=", String(broken.id));
    await store.db.write((tx) =>
      tx
        .updateTable("connection_orders")
        .set({ facts: "null", settle_at: instantNow() })
        .where("external_id", "=", String(broken.id))
        .execute(),
    );
    const put = () => mine.select(["problem", "settle_at as settleAt"]).executeTakeFirstOrThrow();
    await until("it is put off", async () => (await put()).problem === "rejected");
    expect((await put()).settleAt).toBeGreaterThan(instantNow());
    await makeProduct(other, { sku: "OTHER" });
    await v3(other, "PUT", `connections/${otherShop.id}`, { mappings: [{ external_id: "72", sku: "OTHER" }] });
    const { made: madeThere } = connectedShop(() => other);
    expect(await madeThere(`woocommerce:${waiting.id}`)).toMatchObject({ order_items: [{ item_sku: "OTHER" }] });
  });

  test("is not taken for nothing if it is repeated while its shop is asked", async () => {
    const shop = await connect(store, { kind: "paypal" });
    await sendPayPal(store, shop, { event_type: "PAYMENT.CAPTURE.COMPLETED", resource: { id: "CAP9" } });
    await until("the owner is told what is missing", async () => (await newest(shop)).message !== null);
    const { id } = await newest(shop);
    await store.db.write((tx) => processEvent(tx, id, instantNow(), { wasAsked: true }));
    expect(await newest(shop)).toMatchObject({ status: "pending" });
  });

  test("is processed when its owner says so, also many times at once and while it is processed", async () => {
    const shop = await connect(store, { kind: "woocommerce" });
    const orders = Array.from({ length: 8 }, () => wooOrder({ billing: { email: "" } }));
    await Promise.all(orders.flatMap((order) => [sendWoo(store, shop, order), sendWoo(store, shop, order)]));
    const events: { id: number }[] = await eventsOf(shop);
    expect(events).toHaveLength(16);
    const email = "many@example.com";
    const answers = await Promise.all(
      [...events, ...events].map(({ id }) => v3(store, "POST", `connection_events/${id}/process`, { email })),
    );
    // Later ones are too late to name an address.
    for (const { status } of answers) expect([200, 409]).toContain(status);
    for (const { status, body } of answers) if (status === 200) expect(body.connection_event.status).toBe("done");
    await settled(shop);
    expect((await v3(store, "GET", `orders?email=${email}`)).body.total).toBe(8);
  });

  test("is refused, and not a failure: a body that is none, of a shop that is known by it", async () => {
    const shop = await connect(store, { kind: "gumroad" });
    for (const body of ["{", "{}", "[]", "\u0000", '{"seller_id":', "null"]) {
      const answer = await post(store, shop, body, { "content-type": "application/json" });
      expect([body, answer.status]).toEqual([body, 401]);
    }
  });

  test("is not looked at again when the connection gets another name, or the same products", async () => {
    const shop = await connect(store, { kind: "woocommerce" });
    const order = wooOrder({}, [{ product_id: 81 }]);
    await sendWoo(store, shop, order);
    await settled(shop);
    const retry = async () =>
      (await store.db.read.selectFrom("connections").select("retry").where("id", "=", shop.id).executeTakeFirst())
        ?.retry;
    // As the administration area sends it.
    await v3(store, "PUT", `connections/${shop.id}`, { name: "Maps", test: false, polling: false, api_url: null });
    await v3(store, "PUT", `connections/${shop.id}`, { mappings: [] });
    expect(await retry()).toBeNull();
    expect(await needing(order.id)).toMatchObject([{ problem: "unmatched" }]);
    await v3(store, "PUT", `connections/${shop.id}`, { mappings: [{ external_id: "81", sku: "MAP" }] });
    await until("it is made", async () => (await orderBy(order.billing.email)) !== undefined);
    await until("all was looked at", async () => (await retry()) === null);
  });

  test("is mended with what the shop said last, not with what it said first", async () => {
    const shop = await connect(store, { kind: "woocommerce" });
    const line = { id: 1, product_id: 4711, sku: "", quantity: 2 };
    // Too long to be read anew all at once.
    const customer_note = "x".repeat(600_000);
    const [order, refunded] = [wooOrder({}, [line]), wooOrder({}, [line])];
    const right = { ...order.billing, email: "right@example.com" };
    const changed = { ...order, date_modified_gmt: gmt(60), billing: right };
    for (const event of [
      { ...order, customer_note, billing: { ...right, email: "typo@example.com" } },
      { ...changed, customer_note, line_items: [{ ...line, quantity: 1, total: "9.50" }], total: "9.50" },
      refunded,
      { ...refunded, status: "refunded", date_modified_gmt: gmt(60) },
    ]) {
      await sendWoo(store, shop, event);
      await settled(shop);
    }
    await v3(store, "PUT", `connections/${shop.id}`, { mappings: [{ external_id: "4711", sku: "MAP" }] });
    await until("it is made", async () => (await orderBy("right@example.com")) !== undefined);
    const { id, email, order_items } = await orderBy("right@example.com");
    expect([email, order_items[0].quantity]).toEqual(["right@example.com", 1]);
    await settled(shop);
    expect(await needing(order.id)).toEqual([]);
    const { emails } = (await v3(store, "GET", `emails?order_id=${id}`)).body;
    expect(emails.map(({ recipient }: { recipient: string }) => recipient)).toEqual(["right@example.com"]);
    expect(await orderBy(refunded.billing.email)).toBeUndefined();
  });
});
