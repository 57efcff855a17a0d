import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connectedShop } from "../../support/connected-shop.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct } from "../../support/products.ts";
import { type Service, startService, until } from "../../support/service.ts";
import {
  connect,
  seconds,
  sendPaddle,
  sendPayPal,
  sendStripe,
  sendWoo,
  stripeEvent,
  stripeSession,
  wooOrder,
} from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

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

  const { orderOf, made, revoked, newest, newestSettled } = connectedShop(() => service);

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
    // What was overheard does not count for long.
    expect((await sendPaddle(service, shop, transaction, [shop.secret], seconds() - 600)).status).toBe(401);
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
    expect(await newestSettled(shop)).toMatchObject({ status: "done", message: null });
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

    const session = stripeSession("lost", { metadata: { sku: "MAP" }, payment_link: null });
    const events = [stripeEvent("checkout.session.completed", session)];
    // As Stripe does, only the types that are asked for.
    answers.set("GET /v1/events", ({ url }) => {
      const types = new URL(url).searchParams.getAll("types[]");
      return { data: events.filter(({ type }) => types.includes(type)), has_more: false };
    });
    answers.set("GET /v1/checkout/sessions/cs_live_lost/line_items", () => ({
      data: [{ id: "li_1", quantity: 1, amount_total: 1900, price: { id: "price_1", lookup_key: "MAP" } }],
    }));
    const access = { secret: "whsec_x", api_url: apiUrl, api_key: "rk_live_2" };
    const stripe = await connect(service, { kind: "stripe", polling: true, ...access });
    expect(await made("stripe:pi_lost")).toMatchObject({ order_items: [{ item_sku: "MAP" }] });
    // A payment that fails after the delivery asks the owner, even if its event was lost, too.
    const failed = { ...session, payment_status: "unpaid" };
    events.unshift(stripeEvent("checkout.session.async_payment_failed", failed, { created: seconds() + 1 }));
    await v3(service, "PUT", `connections/${stripe.id}`, { polling: false });
    await v3(service, "PUT", `connections/${stripe.id}`, { polling: true });
    await until("the failed payment is known", async () => (await newest(stripe)).topic.endsWith("payment_failed"));
    expect(await newestSettled(stripe)).toMatchObject({
      problem: "unclear",
      message: expect.stringContaining("Revoke the order if it is not paid"),
    });
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

  test("of Stripe's subscriptions, which are found by asking, once each", async () => {
    const subscription = { mode: "subscription", payment_intent: null, subscription: "sub_asked", invoice: "in_asked" };
    const invoice = (id: string, reason: string, end: number) =>
      stripeEvent("invoice.paid", {
        ...{
          id,
          billing_reason: reason,
          subscription: "sub_asked",
          charge: `ch_${id}`,
          currency: "eur",
          amount_paid: 1900,
        },
        lines: { data: [{ period: { end } }] },
      });
    const events = [
      stripeEvent("checkout.session.completed", stripeSession("asked", { metadata: { sku: "MAP" }, ...subscription })),
      invoice("in_asked", "subscription_create", 2_000_000_000),
      invoice("in_asked_2", "subscription_cycle", 2_010_000_000),
      stripeEvent("charge.refunded", { id: "ch_in_asked", invoice: "in_asked", amount_refunded: 100, currency: "eur" }),
      stripeEvent("customer.subscription.deleted", { id: "sub_asked" }),
    ];
    answers.set("GET /v1/events", () => ({ data: events, has_more: false }));
    answers.set("GET /v1/checkout/sessions/cs_live_asked/line_items", () => ({ data: [] }));
    const access = { secret: "whsec_asked", api_url: apiUrl, api_key: "rk_live_3", subscription_grace_in_hours: 1 };
    const shop = await connect(service, { kind: "stripe", polling: true, ...access });
    const shown = async () => (await v3(service, "GET", `connections/${shop.id}`)).body.connection;
    const stored = async () => (await v3(service, "GET", `connections/${shop.id}/events`)).body;
    const looks = () => asked.filter(({ path }) => path.startsWith("/v1/events")).length;
    await until("all is processed", async () => {
      const { total, connection_events: rows } = await stored();
      return total === events.length && rows.every(({ status }: { status: string }) => status !== "pending");
    });
    const before = (await shown()).polled_until;
    const looked = looks();
    await v3(service, "PUT", `connections/${shop.id}`, { polling: false });
    await v3(service, "PUT", `connections/${shop.id}`, { polling: true });
    await until("it was asked again", async () => looks() > looked && (await shown()).polled_until !== before);
    expect((await stored()).total).toBe(events.length);
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
