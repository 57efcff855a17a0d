import { beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "./_databases.ts";
import { type Service, startService } from "./_service.ts";
import { addItem } from "./_store.ts";
import { v3 } from "./_v3.ts";

const orderFields = [
  "id vendor_id first_name last_name email total currency status product_count download_count expiration_date",
  "download_limit custom_1 custom_2 custom_3 created_at download_url order_items title source email_status",
].join(" ");
const itemFields = [
  "id item_id item_sku price download_count custom_1 custom_2 custom_3 created_at",
  "product_name quantity downloads_remaining download_url license_keys",
].join(" ");

describe.each(databasesUnderTest)("v3 orders on $name", ({ create }) => {
  let service: Service;
  const send = (body: unknown, headers?: Record<string, string>) => v3(service, "POST", "orders", body, headers);
  const emailsTo = async (recipient: string) =>
    (await v3(service, "GET", "orders?status=all&page_size=500")).body.orders.filter(
      (order: { email: string }) => order.email === recipient,
    );

  beforeAll(async () => {
    service = await startService({ database: await create() });
    for (const sku of ["A", "a", "B C"]) await addItem(service, sku);
  });

  test("an answer has every field, null where there is nothing", async () => {
    const { status, body, headers } = await send({ email: "ann@example.com", order_items: [{ sku: "A" }] });
    expect(status).toBe(201);
    expect(Object.keys(body.order).sort()).toEqual(orderFields.split(" ").sort());
    expect(Object.keys(body.order.order_items[0]).sort()).toEqual(itemFields.split(" ").sort());
    expect(body.order).toMatchObject({ total: null, currency: "USD", status: "open", custom_1: null, title: "" });
    expect(headers.get("location")).toEndWith(`/api/v3/orders/${body.order.id}`);
    const page = await service.get(new URL(body.order.download_url).pathname);
    expect(page.status).toBe(200);
  });

  test("SKUs match exactly, unknown ones are skipped, lines of one product add up", async () => {
    const lines = [
      { item_sku: "A", quantity: 2, price: "9.99" },
      { sku: "A", price: 9.99 },
      { item_sku: " A" },
      { item_sku: "B c" },
      { item_sku: "B C", price: 0.5, custom_1: "blue" },
      { item_id: 999_999 },
    ];
    const { status, body } = await send({ order: { email: "ann@example.com", order_items: lines } });
    expect(status).toBe(201);
    expect(body.order.order_items).toMatchObject([
      { item_sku: "A", quantity: 3, price: 9.99 },
      { item_sku: "B C", quantity: 1, price: 0.5, custom_1: "blue" },
    ]);
    expect(body.order).toMatchObject({ product_count: 2, total: 30.47 });
  });

  test("an order of unknown SKUs alone is empty and mails nobody", async () => {
    const { status, body } = await send({ email: "nobody@example.com", order_items: [{ sku: "?" }] });
    expect(status).toBe(201);
    expect(body.order).toMatchObject({ order_items: [], email_status: null });
  });

  test.each([false, "false"])("send_email %p sends none", async (send_email) => {
    const { body } = await send({ email: "quiet@example.com", send_email, order_items: [{ sku: "A" }] });
    expect(body.order.email_status).toBeNull();
  });

  test("it is the same order in the unversioned interface", async () => {
    const { body } = await send({
      custom_order_id: "shop/1".replace("/", "-"),
      email: "same@example.com",
      title: "Maps",
      expiration_date: "2030-01-02T03:04:05+02:00",
      download_limit: 7,
      order_items: [{ sku: "A", downloads_remaining: 2 }],
    });
    const xml = await (await service.api(`/api/orders/${body.order.id}`)).text();
    expect(xml).toContain(`<id type="integer">${body.order.id}</id><title>Maps</title>`);
    expect(xml).toContain(`<expiration_date type="datetime">2030-01-02T01:04:05+00:00</expiration_date>`);
    expect(xml).toContain(`<downloads_remaining type="integer">2</downloads_remaining>`);
    const byVendor = await v3(service, "GET", "vorders/shop-1");
    expect(byVendor.body.order.id).toBe(body.order.id);
    const made = `<order><id>X-9</id><email>x@example.com</email><order_items><order_item><sku>A</sku></order_item></order_items></order>`;
    await service.api("/api/orders", { method: "POST", headers: { "content-type": "application/xml" }, body: made });
    expect((await v3(service, "GET", "vorders/X-9")).body.order).toMatchObject({ id: "X-9", vendor_id: "X-9" });
  });

  test("the same order ID sent twenty times at once makes one order and one email", async () => {
    const order = { vendor_id: "ONCE", email: "once@example.com", order_items: [{ sku: "A" }] };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(order)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    const made = answers.find(({ status }) => status === 201);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.detail).toContain(`order ${made?.body.order.id}`);
    expect(await emailsTo("once@example.com")).toHaveLength(1);
  });

  test("an Idempotency-Key replays the first answer, also at the same instant", async () => {
    const order = { vendor_id: "KEY-1", email: "key@example.com", order_items: [{ sku: "A" }] };
    const key = { "idempotency-key": "checkout 1" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(order, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await emailsTo("key@example.com")).toHaveLength(1);
    expect((await send({ ...order, title: "other" }, key)).status).toBe(422);
    expect((await send(order, { "idempotency-key": "k".repeat(256) })).status).toBe(422);
    expect((await send(order, { "idempotency-key": "checkout 2" })).status).toBe(409);
  });

  test("a failed request does not use up its Idempotency-Key", async () => {
    const key = { "idempotency-key": "checkout 3" };
    expect((await send({ email: "no", order_items: [] }, key)).status).toBe(422);
    expect((await send({ email: "yes@example.com", order_items: [{ sku: "A" }] }, key)).status).toBe(201);
  });

  test("a new order's links end by default, never, or on a date; downloads are limited by default, or not", async () => {
    const made = async (fields: object) =>
      (await send({ email: "ends@example.com", send_email: false, order_items: [{ sku: "A" }], ...fields })).body.order;
    const byDefault = await made({ expiration_date: null, download_limit: null });
    expect(byDefault).toMatchObject({ expiration_date: expect.any(String), download_limit: 5, source: "api" });
    const endless = await made({ expiration_date: "never", download_limit: "unlimited" });
    expect(endless).toMatchObject({ expiration_date: null, download_limit: null });
    const { body } = await v3(service, "PUT", `orders/${byDefault.id}`, {
      expiration_date: null,
      download_limit: null,
    });
    expect(body.order).toMatchObject({ expiration_date: null, download_limit: null });
    expect((await send({ email: "ends@example.com", expiration_date: "soon" })).body.errors).toMatchObject([
      { field: "expiration_date" },
    ]);
  });

  test("an order is found, and exported, by its customer's whole name and by its links", async () => {
    const name = { first_name: "Mary Ann", last_name: "Evans" };
    const { body } = await send({ email: "me@example.com", ...name, send_email: false, order_items: [{ sku: "A" }] });
    const { id, download_url, order_items } = body.order;
    for (const q of ["mary ann ev", "Mary Ann", download_url, order_items[0].download_url]) {
      const found = await v3(service, "GET", `orders?q=${encodeURIComponent(q)}`);
      expect(found.body.orders.map((order: { id: number }) => order.id)).toEqual([id]);
    }
    expect((await v3(service, "GET", "orders?q=mary%20evans")).body.total).toBe(0);
    const rows = async (query: string) =>
      (await (await service.api(`/api/v3/exports/orders.csv?${query}`)).text()).trim().split("\r\n").length - 1;
    expect(await rows("q=mary%20ann%20ev")).toBe(1);
    expect(await rows(`id=${id}`)).toBe(1);
    expect(await rows(`id=${id}&id=1001&id=none`)).toBe(2);
  });

  test("all wrong fields are named at once, and nothing is made", async () => {
    const before = (await v3(service, "GET", "orders")).body.total;
    const { status, body, headers } = await send({
      vendor_id: "a/b",
      email: "a b@example.com",
      first_name: "x\u0000",
      currency: "dollars",
      download_limit: "many",
      expiration_date: "2026-02-30",
      send_email: "maybe",
      order_items: [
        { sku: "A", quantity: 1.5 },
        { sku: 7, price: -1 },
      ],
    });
    expect(status).toBe(422);
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(
      [
        "vendor_id",
        "email",
        "first_name",
        "currency",
        "download_limit",
        "expiration_date",
        "send_email",
        "order_items[0].quantity",
        "order_items[1].sku",
        "order_items[1].price",
      ].sort(),
    );
    expect((await v3(service, "GET", "orders")).body.total).toBe(before);
  });

  test.each([
    ["not JSON", "{", 400],
    ["a list", "[]", 422],
    ["null", "null", 422],
    ["deep JSON", "[".repeat(200_000), 400],
    ["no body", "", 400],
    ["more than 1 MiB", JSON.stringify({ email: "a".repeat(1_048_577) }), 413],
    ["an unpaired surrogate", '{"email":"a@example.com","first_name":"\\ud800"}', 422],
  ])("%s is refused", async (_what, body, status) => {
    expect((await send(body)).status).toBe(status);
  });

  test("another media type is refused, a missing one is JSON", async () => {
    expect((await send("{}", { "content-type": "text/plain" })).status).toBe(415);
  });

  test("updates change what is present, and null removes", async () => {
    const { body } = await send({
      email: "up@example.com",
      custom_1: "one",
      order_items: [{ sku: "A" }, { sku: "a" }],
    });
    const path = `orders/${body.order.id}`;
    const kept = body.order.order_items[0];
    const changed = await v3(service, "PUT", path, {
      order: {
        first_name: "Ann",
        custom_1: null,
        expiration_date: null,
        download_limit: null,
        order_items: [{ sku: "A" }, { sku: "B C" }],
      },
    });
    expect(changed.status).toBe(200);
    expect(changed.body.order).toMatchObject({
      first_name: "Ann",
      email: "up@example.com",
      custom_1: null,
      expiration_date: null,
      download_limit: null,
      order_items: [{ id: kept.id, download_url: kept.download_url, downloads_remaining: null }, { item_sku: "B C" }],
    });
    expect((await v3(service, "PUT", path, { email: "" })).status).toBe(422);
    expect((await v3(service, "PUT", path, { vendor_id: "ONCE" })).status).toBe(409);
  });

  test("expire, reopen and resend", async () => {
    const { body } = await send({ email: "life@example.com", download_limit: 1, order_items: [{ sku: "A" }] });
    const path = `orders/${body.order.id}`;
    const link = new URL(body.order.order_items[0].download_url).pathname;
    expect((await service.get(link)).status).toBe(200);
    expect((await v3(service, "GET", path)).body.order.order_items[0].downloads_remaining).toBe(0);
    expect((await v3(service, "POST", `${path}/expire`)).body.order.status).toBe("expired");
    expect((await service.get(link)).status).toBe(410);
    const reopened = await v3(service, "POST", `${path}/reopen`);
    expect(reopened.body.order).toMatchObject({
      status: "open",
      order_items: [{ downloads_remaining: 1, download_count: 1 }],
    });
    expect((await service.get(link)).status).toBe(200);
    expect((await v3(service, "POST", `${path}/resend`)).status).toBe(200);
    expect((await v3(service, "POST", "orders/none/resend")).body).toMatchObject({ status: 404, order: null });
  });

  test("a deleted order is gone, and its own order ID is free again", async () => {
    const order = { vendor_id: "GONE", email: "gone@example.com", order_items: [{ sku: "A" }] };
    const { body } = await send(order);
    expect((await v3(service, "DELETE", "vorders/GONE")).status).toBe(204);
    expect((await v3(service, "GET", `orders/${body.order.id}`)).body.order).toBeNull();
    expect((await send(order)).status).toBe(201);
  });

  test("search finds an order by each of its names", async () => {
    const { body } = await send({
      vendor_id: "FIND-ME",
      email: "Needle@Example.com",
      first_name: "Zoë",
      last_name: "Quandt",
      order_items: [{ sku: "B C" }],
    });
    const { order } = body;
    const guid = order.download_url.split("/").at(-1);
    const item = order.order_items[0].download_url.split("/").at(-1);
    for (const text of ["FIND-ME", String(order.id), "needle@", "zoë", "quan", guid, item]) {
      const found = await v3(service, "GET", `orders?q=${encodeURIComponent(text)}`);
      expect(found.body.orders.map(({ id }: { id: number }) => id)).toContain(order.id);
    }
    expect((await v3(service, "GET", "orders?email=needle@example.com")).body.total).toBe(1);
    expect((await v3(service, "GET", "orders?q=eedle")).body.total).toBe(0);
    const bySku = await v3(service, "GET", "orders?sku=B%20C&status=open");
    expect(bySku.body.orders.map(({ id }: { id: number }) => id)).toContain(order.id);
  });

  test("lists page, newest first", async () => {
    const all = (await v3(service, "GET", "orders?page_size=500")).body;
    const second = (await v3(service, "GET", "orders?page=2&page_size=2")).body;
    expect(second).toMatchObject({ page: 2, page_size: 2, total: all.orders.length });
    expect(second.orders).toEqual(all.orders.slice(2, 4));
    expect((await v3(service, "GET", "orders?page=0")).body.page).toBe(1);
    for (const query of ["page=x", "page_size=501", "page_size=0", "status=closed"]) {
      expect((await v3(service, "GET", `orders?${query}`)).status).toBe(422);
    }
  });

  test("a bulk answers each order in order, and one bad order stops no other", async () => {
    const good = (n: number) => ({ vendor_id: `BULK-${n}`, email: "bulk@example.com", order_items: [{ sku: "A" }] });
    const orders = [good(1), { email: "bad" }, { order: good(2) }, good(1), "nonsense"];
    const { status, body } = await v3(service, "POST", "orders/bulk", { orders }, { "idempotency-key": "bulk" });
    expect(status).toBe(200);
    expect(body.results.map((result: { status: number }) => result.status)).toEqual([201, 422, 201, 409, 422]);
    const again = await v3(service, "POST", "orders/bulk", { orders }, { "idempotency-key": "bulk" });
    expect(again.body).toEqual(body);
    const hundred = Array.from({ length: 101 }, (_, n) => good(n + 10));
    expect((await v3(service, "POST", "orders/bulk", { orders: hundred })).status).toBe(422);
    const most = await v3(service, "POST", "orders/bulk", { orders: hundred.slice(1) });
    expect(most.body.results).toHaveLength(100);
    expect((await v3(service, "POST", "orders/bulk", { orders: ["x".repeat(8 * 1_048_576)] })).status).toBe(413);
  });

  test("settings of the account are read, changed and used", async () => {
    const { body } = await v3(service, "GET", "account");
    expect(body.account).toMatchObject({
      order_expiration: 240,
      download_limit: 5,
      plan: "unlimited",
      currency: "USD",
    });
    expect(body.account.api_token).toBe(service.credentials.token);
    const changed = await v3(service, "PUT", "account", {
      order_expiration: null,
      download_limit_per_item: 1,
      currency: "eur",
    });
    expect(changed.body.account).toMatchObject({ order_expiration_in_hours: null, download_limit: 1, currency: "EUR" });
    const order = (await send({ email: "eur@example.com", order_items: [{ sku: "A" }] })).body.order;
    expect(order).toMatchObject({ expiration_date: null, download_limit: 1, currency: "EUR" });
    expect(
      (await v3(service, "PUT", "account", { name: "", email: "x", download_limit: -1 })).body.errors,
    ).toHaveLength(3);
  });

  test("without credentials, or with a wrong token, everything is 401", async () => {
    for (const as of [null, { ...service.credentials, token: "wrong-token" }]) {
      const response = await service.api("/api/v3/orders", { as });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toStartWith("Basic ");
      expect(await response.json()).toMatchObject({ status: 401 });
    }
  });
});
