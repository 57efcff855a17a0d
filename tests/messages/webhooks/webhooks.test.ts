import { beforeAll, describe, expect, test } from "bun:test";
import { eventBody, eventDocuments } from "../../../src/http/v3/webhooks/webhook-events.ts";
import { recordEvents } from "../../../src/messages/webhooks/record-events.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { askLicense } from "../../support/licenses.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { makeSqliteStore } from "../../support/shared-service.ts";
import { v3 } from "../../support/v3.ts";
import { createEndpoint, events, localWebhooks, type Receiver, startReceiver, verify } from "../../support/webhooks.ts";

describe.each(databasesUnderTest)("webhooks on $name", ({ create }) => {
  let service: Service;
  let database: DatabaseUnderTest;
  beforeAll(async () => {
    database = await create();
    service = await startService({ database, environment: localWebhooks });
    const file = await v3File(service);
    await v3(service, "POST", "products", { sku: "MAP", name: "Map", price: 9.5, item_assets: [file] });
    await v3(service, "POST", "products", { sku: "KEYED", name: "Keyed", item_assets: [file] });
    await v3(service, "POST", "skuproducts/KEYED", {});
  });

  const order = async (body: object = {}) => {
    const sent = { email: "ann@example.com", order_items: [{ item_sku: "MAP" }], ...body };
    const answer = await v3(service, "POST", "orders", sent);
    expect(answer.status).toBe(201);
    return answer.body.order;
  };

  /** An endpoint of the test's own, removed afterwards. */
  async function listening(
    kinds: string[],
    more: object = {},
  ): Promise<Receiver & AsyncDisposable & { id: number; secret: string }> {
    const receiver = startReceiver();
    const { id, secret } = await createEndpoint(service, receiver.url, kinds, more);
    const end = async () => void (await v3(service, "DELETE", `webhook_endpoints/${id}`));
    return Object.assign(receiver, { id, secret, [Symbol.asyncDispose]: end });
  }

  const deliveries = async (id: number, query = "") =>
    (await v3(service, "GET", `webhook_endpoints/${id}/deliveries${query}`)).body.webhook_deliveries;

  test("tell of an order with the order as v3 shows it, signed as the standard says", async () => {
    await using endpoint = await listening(["order.created"]);
    const made = await order({ vendor_id: "W-1", custom_1: "é" });
    const [got] = await events(endpoint, 1);
    if (!got) throw new Error("Nothing came.");
    expect(verify(endpoint.secret, got)).toEqual(got.event);
    expect(got.headers["content-type"]).toBe("application/json");
    expect(got.headers["webhook-id"]).toMatch(/^msg_[\w-]{20,}$/);
    expect(got.event).toMatchObject({
      type: "order.created",
      truncated: false,
      data: { id: made.id, vendor_id: "W-1", custom_1: "é" },
    });
    // Secrets of the customer are left out.
    expect(got.event.data.download_url).toBeNull();
    expect(got.event.data.order_items[0]).toMatchObject({ item_sku: "MAP", download_url: null, license_keys: [] });
    await until("it is delivered", async () => (await deliveries(endpoint.id))[0]?.status === "delivered");
    const [{ attempts, ...delivery }] = await deliveries(endpoint.id);
    expect(delivery).toMatchObject({ event: "order.created", message_id: got.headers["webhook-id"] });
    expect(attempts).toEqual([expect.objectContaining({ status: 200, response: "ok" })]);
    const whole = await v3(service, "GET", `webhook_deliveries/${delivery.id}`);
    expect(whole.body.webhook_delivery.body).toBe(got.body);
  });

  test("show links and keys to endpoints that ask for them", async () => {
    await v3(service, "POST", `products/${await productId("KEYED")}/license_keys`, { license_keys: ["K-1", "K-2"] });
    await using plain = await listening(["order.created", "license_key.assigned"]);
    await using whole = await listening(["order.created", "license_key.assigned"], { include_secrets: true });
    const made = await order({ order_items: [{ item_sku: "KEYED" }] });
    await Promise.all([events(plain, 2), events(whole, 2)]);
    const data = (receiver: Receiver, kind: string) =>
      receiver.received.find(({ event }) => event.type === kind)?.event.data;
    expect(data(whole, "order.created")).toMatchObject({
      download_url: made.download_url,
      order_items: [{ license_keys: ["K-1"] }],
    });
    expect(data(whole, "license_key.assigned")).toMatchObject({
      order_id: made.id,
      order_item: { license_keys: ["K-1"] },
    });
    expect(JSON.stringify(plain.received)).not.toContain("K-1");
    expect(JSON.stringify(plain.received)).not.toContain(new URL(made.download_url).pathname);
    // The same event has the same ID at both.
    const ids = ({ received }: Receiver) => received.map(({ headers }) => headers["webhook-id"]).toSorted();
    expect(ids(plain)).toEqual(ids(whole));
  });

  test("tell of everything that happens to an order, in its order", async () => {
    const kinds = ["order.created", "order.updated", "order.expired", "order.revoked", "order.deleted"];
    await using endpoint = await listening([
      ...kinds,
      "download.counted",
      "download.limit_reached",
      "renewal.requested",
      "renewal.declined",
      "renewal.granted",
      "subscription.renewed",
      "subscription.payment_failed",
      "subscription.ended",
    ]);
    const { id, download_url, order_items } = await order({ download_limit: 1, send_email: false });
    await events(endpoint, 1);
    const payment = { access_until: "2031-01-01T00:00:00Z", payment_id: "in_1", total: 9.5 };
    const steps: [string[], () => Promise<unknown>][] = [
      [["order.updated"], () => v3(service, "PUT", `orders/${id}`, { first_name: "Ann" })],
      [["download.counted", "download.limit_reached"], () => download(order_items[0].download_url)],
      [["renewal.requested"], () => service.get(`${new URL(download_url).pathname}/renewal`, { method: "POST" })],
      [["renewal.granted", "order.updated"], () => v3(service, "POST", "renewal_requests/1/grant")],
      [["order.expired"], () => v3(service, "POST", `orders/${id}/expire`)],
      [["order.updated"], () => v3(service, "POST", `orders/${id}/reopen`)],
      [["order.updated"], () => v3(service, "POST", `orders/${id}/hold`)],
      [["order.updated"], () => v3(service, "POST", `orders/${id}/release`)],
      [["order.updated"], () => v3(service, "PUT", `orders/${id}`, { access_until: "2030-01-01T00:00:00Z" })],
      [
        ["subscription.payment_failed", "order.updated"],
        () => v3(service, "PUT", `orders/${id}`, { subscription_status: "payment_failed" }),
      ],
      [["order.updated"], () => v3(service, "PUT", `orders/${id}`, { subscription_status: "payment_failed" })],
      [["subscription.renewed", "order.updated"], () => v3(service, "POST", `orders/${id}/renew`, payment)],
      [
        ["order.updated", "order.expired", "subscription.ended"],
        () => v3(service, "PUT", `orders/${id}`, { access_until: "2020-01-01T00:00:00Z" }),
      ],
      [["order.updated"], () => v3(service, "PUT", `orders/${id}`, { access_until: null })],
      [["order.revoked"], () => v3(service, "POST", `orders/${id}/revoke`)],
      [["order.updated"], () => v3(service, "POST", `orders/${id}/restore`)],
      [["order.deleted"], () => v3(service, "DELETE", `orders/${id}`)],
    ];
    const expected = ["order.created"];
    for (const [told, act] of steps) {
      await act();
      expected.push(...told);
      await events(endpoint, expected.length);
      expect(endpoint.kinds()).toEqual(expected);
    }
    for (const { event } of endpoint.received) {
      const document = eventDocuments[event.type as keyof typeof eventDocuments];
      expect({ [event.type]: eventBody(event.type, document).safeParse(event).error?.issues }).toEqual({
        [event.type]: undefined,
      });
    }
    expect(endpoint.received.at(-1)?.event.data).toEqual({ id, vendor_id: null });
    const counted = endpoint.received.find(({ event }) => event.type === "download.counted")?.event.data;
    expect(counted).toMatchObject({ order_id: id, product_sku: "MAP", ip_address: null });
    // The customer's data is erased with the order.
    const log = await deliveries(endpoint.id);
    const bodies = await Promise.all(
      log.map(
        async (one: { id: number }) =>
          (await v3(service, "GET", `webhook_deliveries/${one.id}`)).body.webhook_delivery.body,
      ),
    );
    expect(bodies.filter((body) => body !== null)).toHaveLength(1);
  });

  test("tell nothing of a deleted order but its deletion, also of what was recorded before", async () => {
    const late = [
      "order.updated",
      "email.sent",
      "download.counted",
      "license_key.assigned",
      "renewal.requested",
    ] as const;
    await using endpoint = await listening(["order.created", "order.deleted", ...late]);
    const { id, order_items } = await order({ send_email: false });
    await download(order_items[0].download_url);
    await events(endpoint, 2);
    await v3(service, "DELETE", `orders/${id}`);
    await events(endpoint, 3);
    const db = await database.open();
    const { orderId, accountId, subjectId, at } = await db.read
      .selectFrom("downloads")
      .select(["order_id as orderId", "account_id as accountId", "id as subjectId", "downloaded_at as at"])
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    await db.write((tx) =>
      recordEvents(
        tx,
        late.map((kind) => ({ accountId, kind, orderId, subjectId, at })),
      ),
    );
    await db.close();
    await order({ send_email: false });
    await events(endpoint, 4);
    expect(endpoint.kinds()).toEqual(["order.created", "download.counted", "order.deleted", "order.created"]);
  });

  test("tell that an order has expired by its date", async () => {
    await using endpoint = await listening(["order.expired"]);
    const soon = new Date(Date.now() + 1500).toISOString();
    const { id } = await order({ expiration_date: soon, send_email: false });
    const [got] = await events(endpoint, 1);
    expect(got?.event.data).toMatchObject({ id, status: "expired" });
  });

  test("tell of pools that run low, and of the last key", async () => {
    const keys = Array.from({ length: 12 }, (_, index) => `POOL-${index}`);
    const made = await v3(service, "POST", "products", { sku: "POOL", name: "Pool" });
    await v3(service, "POST", `products/${made.body.product.id}/license_keys`, { license_keys: keys });
    await using endpoint = await listening(["license_key.pool_low", "license_key.pool_empty"]);
    await order({ order_items: [{ item_sku: "POOL" }], send_email: false });
    await order({ order_items: [{ item_sku: "POOL" }], send_email: false });
    await events(endpoint, 1);
    await order({ order_items: [{ item_sku: "POOL", quantity: 10 }], send_email: false });
    await order({ order_items: [{ item_sku: "POOL" }], send_email: false });
    await events(endpoint, 2);
    expect(
      endpoint.received.map(({ event }) => [event.type, event.data.sku, event.data.license_keys_available]),
    ).toEqual([
      ["license_key.pool_low", "POOL", 10],
      ["license_key.pool_empty", "POOL", 0],
    ]);
  });

  test("tell of devices that come and go, and nothing of the key", async () => {
    await v3(service, "POST", "products", { sku: "APP", name: "App", device_limit: 2 });
    const { product } = (await v3(service, "GET", "skuproducts/APP")).body;
    await v3(service, "POST", `products/${product.id}/license_keys`, { license_keys: ["APP-0001"] });
    await using endpoint = await listening(["license.*"]);
    const { id, order_items } = await order({ order_items: [{ item_sku: "APP" }], send_email: false });
    const on = { key: "APP-0001", product: "APP", device_id: "d" };
    for (const action of ["activate", "activate", "deactivate", "deactivate"] as const) {
      await askLicense(service, action, on);
      // Events tell how many devices there are when they are sent.
      await events(endpoint, action === "activate" ? 1 : 2);
    }
    expect(endpoint.kinds()).toEqual(["license.activated", "license.deactivated"]);
    expect(endpoint.received.map(({ event }) => event.data)).toEqual(
      [1, 0].map((used) => ({
        order_id: id,
        vendor_id: null,
        order_item_id: order_items[0].id,
        license_key_id: expect.any(Number),
        product_sku: "APP",
        devices: { used, limit: 2 },
      })),
    );
    expect(endpoint.received.some(({ body }) => body.includes("APP-0001"))).toBe(false);
  });

  test("are not sent of events that nobody chose, nor to a disabled or deleted endpoint", async () => {
    await using endpoint = await listening(["order.revoked"]);
    await using other = await listening(["order.created"]);
    await v3(service, "PUT", `webhook_endpoints/${other.id}`, { disabled: true });
    await order();
    await v3(service, "PUT", `webhook_endpoints/${other.id}`, { disabled: false });
    const { id } = await order();
    await events(other, 1);
    expect(other.received.map(({ event }) => event.data.id)).toEqual([id]);
    expect(endpoint.received).toEqual([]);
    await v3(service, "DELETE", `webhook_endpoints/${other.id}`);
    await order();
    await v3(service, "POST", `orders/${id}/revoke`);
    await events(endpoint, 1);
    expect(other.received).toHaveLength(1);
    expect((await v3(service, "GET", `webhook_endpoints/${other.id}`)).status).toBe(404);
  });

  test("of a family are all sent, and the family is shown as it was entered", async () => {
    await using endpoint = await listening(["order.*", "email.failed"]);
    const { id } = await order({ send_email: false });
    await events(endpoint, 1);
    await v3(service, "POST", `orders/${id}/revoke`);
    await events(endpoint, 2);
    await v3(service, "DELETE", `orders/${id}`);
    await events(endpoint, 3);
    expect(endpoint.kinds()).toEqual(["order.created", "order.revoked", "order.deleted"]);
    const { body } = await v3(service, "GET", `webhook_endpoints/${endpoint.id}`);
    expect(body.webhook_endpoint.events).toEqual(["order.*", "email.failed"]);
  });

  test("that are sent again leave out links once the endpoint does not include them", async () => {
    await using endpoint = await listening(["order.created"], { include_secrets: true });
    const made = await order({ send_email: false });
    await events(endpoint, 1);
    const link = new URL(made.download_url).pathname;
    expect(endpoint.received[0]?.body).toContain(link);
    await until("it is delivered", async () => (await deliveries(endpoint.id))[0]?.status === "delivered");
    await v3(service, "PUT", `webhook_endpoints/${endpoint.id}`, { include_secrets: false });
    const [{ id }] = await deliveries(endpoint.id);
    expect((await v3(service, "POST", `webhook_deliveries/${id}/resend`)).status).toBe(200);
    const again = (await events(endpoint, 2))[1];
    expect(again?.event.data).toMatchObject({ id: made.id, download_url: null });
    expect(again?.body).not.toContain(link);
    expect((await v3(service, "GET", `webhook_deliveries/${id}`)).body.webhook_delivery.body).toBe(again?.body);
  });

  test("recorded for any endpoint are replayed to another, in their order, without what it may not know", async () => {
    const since = new Date().toISOString();
    await using whole = await listening(["order.*"], { include_secrets: true });
    const kept = await order({ send_email: false });
    const gone = await order({ send_email: false });
    await events(whole, 2);
    await v3(service, "PUT", `orders/${kept.id}`, { first_name: "Ann" });
    await v3(service, "DELETE", `orders/${gone.id}`);
    await events(whole, 4);
    await using late = await listening(["order.*"]);
    const path = `webhook_endpoints/${late.id}/replay`;
    expect(await v3(service, "POST", path, { since })).toMatchObject({ status: 202, body: { queued: 3 } });
    await events(late, 3);
    const told = late.received.map(({ event }) => [event.type, event.data.id]);
    expect(told).toContainEqual(["order.deleted", gone.id]);
    expect(told.filter(([, id]) => id === kept.id)).toEqual([
      ["order.created", kept.id],
      ["order.updated", kept.id],
    ]);
    const idOf = ({ received }: Receiver, kind: string) =>
      received.find(({ event }) => event.type === kind && event.data.id === kept.id)?.headers["webhook-id"];
    expect(idOf(late, "order.created")).toBe(idOf(whole, "order.created") as string);
    expect(JSON.stringify(whole.received)).toContain(new URL(kept.download_url).pathname);
    expect(JSON.stringify(late.received)).not.toContain(new URL(kept.download_url).pathname);
    // What is sent still is in line already.
    await until("its answers are recorded", async () =>
      (await deliveries(late.id)).every(({ status }: { status: string }) => status === "delivered"),
    );
    // Only these kinds, and to an endpoint that wants others.
    const more = await v3(service, "POST", path, { since, events: ["order.updated"] });
    expect([more.status, more.body.queued]).toEqual([202, 1]);
    await events(late, 4);
    expect(late.kinds().at(-1)).toBe("order.updated");
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
    for (const [wrong, field] of [
      [{ since: days(91) }, "since"],
      [{}, "since"],
      [{ since, events: ["order.unknown"] }, "events"],
    ] as const) {
      const { status, body } = await v3(service, "POST", path, wrong);
      expect([status, body.errors?.[0]?.field]).toEqual([422, expect.stringContaining(field)]);
    }
    await v3(service, "PUT", `webhook_endpoints/${late.id}`, { disabled: true });
    expect((await v3(service, "POST", path, { since })).status).toBe(409);
  });

  test("carry headers of the store's own, whose values nobody sees again", async () => {
    const headers = { Authorization: "Bearer of-the-gateway", "X-Shop": "1" };
    await using endpoint = await listening(["order.created"], { name: "Gateway", headers });
    const path = `webhook_endpoints/${endpoint.id}`;
    const shown = async () => (await v3(service, "GET", path)).body.webhook_endpoint;
    expect(await shown()).toMatchObject({ name: "Gateway", header_names: ["Authorization", "X-Shop"] });
    expect(JSON.stringify(await shown())).not.toContain("of-the-gateway");
    await v3(service, "POST", `${path}/test`);
    const [first] = await events(endpoint, 1);
    expect(first?.headers).toMatchObject({ authorization: "Bearer of-the-gateway", "x-shop": "1" });
    // To another address of the same server they stay. Another server gets only what is sent for it.
    expect((await v3(service, "PUT", path, { url: `${endpoint.url}/2`, name: "" })).status).toBe(200);
    expect(await shown()).toMatchObject({ name: null, header_names: ["Authorization", "X-Shop"] });
    const elsewhere = startReceiver();
    const refused = await v3(service, "PUT", path, { url: elsewhere.url });
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, "headers"]);
    expect((await v3(service, "PUT", path, { url: elsewhere.url, headers: {} })).status).toBe(200);
    await v3(service, "POST", `${path}/test`);
    const [other] = await events(elsewhere, 1);
    expect(other?.headers.authorization).toBeUndefined();
  });

  test("show in the log what an endpoint answered, without the values of headers that it repeats", async () => {
    const headers = { Authorization: "Bearer of-the-gateway", "X-Key": 'a"quoted"key', "X-Shop": "1" };
    await using endpoint = await listening(["order.created"], { headers });
    endpoint.answer = ({ headers: got }) =>
      new Response(`${JSON.stringify(got)} ${got.authorization?.replace("Bearer", "JWT")} ${got["x-key"]} ends of-the`);
    await v3(service, "POST", `webhook_endpoints/${endpoint.id}/test`);
    await until("it is recorded", async () => (await deliveries(endpoint.id))[0]?.attempts.length > 0);
    const [{ attempts }] = await deliveries(endpoint.id);
    expect(attempts[0].response).toContain('"x-shop":"1"');
    expect(attempts[0].response).toContain('"authorization":"[hidden]"');
    expect(attempts[0].response).toEndWith(" JWT [hidden] [hidden] ends [hidden]");
    expect(JSON.stringify(attempts)).not.toMatch(/gateway|quoted/);
  });

  test("can go to 50 endpoints, and a 51st is refused in a sentence", async () => {
    const other = await makeSqliteStore();
    const sent = { url: "https://hooks.example.com", events: ["order.*"] };
    for (let nth = 0; nth < 50; nth++) expect((await v3(other, "POST", "webhook_endpoints", sent)).status).toBe(201);
    const { status, body } = await v3(other, "POST", "webhook_endpoints", sent);
    expect([status, body.detail]).toEqual([422, "A store can have at most 50 webhook endpoints."]);
  });

  test("have no headers that Waybill sets, that concern the connection, or that would become two", async () => {
    const wrong = [
      ...["Host", "Content-Type", "content-length", "Webhook-Id", "Connection", "Transfer-Encoding", "TE", "Upgrade"],
      ...[
        "Keep-Alive",
        "Proxy-Authorization",
        "User-Agent",
        "Accept-Encoding",
        "Expect",
        "",
        "X Y",
        "X:Y",
        "X\r\nY",
        "Ä",
      ],
    ].map((name): Record<string, string> => ({ [name]: "1" }));
    wrong.push({ "X-A": "1", "x-a": "2" }, { "X-A": "1\r\nX-B: 2" }, { "X-A": "ü" }, { "X-A": " 1" }, { "X-A": "" });
    wrong.push(Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`X-${index}`, "1"])));
    for (const headers of wrong) {
      const sent = { url: "https://hooks.example.com", events: ["order.*"], headers };
      const { status, body } = await v3(service, "POST", "webhook_endpoints", sent);
      expect([headers, status, body.errors?.[0]?.field]).toEqual([headers, 422, "headers"]);
    }
  });

  test("are signed with both secrets while one is replaced", async () => {
    await using endpoint = await listening(["order.created"]);
    const rotate = async (body?: object) =>
      (await v3(service, "POST", `webhook_endpoints/${endpoint.id}/rotate_secret`, body)).body.webhook_endpoint
        .secret as string;
    const second = await rotate();
    expect(second).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(second).not.toBe(endpoint.secret);
    await order({ send_email: false });
    const [got] = await events(endpoint, 1);
    if (!got) throw new Error("Nothing came.");
    for (const secret of [endpoint.secret, second]) expect(verify(secret, got)).toEqual(got.event);
    const third = await rotate({ overlap_hours: 0 });
    await order({ send_email: false });
    const next = (await events(endpoint, 2))[1];
    if (!next) throw new Error("Nothing came.");
    expect(verify(third, next)).toEqual(next.event);
    expect(() => verify(second, next)).toThrow();
    expect((await v3(service, "GET", `webhook_endpoints/${endpoint.id}`)).body.webhook_endpoint.secret).toBeNull();
  });

  test("are sent as a test, and again with the same ID", async () => {
    await using endpoint = await listening(["order.created"]);
    const sent = await v3(service, "POST", `webhook_endpoints/${endpoint.id}/test`);
    expect([sent.status, sent.body.webhook_delivery.event]).toEqual([201, "webhook.test"]);
    const [first] = await events(endpoint, 1);
    expect(first?.event).toMatchObject({ type: "webhook.test", data: { id: endpoint.id } });
    const { id } = sent.body.webhook_delivery;
    await until("it is recorded", async () => (await deliveries(endpoint.id))[0].status === "delivered");
    expect((await v3(service, "POST", `webhook_deliveries/${id}/resend`)).status).toBe(200);
    const [, second] = await events(endpoint, 2);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"] as string);
    expect(second?.body).toBe(first?.body as string);
  });

  test("that a redirect answers have failed, and nothing follows it", async () => {
    const inner = startReceiver();
    await using endpoint = await listening(["order.created"]);
    endpoint.answer = () => Response.redirect(inner.url, 307);
    await v3(service, "POST", `webhook_endpoints/${endpoint.id}/test`);
    await until("the attempt is recorded", async () => (await deliveries(endpoint.id))[0]?.attempts.length > 0);
    const [{ status, attempts, next_attempt_at }] = await deliveries(endpoint.id, "?status=waiting");
    expect([status, attempts[0].status]).toEqual(["waiting", 307]);
    expect(next_attempt_at).not.toBeNull();
    expect(inner.received).toEqual([]);
  });

  test("end when an endpoint says that it is gone: it is disabled, and its owner told", async () => {
    await using endpoint = await listening(["order.created"]);
    endpoint.answer = () => new Response("gone", { status: 410 });
    await v3(service, "POST", `webhook_endpoints/${endpoint.id}/test`);
    await until("it is disabled", async () => {
      const { body } = await v3(service, "GET", `webhook_endpoints/${endpoint.id}`);
      return body.webhook_endpoint.disabled_reason === "gone";
    });
    expect((await v3(service, "POST", `webhook_endpoints/${endpoint.id}/test`)).status).toBe(409);
    await until("the owner is told", async () =>
      (await v3(service, "GET", "mailbox")).body.messages.some(({ subject }: { subject: string }) =>
        /endpoint of .* disabled/.test(subject),
      ),
    );
  });

  test("to addresses that no webhook can have are refused with the field's name", async () => {
    for (const url of [
      "ftp://example.com",
      "nonsense",
      "https://user:pass@example.com/",
      "https://example.com/#part",
    ]) {
      const { status, body } = await v3(service, "POST", "webhook_endpoints", { url, events: ["order.created"] });
      expect([url, status, body.errors?.[0]?.field]).toEqual([url, 422, "url"]);
    }
    for (const list of [[], ["order.unknown"], "order.created", undefined]) {
      const { status, body } = await v3(service, "POST", "webhook_endpoints", {
        url: "https://example.com",
        events: list,
      });
      expect([list, status, body.errors[0].field]).toEqual([list, 422, expect.stringMatching(/^events/)]);
    }
  });

  async function productId(sku: string): Promise<number> {
    return (await v3(service, "GET", `skuproducts/${sku}`)).body.product.id;
  }

  async function download(url: string): Promise<void> {
    const answer = await service.get(new URL(url).pathname);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  }
});

async function v3File(service: Service): Promise<number> {
  const form = new FormData();
  form.set("file", new File(["a map"], "map.pdf", { type: "application/pdf" }));
  const answer = await service.api("/api/v3/files", { method: "POST", body: form });
  return ((await answer.json()) as { file: { id: number } }).file.id;
}
