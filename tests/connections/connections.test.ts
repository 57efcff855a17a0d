import { beforeAll, describe, expect, test } from "bun:test";
import { tellOfFailing } from "../../src/connections/failing.ts";
import type { Database } from "../../src/database/database.ts";
import { eventBody, eventDocuments } from "../../src/http/v3/webhook-events.ts";
import { instant, instantNow } from "../../src/instants.ts";
import { databasesUnderTest } from "../support/databases.ts";
import { addKeys, keysNamed } from "../support/keys.ts";
import { makeProduct, type Product } from "../support/products.ts";
import { type Service, startService, until } from "../support/service.ts";
import {
  type Connection,
  connect,
  gmt,
  post,
  sendHmac,
  sendStandard,
  sendStripe,
  sendWoo,
  stripeEvent,
  stripeRefund,
  stripeSession,
  wooOrder,
} from "../support/shops.ts";
import { v3 } from "../support/v3.ts";
import { createEndpoint, events, localWebhooks, startReceiver } from "../support/webhooks.ts";

describe.each(databasesUnderTest)("a connected shop, on $name,", ({ create }) => {
  let service: Service;
  let woo: Connection;
  let map: Product;
  let db: Database;

  beforeAll(async () => {
    const database = await create();
    service = await startService({ database, environment: localWebhooks });
    db = await database.open();
    map = await makeProduct(service, { sku: "MAP" });
    await makeProduct(service, { sku: "GUIDE" });
    woo = await connect(service, { kind: "woocommerce" });
  });

  const orderOf = async (vendorId: string) =>
    (await v3(service, "GET", `vorders/${encodeURIComponent(vendorId)}`)).body.order;
  const made = async (vendorId: string) => {
    await until(`${vendorId} is here`, async () => (await orderOf(vendorId)) !== null);
    return orderOf(vendorId);
  };
  const eventsOf = async ({ id }: { id: number }) =>
    (await v3(service, "GET", `connections/${id}/events?page_size=500`)).body.connection_events;
  const settled = (connection: { id: number }) =>
    until("all events are processed", async () =>
      (await eventsOf(connection)).every(({ status }: { status: string }) => status !== "pending"),
    );
  const needing = async (externalId: unknown) => {
    const { connection_events } = (await v3(service, "GET", "connection_events?page_size=500")).body;
    return connection_events.filter(({ external_id }: { external_id: string }) => external_id === String(externalId));
  };
  const emailsOf = async ({ id }: { id: number }) => (await v3(service, "GET", `emails?order_id=${id}`)).body.emails;

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
    expect(timeline.map(({ kind }: { kind: string }) => kind)).toContain("order.revoked");
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
    const mappings = [{ external_id: "91", sku: "GUIDE" }];
    expect((await v3(service, "PUT", `connections/${woo.id}`, { mappings })).body.connection.mappings).toEqual(
      mappings,
    );
    const found = await made(`woocommerce:${order.id}`);
    expect(found.order_items).toMatchObject([{ item_sku: "GUIDE" }]);
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
      const rows = await db.read.selectFrom(table).selectAll().execute();
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows).toLowerCase()).not.toContain("erased.woo");
    }
    await sendWoo(service, woo, { ...unmatched, status: "completed", date_modified_gmt: gmt(60) });
    await until("late events are forgotten", async () =>
      (await eventsOf(woo)).every(({ external_id }: { external_id: string }) => external_id !== String(unmatched.id)),
    );
  });

  test("tells other systems once of each order that needs its owner, without the customer", async () => {
    const shop = await connect(service, { kind: "woocommerce", name: "Told" });
    const receiver = startReceiver();
    const endpoint = await createEndpoint(service, receiver.url, ["connection.order_unmatched"]);
    const order = wooOrder({}, [{ sku: "MAP" }, { sku: "", product_id: 71, name: "Globe" }]);
    for (const minutes of [0, 1]) {
      await sendWoo(service, shop, { ...order, date_modified_gmt: gmt(60 * minutes) }, "order.updated");
      await settled(shop);
    }
    const nobody = wooOrder({ billing: { email: "not an address", first_name: "Secret", last_name: "" } });
    await sendWoo(service, shop, nobody);
    await settled(shop);
    const told = (await events(receiver, 2)).map(({ event }) => event);
    // Events of different orders come in any order.
    const first = told.find(({ data }) => data.external_id === String(order.id));
    const second = told.find(({ data }) => data.external_id === String(nobody.id));
    const [{ id: eventId, order_id }] = await needing(order.id);
    expect(first).toMatchObject({
      type: "connection.order_unmatched",
      data: {
        connection_id: shop.id,
        connection_name: "Told",
        external_id: String(order.id),
        problem: "unmatched",
        unmatched_lines: [{ sku: null, external_ids: ["71"], name: "Globe" }],
        order_id,
      },
    });
    expect(second.data).toMatchObject({ external_id: String(nobody.id), problem: "no_email", order_id: null });
    const schema = eventBody(first.type, eventDocuments["connection.order_unmatched"]);
    for (const event of [first, second]) expect(schema.safeParse(event).error?.issues).toBeUndefined();
    expect(JSON.stringify(receiver.received.map(({ body }) => body))).not.toMatch(/@example|not an address|Secret/);
    // Asked again, with the same result; then with another one.
    expect((await v3(service, "POST", `connection_events/${eventId}/process`)).status).toBe(200);
    const [mapLine, globe] = order.line_items;
    const changed = { ...order, date_modified_gmt: gmt(120), line_items: [mapLine, { ...globe, product_id: 72 }] };
    await sendWoo(service, shop, changed);
    const [, , third] = await events(receiver, 3);
    expect(third?.event.data).toMatchObject({ order_id, unmatched_lines: [{ external_ids: ["72"] }] });
    await v3(service, "DELETE", `webhook_endpoints/${endpoint.id}`);
  });

  test("tells other systems once that it fails, until it works again", async () => {
    const shop = await connect(service, { kind: "woocommerce", name: "Failing" });
    const receiver = startReceiver();
    const endpoint = await createEndpoint(service, receiver.url, ["connection.failed"]);
    const look = () => tellOfFailing(db, instantNow());
    const hoursAgo = (hours: number) => instant(Date.now() - hours * 3_600_000);
    const refuse = () => sendWoo(service, { ...shop, secret: "wrong" }, wooOrder());
    const set = (change: object) =>
      db.write((tx) => tx.updateTable("connections").set(change).where("id", "=", shop.id).execute());
    // One request is not enough.
    await refuse();
    await look();
    await set({ refused_since: hoursAgo(3) });
    await refuse();
    for (let times = 0; times < 2; times++) await look();
    const [refused] = (await events(receiver, 1)).map(({ event }) => event);
    const nothing = { refused_since: null, waiting_since: null, poll_problem: null, polled_until: null };
    const schema = eventBody(refused.type, eventDocuments["connection.failed"]);
    expect(schema.safeParse(refused).error?.issues).toBeUndefined();
    expect(refused.data.refused_since).toBeString();
    const named = { id: shop.id, kind: "woocommerce", name: "Failing" };
    expect({ ...refused.data, refused_since: null }).toEqual({ ...named, ...nothing });
    // It works again, and then the shop cannot be asked.
    expect((await sendWoo(service, shop, wooOrder())).status).toBe(200);
    await look();
    await set({ poll_problem: "The shop answered 401.", polled_until: hoursAgo(1) });
    await look();
    await set({ polled_until: hoursAgo(3) });
    for (let times = 0; times < 2; times++) await look();
    const polled = (await events(receiver, 2))[1]?.event.data;
    expect(polled.polled_until).toBeString();
    expect({ ...polled, polled_until: null }).toEqual({ ...named, ...nothing, poll_problem: "The shop answered 401." });
    // It works again, and then an event cannot be processed.
    await set({ poll_problem: null });
    await look();
    await settled(shop);
    const waiting = { state: "pending" as const, attempts: 9, received_at: hoursAgo(3), next_attempt_at: hoursAgo(-1) };
    await db.write((tx) =>
      tx.updateTable("connection_events").set(waiting).where("connection_id", "=", shop.id).execute(),
    );
    for (let times = 0; times < 2; times++) await look();
    const third = (await events(receiver, 3))[2]?.event.data;
    expect(third.waiting_since).toBeString();
    expect({ ...third, waiting_since: null }).toEqual({ ...named, ...nothing });
    expect(receiver.received).toHaveLength(3);
    expect((await v3(service, "DELETE", `connections/${shop.id}`)).status).toBe(204);
    await v3(service, "DELETE", `webhook_endpoints/${endpoint.id}`);
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
