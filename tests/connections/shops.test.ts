import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../support/databases.ts";
import { makeProduct } from "../support/products.ts";
import { type Service, startService, until } from "../support/service.ts";
import {
  connect,
  post,
  sendGumroad,
  sendLemon,
  sendPaddle,
  sendPayPal,
  sendShopify,
  sendStripe,
  sendWoo,
  stripeEvent,
  stripeSession,
  wooOrder,
} from "../support/shops.ts";
import { v3 } from "../support/v3.ts";

/** What the shops' own interfaces answer, by method and path, and what they were asked. */
const answers = new Map<string, (request: Request, body: string) => unknown>();
const asked: { path: string; authorization: string | null; body: string }[] = [];

const shopServer = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    asked.push({ path: pathname + search, authorization: request.headers.get("authorization"), body });
    const answer = await answers.get(`${request.method} ${pathname}`)?.(request, body);
    return answer === undefined ? new Response("none", { status: 404 }) : Response.json(answer);
  },
});
const apiUrl = `http://127.0.0.1:${shopServer.port}`;

describe.each(databasesUnderTest)("events of every kind of shop, on $name,", ({ create }) => {
  let service: Service;

  beforeAll(async () => {
    answers.clear();
    asked.length = 0;
    const environment = { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" };
    service = await startService({ database: await create(), environment });
    for (const sku of ["MAP", "GUIDE", "BOOK"]) await makeProduct(service, { sku });
  });
  afterAll(async () => {
    await service.stop();
  });

  const orderOf = async (vendorId: string) =>
    (await v3(service, "GET", `vorders/${encodeURIComponent(vendorId)}`)).body.order;
  const made = async (vendorId: string) => {
    await until(`${vendorId} is here`, async () => (await orderOf(vendorId)) !== null);
    return orderOf(vendorId);
  };
  const revoked = (vendorId: string) =>
    until(`${vendorId} is revoked`, async () => (await orderOf(vendorId))?.state === "revoked");
  const newest = async ({ id }: { id: number }) =>
    (await v3(service, "GET", `connections/${id}/events`)).body.connection_events[0];
  const newestSettled = async (connection: { id: number }) => {
    await until("the newest event is processed", async () => (await newest(connection))?.status !== "pending");
    return newest(connection);
  };

  test("of Shopify: paid, refunded by lines, canceled, and its sample", async () => {
    const shop = await connect(service, { kind: "shopify", secret: "the key of the store" });
    const order = {
      id: 450789469,
      name: "#1001",
      contact_email: "jon@example.com",
      customer: null,
      billing_address: { first_name: "Jon", last_name: "Doe", country_code: "CA" },
      customer_locale: "fr-CA",
      currency: "CAD",
      financial_status: "paid",
      total_price: "30.00",
      updated_at: "2026-11-20T10:00:00-05:00",
      cancelled_at: null,
      test: false,
      line_items: [
        { id: 1, sku: "MAP", variant_id: 11, product_id: 21, name: "Map", quantity: 2, price: "10.00" },
        { id: 2, sku: null, variant_id: 12, product_id: 22, name: "Guide", quantity: 1, price: "10.00" },
      ],
      refunds: [],
    };
    await v3(service, "PUT", `connections/${shop.id}`, { mappings: [{ external_id: "12", sku: "GUIDE" }] });
    const sent = ["orders/create", "orders/paid", "orders/paid", "orders/updated"];
    const statuses = await Promise.all(
      sent.map(async (topic) => (await sendShopify(service, shop, topic, order)).status),
    );
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(await made("shopify:450789469")).toMatchObject({
      title: "#1001",
      email: "jon@example.com",
      first_name: "Jon",
      locale: "fr",
      country: "CA",
      total: 30,
      order_items: [
        { item_sku: "MAP", quantity: 2 },
        { item_sku: "GUIDE", quantity: 1 },
      ],
    });
    const refund = (id: number, lines: [number, number][]) => ({
      id,
      order_id: order.id,
      transactions: [{ kind: "refund", status: "success", amount: "10.00" }],
      refund_line_items: lines.map(([line_item_id, quantity]) => ({ line_item_id, quantity })),
    });
    await sendShopify(service, shop, "refunds/create", refund(5, [[1, 1]]));
    expect(await newestSettled(shop)).toMatchObject({ status: "needs_attention", problem: "partial_refund" });
    await sendShopify(service, shop, "refunds/create", refund(6, [[1, 1]]));
    expect((await newestSettled(shop)).status).toBe("done");
    const partly = await orderOf("shopify:450789469");
    expect(partly).toMatchObject({
      revoked_at: null,
      order_items: [
        { item_sku: "MAP", quantity: 2, revoked_at: expect.any(String) },
        { item_sku: "GUIDE", revoked_at: null },
      ],
    });
    // What the owner restores stays so, whatever else the shop tells.
    const [map] = partly.order_items;
    await v3(service, "POST", `order_items/${map.id}/restore`);
    await sendShopify(service, shop, "refunds/create", refund(6, [[1, 1]]));
    await sendShopify(service, shop, "orders/updated", { ...order, updated_at: "2026-11-20T10:30:00-05:00" });
    expect((await newestSettled(shop)).status).toBe("done");
    expect((await orderOf("shopify:450789469")).order_items[0].revoked_at).toBeNull();
    await sendShopify(service, shop, "refunds/create", refund(7, [[2, 1]]));
    await revoked("shopify:450789469");
    expect((await newestSettled(shop)).status).toBe("done");
    await sendShopify(service, shop, "orders/cancelled", {
      ...order,
      id: 7,
      cancelled_at: "2026-11-20T11:00:00-05:00",
    });
    await revoked("shopify:7");
    await sendShopify(service, shop, "orders/paid", { ...order, id: 8, test: true, financial_status: "voided" });
    expect((await newestSettled(shop)).status).toBe("ignored");
    expect((await sendShopify(service, { ...shop, secret: "x" }, "orders/paid", order)).status).toBe(401);
  });

  test("of Shopify: refunded lines of one product, which the owner or the shop changes again", async () => {
    const shop = await connect(service, { kind: "shopify", secret: "the key of another store" });
    const line = (id: number, sku: string, quantity: number) => ({ id, sku, name: sku, quantity, price: "10.00" });
    const order = {
      id: 900,
      name: "#900",
      contact_email: "lines@example.com",
      currency: "CAD",
      financial_status: "paid",
      total_price: "60.00",
      updated_at: "2026-11-20T10:00:00-05:00",
      line_items: [line(1, "MAP", 1), line(2, "MAP", 2), line(3, "GUIDE", 1), line(4, "BOOK", 1)],
    };
    await sendShopify(service, shop, "orders/paid", order);
    await newestSettled(shop);
    const [{ vendor_id: vendorId, order_items }] = (await v3(service, "GET", "orders?email=lines@example.com")).body
      .orders;
    const [map, guide, book] = order_items;
    const refund = async (id: number, lines: [number, number][], status = "done") => {
      const refund_line_items = lines.map(([line_item_id, quantity]) => ({ line_item_id, quantity }));
      await sendShopify(service, shop, "refunds/create", { id, order_id: 900, transactions: [], refund_line_items });
      expect(await newestSettled(shop)).toMatchObject({ status, topic: "refunds/create" });
      return orderOf(vendorId);
    };
    expect(map).toMatchObject({ item_sku: "MAP", quantity: 3 });
    const at = expect.any(String);

    // While one of its lines is left, an item has fewer units.
    expect((await refund(1, [[1, 1]])).order_items[0]).toMatchObject({ quantity: 2, revoked_at: null });
    expect((await refund(2, [[2, 2]])).order_items[0]).toMatchObject({ quantity: 2, revoked_at: at });

    // What the owner revoked before the refund is not restored when the shop adds units to the line.
    await v3(service, "POST", `order_items/${guide.id}/revoke`);
    await refund(3, [[3, 1]]);
    const more = [line(1, "MAP", 1), line(2, "MAP", 4), line(3, "GUIDE", 2), line(4, "BOOK", 1)];
    const edited = { ...order, line_items: more, updated_at: "2026-11-20T11:00:00-05:00" };
    await sendShopify(service, shop, "orders/updated", edited);
    await newestSettled(shop);
    expect((await orderOf(vendorId)).order_items).toMatchObject([
      { quantity: 2, revoked_at: null },
      { quantity: 1, revoked_at: at },
      { revoked_at: null },
    ]);

    // The last one takes the order with it. What the owner restored then stays restored, and what they revoked, revoked.
    await v3(service, "POST", `order_items/${map.id}/revoke`);
    expect((await refund(4, [[4, 1]], "needs_attention")).state).toBe("revoked");
    await v3(service, "POST", `order_items/${book.id}/restore`);
    await sendShopify(service, shop, "orders/updated", { ...edited, updated_at: "2026-11-20T12:00:00-05:00" });
    await newestSettled(shop);
    expect(await orderOf(vendorId)).toMatchObject({
      revoked_at: null,
      order_items: [{ revoked_at: at }, { revoked_at: at }, { revoked_at: null }],
    });
    const timeline = (await v3(service, "GET", `orders/${(await orderOf(vendorId)).id}/timeline`)).body.timeline;
    const kinds = new Set(timeline.map(({ kind }: { kind: string }) => kind));
    for (const kind of ["item.revoked", "item.restored", "order.item_changed"]) expect(kinds).toContain(kind);
  });

  test("of Lemon Squeezy", async () => {
    const shop = await connect(service, { kind: "lemonsqueezy", mappings: [{ external_id: "31", sku: "MAP" }] });
    const event = (name: string, attributes: Record<string, unknown> = {}) => ({
      meta: { event_name: name },
      data: {
        type: "orders",
        id: "77",
        attributes: {
          order_number: 12,
          user_name: "Ann Lee",
          user_email: "lemon@example.com",
          currency: "USD",
          total: 1900,
          status: "paid",
          refunded: false,
          refunded_amount: 0,
          test_mode: false,
          first_order_item: { id: 1, product_id: 30, variant_id: 31, product_name: "Map", quantity: 1 },
          ...attributes,
        },
      },
    });
    expect((await sendLemon(service, shop, event("order_created"))).status).toBe(200);
    expect(await made("lemonsqueezy:77")).toMatchObject({
      total: 19,
      last_name: "Lee",
      order_items: [{ item_sku: "MAP" }],
    });
    await sendLemon(
      service,
      shop,
      event("order_refunded", { status: "partial_refund", refunded: true, refunded_amount: 500 }),
    );
    expect(await newestSettled(shop)).toMatchObject({ problem: "partial_refund" });
    await sendLemon(
      service,
      shop,
      event("order_refunded", { status: "refunded", refunded: true, refunded_amount: 1900 }),
    );
    await revoked("lemonsqueezy:77");
    expect((await sendLemon(service, { ...shop, secret: "x" }, event("order_created"))).status).toBe(401);
  });

  test("of Paddle, which is asked for the customer, with two secrets at once", async () => {
    const shop = await connect(service, {
      kind: "paddle",
      secret: "pdl_ntfset_1",
      api_url: apiUrl,
      api_key: "pdl_live_key",
    });
    answers.set("GET /customers/ctm_1", () => ({
      data: { id: "ctm_1", email: "paddle@example.com", name: "Ann Lee", locale: "de" },
    }));
    const transaction = {
      event_type: "transaction.completed",
      occurred_at: "2026-11-20T10:00:00.123456Z",
      data: {
        id: "txn_1",
        customer_id: "ctm_1",
        currency_code: "JPY",
        invoice_number: "74-1",
        items: [
          { price: { id: "pri_1", product_id: "pro_1", custom_data: { sku: "MAP" } }, quantity: 1 },
          { price: { id: "pri_2", product_id: "pro_2", custom_data: { sku: "GUIDE" } }, quantity: 2 },
        ],
        details: {
          totals: { grand_total: "3000" },
          line_items: [
            { id: "txnitm_1", price_id: "pri_1", quantity: 1, totals: { total: "1000" } },
            { id: "txnitm_2", price_id: "pri_2", quantity: 2, totals: { total: "2000" } },
          ],
        },
      },
    };
    expect((await sendPaddle(service, shop, transaction, ["pdl_other", "pdl_ntfset_1", "pdl_third"])).status).toBe(200);
    expect(await made("paddle:txn_1")).toMatchObject({
      email: "paddle@example.com",
      locale: "de",
      title: "74-1",
      total: 3000,
      order_items: [{ item_sku: "MAP" }, { item_sku: "GUIDE", quantity: 2, price: 1000 }],
    });
    expect(asked.at(-1)).toMatchObject({ path: "/customers/ctm_1", authorization: "Bearer pdl_live_key" });
    const adjustment = (fields: Record<string, unknown>) => ({
      event_type: "adjustment.updated",
      data: {
        id: "adj_1",
        action: "refund",
        transaction_id: "txn_1",
        currency_code: "JPY",
        totals: { total: "500" },
        ...fields,
      },
    });
    await sendPaddle(service, shop, adjustment({ status: "pending_approval", type: "full", items: [] }));
    expect((await newestSettled(shop)).status).toBe("ignored");
    const part = { status: "approved", type: "partial", items: [{ item_id: "txnitm_1", type: "partial" }] };
    await sendPaddle(service, shop, adjustment(part));
    expect(await newestSettled(shop)).toMatchObject({ problem: "partial_refund" });
    // Two parts of a line are not the whole line.
    await sendPaddle(service, shop, adjustment({ ...part, id: "adj_2" }));
    expect(await newestSettled(shop)).toMatchObject({ problem: "partial_refund" });
    expect((await orderOf("paddle:txn_1")).order_items).toHaveLength(2);
    await sendPaddle(service, shop, adjustment({ id: "adj_3", status: "approved", type: "full", items: [] }));
    await revoked("paddle:txn_1");
    expect((await sendPaddle(service, shop, transaction, ["pdl_other"])).status).toBe(401);
    const second = { ...transaction, data: { ...transaction.data, id: "txn_2" } };
    await sendPaddle(service, shop, second);
    await made("paddle:txn_2");
    const tax = { status: "approved", type: "partial", items: [{ item_id: "txnitm_1", type: "tax" }] };
    await sendPaddle(service, shop, adjustment({ ...tax, id: "adj_4", transaction_id: "txn_2" }));
    expect(await newestSettled(shop)).toMatchObject({ status: "done", problem: null });
    await sendPaddle(service, shop, { ...transaction, event_id: "ntfsimevt_01hv", data: { id: "txn_3" } });
    expect((await newest(shop)).status).toBe("ignored");
  });

  test("of PayPal, which says whether it sent them, and who bought what", async () => {
    const shop = await connect(service, { kind: "paypal", api_url: apiUrl });
    const event = (type: string, resource: Record<string, unknown>) => ({
      id: `WH-${crypto.randomUUID()}`,
      event_type: type,
      create_time: "2026-11-20T10:00:00Z",
      resource,
    });
    const capture = event("PAYMENT.CAPTURE.COMPLETED", {
      id: "CAP1",
      amount: { value: "19.00", currency_code: "EUR" },
      supplementary_data: { related_ids: { order_id: "ORD1" } },
    });
    expect((await sendPayPal(service, shop, capture)).status).toBe(200);
    await until("the owner is told what is missing", async () => (await newest(shop)).message !== null);
    expect(await newest(shop)).toMatchObject({ status: "pending", message: expect.stringContaining("client ID") });
    let genuine = true;
    answers.set("POST /v1/oauth2/token", () => ({ access_token: "A21" }));
    answers.set("POST /v1/notifications/verify-webhook-signature", () => ({
      verification_status: genuine ? "SUCCESS" : "FAILURE",
    }));
    answers.set("GET /v2/checkout/orders/ORD1", () => ({
      payer: {
        email_address: "paypal@example.com",
        name: { given_name: "Ann", surname: "Lee" },
        address: { country_code: "DE" },
      },
      purchase_units: [{ items: [{ name: "Map", sku: "MAP", quantity: "1", unit_amount: { value: "19.00" } }] }],
    }));
    await v3(service, "PUT", `connections/${shop.id}`, { api_key: "client", api_secret: "shh", webhook_id: "WH1" });
    const { id } = await newest(shop);
    const again = await v3(service, "POST", `connection_events/${id}/process`);
    expect(again.body.connection_event).toMatchObject({ status: "done", message: null });
    expect(await orderOf("paypal:CAP1")).toMatchObject({
      email: "paypal@example.com",
      order_items: [{ item_sku: "MAP" }],
    });
    const verification = asked.find(({ path }) => path.endsWith("verify-webhook-signature"));
    // The very characters that came, because PayPal compares a checksum.
    expect(verification?.body).toContain(`"webhook_event":${JSON.stringify(capture)}`);
    expect(JSON.parse(verification?.body ?? "")).toMatchObject({ webhook_id: "WH1", auth_algo: "SHA256withRSA" });
    expect(asked.find(({ path }) => path.endsWith("token"))?.authorization).toBe(`Basic ${btoa("client:shh")}`);
    genuine = false;
    const links = [{ rel: "up", href: `${apiUrl}/v2/payments/captures/CAP1` }];
    const refund = event("PAYMENT.CAPTURE.REFUNDED", {
      id: "REF1",
      amount: { value: "19.00", currency_code: "EUR" },
      links,
    });
    await sendPayPal(service, shop, refund);
    expect(await newestSettled(shop)).toMatchObject({
      status: "failed",
      message: expect.stringContaining("did not send"),
    });
    expect((await orderOf("paypal:CAP1")).state).not.toBe("revoked");
    genuine = true;
    await sendPayPal(service, shop, refund);
    await revoked("paypal:CAP1");
  });

  test("that WooCommerce and Stripe lost are found by asking, from where the last look ended", async () => {
    const orders: ReturnType<typeof wooOrder>[] = [wooOrder()];
    answers.set("GET /wp-json/wc/v3/orders", (request) =>
      request.headers.get("authorization") === `Basic ${btoa("ck_1:cs_1")}` ? orders : undefined,
    );
    const keys = { api_url: `${apiUrl}/`, api_key: "ck_1", api_secret: "cs_wrong" };
    const woo = await connect(service, { kind: "woocommerce", polling: true, ...keys });
    const shown = async () => (await v3(service, "GET", `connections/${woo.id}`)).body.connection;
    await until("the problem is shown", async () => (await shown()).poll_problem !== null);
    expect(await shown()).toMatchObject({ poll_problem: "WooCommerce answered 404.", polling: true });
    const again = async (fields: object) => {
      const before = (await shown()).polled_until;
      await v3(service, "PUT", `connections/${woo.id}`, { polling: false });
      const looks = asked.length;
      await v3(service, "PUT", `connections/${woo.id}`, { polling: true, ...fields });
      await until("the shop was asked", async () => asked.length > looks);
      return before;
    };
    await again({ api_key: "ck_1", api_secret: "cs_1" });
    expect(await made(`woocommerce:${orders[0]?.id}`)).toMatchObject({ order_items: [{ item_sku: "MAP" }] });
    await until("the problem is gone", async () => (await shown()).poll_problem === null);
    expect(await newest(woo)).toMatchObject({ topic: "order.polled", source: "poll", status: "done" });
    expect((await shown()).first_event_at).toBeString();
    // What is known already makes no event.
    orders.push(wooOrder());
    await again({});
    await made(`woocommerce:${orders[1]?.id}`);
    expect((await v3(service, "GET", `connections/${woo.id}/events`)).body.total).toBe(2);
    const { searchParams } = new URL(asked.findLast(({ path }) => path.startsWith("/wp-json"))?.path ?? "", apiUrl);
    expect(Date.parse(`${searchParams.get("modified_after")}Z`)).toBeGreaterThan(Date.now() - 10 * 60_000);

    const event = stripeEvent(
      "checkout.session.completed",
      stripeSession("lost", { metadata: { sku: "MAP" }, payment_link: null }),
    );
    answers.set("GET /v1/events", () => ({ data: [event], has_more: false }));
    answers.set("GET /v1/checkout/sessions/cs_live_lost/line_items", () => ({
      data: [{ id: "li_1", quantity: 1, amount_total: 1900, price: { id: "price_1", lookup_key: "MAP" } }],
    }));
    await connect(service, { kind: "stripe", secret: "whsec_x", polling: true, api_url: apiUrl, api_key: "rk_live_2" });
    expect(await made("stripe:pi_lost")).toMatchObject({ order_items: [{ item_sku: "MAP" }] });
  });

  test("of Gumroad, which signs nothing", async () => {
    const shop = await connect(service, {
      kind: "gumroad",
      seller_id: "kL0psVL2==",
      mappings: [{ external_id: "vivid", sku: "MAP" }],
    });
    const ping = {
      seller_id: "kL0psVL2==",
      sale_id: "FO8TXN-dbx==",
      order_number: "524459935",
      product_id: "32-nPA==",
      short_product_id: "vivid",
      product_name: "Map",
      email: "gum@example.com",
      full_name: "Ann Lee",
      price: "1900",
      currency: "usd",
      quantity: "2",
      refunded: "false",
      sale_timestamp: "2026-11-20T10:00:00Z",
    };
    expect((await sendGumroad(service, shop, { ...ping, seller_id: "other" })).status).toBe(401);
    expect((await sendGumroad(service, shop, ping)).status).toBe(200);
    expect(await made("gumroad:FO8TXN-dbx==")).toMatchObject({
      email: "gum@example.com",
      currency: "USD",
      order_items: [{ item_sku: "MAP", quantity: 2, price: 9.5 }],
    });
    // The test ping of the settings repeats the newest sale.
    await sendGumroad(service, shop, { ...ping, test: "true" });
    expect(await made("gumroad:FO8TXN-dbx==-test")).toMatchObject({ test: true });
    expect(await orderOf("gumroad:FO8TXN-dbx==")).toMatchObject({ test: false });
    await sendGumroad(service, shop, { ...ping, sale_id: "PRE", is_preorder_authorization: "true" });
    expect(await newestSettled(shop)).toMatchObject({ status: "done", order_id: null });
    await sendGumroad(service, shop, { ...ping, resource_name: "refund", refunded: "true" });
    await revoked("gumroad:FO8TXN-dbx==");
    const json = { ...ping, sale_id: "JSON", resource_name: "sale", price: 900, quantity: 1, variants: { Size: "L" } };
    expect((await post(service, shop, JSON.stringify(json), { "content-type": "application/json" })).status).toBe(200);
    expect(await made("gumroad:JSON")).toMatchObject({ email: "gum@example.com", total: 9 });
  });

  test("of Stripe, which is asked for the lines, a page at a time, until it answers", async () => {
    const shop = await connect(service, { kind: "stripe", secret: "whsec_x", api_url: apiUrl, api_key: "rk_live_1" });
    const line = (id: string, price: object) => ({ id, description: id, quantity: 1, amount_total: 950, price });
    const path = "/v1/checkout/sessions/cs_live_lines/line_items";
    await sendStripe(service, shop, stripeEvent("checkout.session.completed", stripeSession("lines")));
    await until("a first attempt failed", async () => (await newest(shop)).attempts > 0);
    expect(await newest(shop)).toMatchObject({ status: "pending", message: expect.stringContaining("404") });
    answers.set(`GET ${path}`, (request) =>
      new URL(request.url).searchParams.get("starting_after") === "li_1"
        ? {
            data: [
              line("li_2", {
                id: "price_2",
                lookup_key: null,
                metadata: {},
                product: { id: "prod_2", metadata: { sku: "GUIDE" } },
              }),
            ],
            has_more: false,
          }
        : {
            data: [line("li_1", { id: "price_1", lookup_key: "MAP", metadata: {}, product: "prod_1" })],
            has_more: true,
          },
    );
    await v3(service, "POST", `connection_events/${(await newest(shop)).id}/process`);
    expect(await made("stripe2:pi_lines")).toMatchObject({
      order_items: [
        { item_sku: "MAP", price: 9.5 },
        { item_sku: "GUIDE", price: 9.5 },
      ],
    });
    expect(asked.filter((one) => one.path.startsWith(path)).at(-1)?.authorization).toBe("Bearer rk_live_1");
    const { connection } = (await v3(service, "GET", `connections/${shop.id}`)).body;
    expect(connection.api_key_last_four).toBe("ve_1");
    expect(JSON.stringify(connection)).not.toContain("rk_live");
  });

  test("of Stripe without a key: Ugandan shillings, and a session that only stores a card", async () => {
    const shop = await connect(service, { kind: "stripe", secret: "whsec_y" });
    const send = (fields: object) => {
      const session = stripeSession("shillings", { metadata: { sku: "MAP" }, ...fields });
      return sendStripe(service, shop, stripeEvent("checkout.session.completed", session));
    };
    await send({ mode: "setup", payment_intent: null, payment_status: "no_payment_required", amount_total: null });
    expect((await newest(shop)).status).toBe("ignored");
    await send({ currency: "ugx", amount_total: 500_000 });
    const { external_id } = await newest(shop);
    await until("the order is here", async () => (await newest(shop)).order_id !== null);
    expect(external_id).toBe("pi_shillings");
    const { order } = (await v3(service, "GET", `orders/${(await newest(shop)).order_id}`)).body;
    expect(order).toMatchObject({ currency: "UGX", total: 5_000 });
  });

  test("do not wait for a shop that does not answer", async () => {
    const held = Promise.withResolvers<object>();
    const silent = await connect(service, { kind: "paddle", secret: "pdl_s", api_url: apiUrl, api_key: "pdl_live_2" });
    answers.set("GET /customers/ctm_silent", () => held.promise);
    const transaction = (id: number) => ({
      event_type: "transaction.completed",
      data: { id: `txn_s${id}`, customer_id: "ctm_silent", currency_code: "EUR", details: { line_items: [] } },
    });
    // More than are looked up at once.
    const sent = Array.from({ length: 50 }, (_, id) => sendPaddle(service, silent, transaction(id)));
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200]));
    await until("the shop is asked", () => asked.some(({ path }) => path === "/customers/ctm_silent"));
    const woo = await connect(service, { kind: "woocommerce" });
    const order = wooOrder();
    await sendWoo(service, woo, order);
    await until("the other shop's order is here", async () => (await newest(woo)).status === "done");
    expect(asked.filter(({ path }) => path === "/customers/ctm_silent")).toHaveLength(4);
    held.resolve({ data: { email: "late@example.com" } });
    await until("all are processed", async () => {
      const { connection_events } = (await v3(service, "GET", `connections/${silent.id}/events?page_size=500`)).body;
      return connection_events.every(({ status }: { status: string }) => status !== "pending");
    });
  });
});
