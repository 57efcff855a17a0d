import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(anyDatabase)("v3 bodies on $name", ({ makeStore }) => {
  let service: Store;
  const send = (body: unknown, headers?: Record<string, string>) => v3(service, "POST", "orders", body, headers);

  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["A", "a", "B C"]) await addItem(service, sku);
  });

  test.each([
    ["not JSON", "{", 400],
    ["a list", "[]", 422],
    ["null", "null", 422],
    ["JSON that opens and never closes", "[".repeat(200_000), 400],
    ["JSON 50,000 levels deep", `${"[".repeat(50_000)}${"]".repeat(50_000)}`, 400],
    ["an order 50,000 levels deep", `{"order":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}}`, 400],
    ["JSON 33 levels deep", `${"[".repeat(33)}${"]".repeat(33)}`, 400],
    ["JSON 32 levels deep", `${"[".repeat(32)}${"]".repeat(32)}`, 422],
    ["no body", "", 400],
    ["more than 1 MiB", JSON.stringify({ email: "a".repeat(1_048_577) }), 413],
    ["an unpaired surrogate", '{"email":"a@example.com","first_name":"\\ud800"}', 422],
  ])("%s is refused", async (_what, body, status) => {
    const answer = await send(body);
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toMatch(/^(The request body|body|email|first_name)\b.{5,150}\.$/);
  });

  test.each([
    ["POST", "orders/10000001/expire"],
    ["POST", "orders/10000001/reopen"],
    ["POST", "orders/10000001/resend"],
    ["POST", "account/token"],
    ["POST", "emails/1/retry"],
    ["POST", "products/1/permalink"],
    ["DELETE", "orders/10000001"],
    ["DELETE", "skuproducts/a"],
  ])("%s %s needs no body, and refuses one that cannot be read", async (method, path) => {
    if ((await v3(service, "GET", "orders/10000001")).status === 404) {
      await send({ email: "ann@example.com", send_email: false, order_items: [{ sku: "A" }] });
    }
    const all = async () => [
      (await v3(service, "GET", "orders/10000001")).body,
      (await v3(service, "GET", "account")).body,
      (await v3(service, "GET", "products")).body,
    ];
    const before = await all();
    const type = { "content-type": "application/json" };
    for (const [body, headers, status] of [
      ["{", type, 400],
      ["{", { ...type, "idempotency-key": `broken ${method} ${path}` }, 400],
      ["[1,]", {}, 400],
      ["now=1", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ] as const) {
      const answer = await service.api(`/api/v3/${path}`, { method, headers: { ...headers }, body: new Blob([body]) });
      expect([body, answer.status]).toEqual([body, status]);
    }
    expect(await all()).toEqual(before);
  });

  test("an action takes no body, an empty one, and any that can be read", async () => {
    const { id } = (await send({ email: "act@example.com", send_email: false, order_items: [{ sku: "A" }] })).body
      .order;
    const expire = (init: RequestInit) =>
      service.api(`/api/v3/orders/${id}/expire`, { method: "POST", ...init } as never);
    const headers = { "content-type": "application/json" };
    for (const init of [
      {},
      { headers },
      { headers, body: "" },
      { headers, body: "{}" },
      { headers, body: '{"a":[1]}' },
    ]) {
      expect((await expire(init)).status).toBe(200);
    }
  });

  test("what is not in UTF-8 is refused, and says so", async () => {
    const body = new Uint8Array([0x22, 0xff, 0x22]);
    const headers = { "content-type": "application/json" };
    const response = await service.api("/api/v3/orders", { method: "POST", headers, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      detail: "The request body is not valid JSON: it is not encoded in UTF-8.",
    });
  });

  test("another media type is refused, a missing one is JSON", async () => {
    expect((await send("{}", { "content-type": "text/plain" })).status).toBe(415);
  });

  test("brackets inside texts do not count as levels", async () => {
    const title = `${"[{".repeat(60)}\\"`;
    const order = { title, email: "deep@example.com", send_email: false, order_items: [{ sku: "A" }] };
    expect(await send(order)).toMatchObject({ status: 201, body: { order: { title } } });
  });

  test("many levels of lists side by side are no depth", async () => {
    const order_items = Array.from({ length: 100 }, () => ({ sku: "A" }));
    expect((await send({ email: "wide@example.com", send_email: false, order_items })).status).toBe(201);
  });

  test.each([
    ["null", "body", "must be an object"],
    ["[]", "body", "must be an object"],
    ["1", "body", "must be an object"],
    [{ order: [] }, "body", "must be an object"],
    [{ order_items: [1] }, "order_items[0]", "must be an object"],
    [{ order_items: {} }, "order_items", "must be a list"],
    [{ order_items: [{ sku: "A", price: "abc" }] }, "order_items[0].price", "must be an amount from 0 to 1000000000"],
    [
      { order_items: [{ sku: "A", quantity: "2 pieces" }] },
      "order_items[0].quantity",
      "must be a whole number from 1 to 10000",
    ],
    [
      '{"email":"a@b.example","download_limit":1e400}',
      "download_limit",
      'must be a whole number from 0 to 2147483647, or "unlimited"',
    ],
    [
      '{"email":"a@b.example","order_items":[{"sku":"A","price":1e400}]}',
      "order_items[0].price",
      "must be an amount from 0 to 1000000000",
    ],
  ])("%j is refused in plain words", async (sent, field, message) => {
    const body = typeof sent === "object" ? { email: "a@b.example", ...sent } : sent;
    const answer = await send(body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([{ field, message }]);
    expect(answer.body.detail).toBe(`${field} ${message}.`);
  });

  test.each([
    ["POST", "products", { sku: "P", name: "P", price: "abc" }, "price", "must be an amount from 0 to 1000000000"],
    ["POST", "products", { sku: "P", name: "P", item_urls: ["x"] }, "item_urls[0]", "must be an object"],
    ["PUT", "account", { name: 7 }, "name", "must be text"],
    ["PUT", "account", { custom_domain: 7 }, "custom_domain", "must be text"],
    ["POST", "wordings/preview", { wordings: { other: "x" } }, "wordings", "contains unknown fields: other"],
    ["POST", "wordings/preview", { order_id: "\u0000" }, "order_id", "must contain only printable characters"],
    ["POST", "orders/bulk", {}, "orders", "must be a list of orders"],
  ])("%s %s with %j is refused in plain words", async (method, path, body, field, message) => {
    const answer = await v3(service, method, path, body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([{ field, message }]);
  });
});
