import { beforeAll, describe, expect, test } from "bun:test";
import { importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const orderFields = [
  "id vendor_id first_name last_name email total currency status product_count download_count expiration_date",
  "download_limit custom_1 custom_2 custom_3 created_at download_url order_items title source email_status state",
  "held_at revoked_at locale invoice_url expiration_hours_from_first_download country subscription_id subscription_status access_until recipient_email recipient_name gift_message deliver_at held_by test shop shop_number",
].join(" ");
const itemFields = [
  "id item_id item_sku price download_count custom_1 custom_2 custom_3 created_at",
  "product_name quantity downloads_remaining download_url license_keys license_keys_due revoked_at download_limit cover_url",
  "has_files license_keys_omitted large_file_bytes large_file_download_limit device_limit updates_until bundle_item_id",
].join(" ");

describe.each(databasesUnderTest)("v3 orders on $name", ({ makeStore }) => {
  let service: Store;
  const send = (body: unknown, headers?: Record<string, string>) => v3(service, "POST", "orders", body, headers);

  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["A", "a", "B C"]) await addItem(service, sku);
  });

  test("an answer has every field, null where there is nothing", async () => {
    const { status, body, headers } = await send({ email: "ann@example.com", order_items: [{ sku: "A" }] });
    expect(status).toBe(201);
    expect(Object.keys(body.order).sort()).toEqual(orderFields.split(" ").sort());
    expect(Object.keys(body.order.order_items[0]).sort()).toEqual(itemFields.split(" ").sort());
    expect(body.order).toMatchObject({ total: null, currency: "USD", status: "open", custom_1: null });
    for (const name of ["vendor_id", "title", "first_name", "last_name"]) expect(body.order[name]).toBeNull();
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

  test.each(["2026/001", "a/b/c"])("an order's own ID %p has a path, with %%2F for the slash", async (id) => {
    const { body } = await send({ vendor_id: id, email: "slash@example.com" });
    expect(body.order.vendor_id).toBe(id);
    expect((await v3(service, "GET", `vorders/${encodeURIComponent(id)}`)).body.order.id).toBe(body.order.id);
  });

  test("all wrong fields are named at once, and nothing is made", async () => {
    const before = (await v3(service, "GET", "orders")).body.total;
    const { status, body, headers } = await send({
      vendor_id: "a//b",
      email: "a b@example.com",
      first_name: "x\u0000",
      currency: "dollars",
      download_limit: "many",
      expiration_date: "2026-02-30",
      send_email: "maybe",
      order_items: [
        { sku: "A", quantity: 1.5 },
        { sku: true, price: -1 },
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

  test("a line that matches no product is skipped, whatever stands in it", async () => {
    const odd = ["", null, "x".repeat(300), "\u0000", "\ud800", "\u202e", ".", 7, -1.5, 1e300, true, {}, ["A"]];
    const lines = [
      {},
      ...odd.map((sku) => ({ item_sku: sku })),
      { sku: null, item_id: "one" },
      { item_id: -1 },
      { sku: "NONE", quantity: -5, price: "dear", downloads_remaining: "few", custom_1: 7 },
      { item_sku: "", sku: "A" },
    ];
    const { status, body } = await send({ email: "line@example.com", send_email: false, order_items: lines });
    expect(status).toBe(201);
    expect(body.order.order_items).toMatchObject([{ item_sku: "A", quantity: 1 }]);
    for (const order_items of [["A"], "A", { sku: "A" }, [null]]) {
      expect((await send({ email: "line@example.com", order_items })).status).toBe(422);
    }
  });

  test("a line that matches a product is refused when something in it is wrong", async () => {
    const lines = [
      { sku: "NONE", quantity: 0 },
      { sku: "A", quantity: 0, item_id: "one" },
      { sku: "B C", price: -1 },
    ];
    const { status, body } = await send({ email: "wrong@example.com", order_items: lines });
    expect(status).toBe(422);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      "order_items[1].item_id",
      "order_items[1].quantity",
      "order_items[2].price",
    ]);
    expect((await v3(service, "GET", "orders?email=wrong@example.com")).body.total).toBe(0);
  });

  test("the store's order ID has up to 255 characters, and names with direction marks are taken", async () => {
    const vendor_id = "cs_live_".padEnd(255, "a1");
    const first_name = "\u200f\u05d0\u05e0\u05d4\u200e \u0646\u06cc\u200c\u0645\u200d";
    const fields = { email: "own@example.com", send_email: false, order_items: [{ sku: "A" }] };
    expect((await send({ ...fields, vendor_id, first_name })).body.order).toMatchObject({ vendor_id, first_name });
    expect((await v3(service, "GET", `vorders/${vendor_id}`)).body.order).toMatchObject({ vendor_id });
    const wrong = await send({ ...fields, custom_order_id: `${vendor_id}x`, first_name: "\u202eAnn" });
    expect(wrong.body.errors).toEqual([
      { field: "custom_order_id", message: "must have at most 255 characters" },
      { field: "first_name", message: "must contain only printable characters" },
    ]);
    const csv = `email,id,vendor_id,skus\r\nown@example.com,,${vendor_id.replace("live", "test")},A\r\n`;
    expect((await importCsv(service, "orders", csv)).body.import).toMatchObject({ applied: true, refused: [] });
    const long = `email,id,skus\r\nown@example.com,${"x".repeat(65)},A\r\n`;
    expect((await importCsv(service, "orders", long)).body.import.refused).toMatchObject([{ field: "id" }]);
  });

  test("a SKU that is sent as a number is read as text", async () => {
    await addItem(service, "1001");
    const { body } = await send({ email: "n@example.com", send_email: false, order_items: [{ item_sku: 1001 }] });
    expect(body.order.order_items).toMatchObject([{ item_sku: "1001" }]);
  });

  test("an identifier that is sent as a number keeps all its digits", async () => {
    const long = "9820982911946154509";
    await addItem(service, long);
    await addItem(service, String(Number(long)));
    const order = (vendorId: string, name: string) =>
      `{"email":"n@example.com","send_email":false,"vendor_id":${vendorId},"order_items":[{"${name}":${long},"price":9.98999999999999999999999}]}`;
    for (const [index, name] of ["item_sku", "sku"].entries()) {
      const { status, body } = await send(order(`982098291194615450${index}`, name));
      expect([status, body.order.vendor_id]).toEqual([201, `982098291194615450${index}`]);
      expect(body.order.order_items).toMatchObject([{ item_sku: long, price: 9.99 }]);
    }
    const other = order("9820982911946154502", "custom_order_id").replace(
      /"order_items".*/,
      `"order_items":[{"sku":"A"}]}`,
    );
    expect((await send(other)).body.order.vendor_id).toBe("9820982911946154502");
    const bulk = `{"orders":[${order("9820982911946154503", "item_sku")},${order("9820982911946154504", "item_sku")}]}`;
    const { results } = (await v3(service, "POST", "orders/bulk", bulk)).body;
    const made = results.map(({ order: { vendor_id, order_items } }: { order: Record<string, unknown> }) => [
      vendor_id,
      order_items,
    ]);
    expect(made).toMatchObject([
      ["9820982911946154503", [{ item_sku: long }]],
      ["9820982911946154504", [{ item_sku: long }]],
    ]);
    const limit = '{"email":"n@example.com","download_limit":12345678901234567890,"order_items":[{"sku":"A"}]}';
    expect(await send(limit)).toMatchObject({ status: 422, body: { errors: [{ field: "download_limit" }] } });
  });

  test("lines of one product with different prices add up to their sum", async () => {
    const totalOf = async (order_items: object[]) =>
      (await send({ email: "sum@example.com", send_email: false, order_items })).body.order;
    const mixed = await totalOf([
      { sku: "A", price: 3 },
      { sku: "A", price: 5, quantity: 2 },
      { sku: "a", price: 0.1 },
    ]);
    expect(mixed).toMatchObject({ total: 13.1, order_items: [{ quantity: 3 }, { quantity: 1, price: 0.1 }] });
    expect(mixed.order_items[0].price).toBe(4.33);
    expect((await totalOf([{ sku: "A", price: 3 }, { sku: "A" }])).total).toBe(3);
    expect(
      (
        await totalOf([
          { sku: "A", price: 3 },
          { sku: "A", price: null, quantity: 6 },
        ])
      ).total,
    ).toBe(3);
    expect(await totalOf([{ sku: "A", price: null }, { sku: "A" }])).toMatchObject({ total: null });
    const priced = { sku: "PRICED", name: "Priced", price: 7.77 };
    expect((await v3(service, "POST", "products", priced)).status).toBe(201);
    expect((await totalOf([{ sku: "PRICED" }, { sku: "PRICED", quantity: 2 }])).total).toBe(23.31);
    const { id } = mixed;
    const order_items = [
      { sku: "A", price: "0.01", quantity: 6 },
      { sku: "A", price: 1 },
    ];
    expect((await v3(service, "PUT", `orders/${id}`, { order_items })).body.order.total).toBe(1.06);
  });

  test("the lines of one product have at most 10,000 units together", async () => {
    const lines = (quantity: number) => [{ sku: "A", quantity: 9_999 }, { sku: "a" }, { sku: "A", quantity }];
    const most = { email: "most@example.com", send_email: false };
    const { status, body } = await send({ ...most, order_items: lines(2) });
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          field: "order_items[2].quantity",
          message: "must add up to at most 10000 for one product",
        },
      ],
    ]);
    const taken = await send({ ...most, order_items: lines(1) });
    expect(taken.body.order.order_items[0].quantity).toBe(10_000);
  });

  test("an order's currency is the given one, else that of the products' prices, else the account's; imported or sent", async () => {
    const euros = { price: 5, currency: "EUR" };
    for (const [sku, fields] of Object.entries({ E1: euros, E2: euros, Y: { price: 500, currency: "JPY" }, N: {} })) {
      expect((await v3(service, "POST", "products", { sku, name: sku, ...fields })).status).toBe(201);
    }
    const currencyOf = async (order_items: object[], fields = {}) =>
      (await send({ email: "currency@example.com", send_email: false, order_items, ...fields })).body.order.currency;
    const [e1, e2, yen, none] = ["E1", "E2", "Y", "N"].map((item_sku) => ({ item_sku }));
    expect(await currencyOf([e1 ?? {}, e2 ?? {}, none ?? {}])).toBe("EUR");
    expect(await currencyOf([e1 ?? {}], { currency: "gbp" })).toBe("GBP");
    expect(await currencyOf([e1 ?? {}, yen ?? {}])).toBe("USD");
    expect(await currencyOf([{ ...e1, price: 7 }])).toBe("USD");
    const mixed = { email: "mixed@example.com", send_email: false, order_items: [{ ...e1, price: 7 }, e2, yen] };
    const { id, total, order_items } = (await send(mixed)).body.order;
    expect([total, ...order_items.map(({ price }: { price: number | null }) => price)]).toEqual([7, 7, null, null]);
    const more = await v3(service, "PUT", `orders/${id}`, { currency: "EUR", order_items: [e2] });
    expect(more.body.order.total).toBeNull();
    const inEuros = (await send({ ...mixed, order_items: [e1, e2] })).body.order;
    expect(inEuros).toMatchObject({ total: 10, currency: "EUR" });
    expect(await currencyOf([none ?? {}])).toBe("USD");

    const rows = ["C-1,E1;E2;N,", "C-2,E1,gbp", "C-3,E1;Y,", "C-4,N,", "C-5,Y,"].map(
      (row) => `c@example.com,${row}\r\n`,
    );
    const { body } = await importCsv(service, "orders", `email,id,skus,currency\r\n${rows.join("")}`);
    expect(body.import).toMatchObject({ applied: true, refused: [] });
    const imported = (await v3(service, "GET", "orders?email=c@example.com")).body.orders;
    const found = imported.map(({ id, currency }: Record<string, string>) => `${id} ${currency}`);
    expect(found.toSorted()).toEqual(["C-1 EUR", "C-2 GBP", "C-3 USD", "C-4 USD", "C-5 JPY"]);
  });
});
