import { beforeAll, describe, expect, test } from "bun:test";
import { removeInSteps } from "../../../src/operations/housekeeping/in-steps.ts";
import { instant } from "../../../src/platform/instants.ts";
import { removeOldAnswers } from "../../../src/store/idempotency/keyed-answers.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("v3 order ids on $name", ({ makeStore }) => {
  let service: SharedStore;
  /** Orders that are read and compared have no email on its way, whose status would change meanwhile. */
  const unsent = { send_email: false };
  const send = (body: unknown, headers?: Record<string, string>) => v3(service, "POST", "orders", body, headers);
  const ordersOf = async (recipient: string) =>
    (await v3(service, "GET", "orders?status=all&page_size=500")).body.orders.filter(
      (order: { email: string }) => order.email === recipient,
    );

  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["A", "a", "B C"]) await addItem(service, sku);
  });

  test("the same order ID sent twenty times at once makes one order and one email", async () => {
    const order = { vendor_id: "ONCE", email: "once@example.com", order_items: [{ sku: "A" }] };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(order)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    const made = answers.find(({ status }) => status === 201);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.detail).toContain(`order ${made?.body.order.id}`);
    expect(await ordersOf("once@example.com")).toHaveLength(1);
  });

  test("an ID that differs only in what cannot be seen is the same order, and finds it", async () => {
    const order = { email: "seen@example.com", order_items: [{ sku: "\u200bA" }], ...unsent };
    const made = await send({ ...order, vendor_id: "Gro\u00df-\u00e9 1" });
    expect(made).toMatchObject({ status: 201, body: { order: { order_items: [{ item_sku: "A" }] } } });
    for (const same of ["Gro\u00df-e\u0301 1", "Gro\u00df\u200b-\u00e9 1", "\ufeff Gro\u00df-\u00e9\u00a01 \u2060"]) {
      const again = await send({ ...order, vendor_id: same });
      expect(again).toMatchObject({ status: 409, body: { detail: expect.stringContaining(`${made.body.order.id}`) } });
      const path = `vorders/${encodeURIComponent(same)}`;
      expect((await v3(service, "GET", path)).body.order.id).toBe(made.body.order.id);
      const found = await v3(service, "GET", `orders?vendor_id=${encodeURIComponent(same)}`);
      expect(found.body.orders).toMatchObject([{ id: made.body.order.id }]);
    }
    const together = await Promise.all(
      ["TWIN-1", "TWIN\u200b-1", " TWIN-1"].map((vendor_id) => send({ ...order, vendor_id })),
    );
    expect(together.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect((await send({ ...order, vendor_id: "Gro\u00df-\u00c9 1" })).status).toBe(201);
    expect((await send({ ...order, vendor_id: "\u200b" })).status).toBe(422);
    // A family, a word in Persian and a heart are nothing without what joins and colors them.
    for (const id of ["👩\u200d👩\u200d👧", "می\u200cخواهم", "❤\ufe0f"]) {
      expect((await send({ ...order, vendor_id: id })).body.order.vendor_id).toBe(id);
    }
    const other = (await send({ ...order, vendor_id: "OTHER-1" })).body.order;
    const moved = await v3(service, "PUT", `orders/${other.id}\u200b`, { vendor_id: "TWIN\u2060-1" });
    expect(moved.status).toBe(409);
    expect((await v3(service, "PUT", `orders/${other.id}`, { vendor_id: "OTHER-1\u200d " })).body.order).toMatchObject({
      vendor_id: "OTHER-1",
    });
  });

  test("an Idempotency-Key replays the first answer, also at the same instant", async () => {
    const order = { vendor_id: "KEY-1", email: "key@example.com", order_items: [{ sku: "A" }] };
    const key = { "idempotency-key": "checkout 1" };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(order, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await ordersOf("key@example.com")).toHaveLength(1);
    expect((await send({ ...order, title: "other" }, key)).status).toBe(422);
    expect((await send(order, { "idempotency-key": "k".repeat(256) })).status).toBe(422);
    expect((await send(order, { "idempotency-key": "checkout 2" })).status).toBe(409);
  });

  test("what an Idempotency-Key replays is gone with its order, and after a day; the key makes no second order", async () => {
    const order = { vendor_id: "KEY-2", email: "gone@example.com", first_name: "Gone", order_items: [{ sku: "A" }] };
    const key = { "idempotency-key": "checkout 4" };
    const { body } = await send(order, key);
    expect((await send(order, key)).body).toEqual(body);
    const { db } = service;
    const keys = () => db.read.selectFrom("idempotency_keys").selectAll().where("account_id", "=", service.accountId);
    const kept = () => keys().where("key", "=", "checkout 4").execute();
    expect(JSON.stringify(await kept())).not.toContain("gone@example.com");
    expect((await kept())[0]?.answer).toMatch(/^\d+:[\w+/=]{100,}$/);
    await v3(service, "DELETE", `orders/${body.order.id}`);
    expect(JSON.stringify(await kept())).not.toMatch(/gone/i);
    expect((await send(order, key)).status).toBe(409);
    expect(await ordersOf("gone@example.com")).toEqual([]);
    const day = 24 * 3_600_000;
    await removeInSteps(db, removeOldAnswers, { now: instant(Date.now() + day - 60_000), most: 200 });
    expect(await kept()).toHaveLength(1);
    // More than one removal takes.
    const [row] = await kept();
    if (!row) throw new Error("The key is gone.");
    const others = Array.from({ length: 900 }, (_, n) => ({ ...row, key: `other ${n}`, created_at: instant(n % 300) }));
    for (let start = 0; start < others.length; start += 100)
      await db.write((tx) =>
        tx
          .insertInto("idempotency_keys")
          .values(others.slice(start, start + 100))
          .execute(),
      );
    await removeInSteps(db, removeOldAnswers, { now: instant(Date.now() + day + 60_000), most: 200 });
    expect(await keys().execute()).toEqual([]);
  });

  test("a failed request does not use up its Idempotency-Key", async () => {
    const key = { "idempotency-key": "checkout 3" };
    expect((await send({ email: "no", order_items: [] }, key)).status).toBe(422);
    expect((await send({ email: "yes@example.com", order_items: [{ sku: "A" }] }, key)).status).toBe(201);
  });

  test("an order without an own ID shows none, and is found by its id all the same", async () => {
    const { order } = (await send({ email: "none@example.com", order_items: [{ sku: "A" }], ...unsent })).body;
    expect(order.vendor_id).toBeNull();
    expect((await v3(service, "GET", `vorders/${order.id}`)).body.order).toEqual(order);
    const other = await send({ vendor_id: String(order.id), email: "other@example.com", order_items: [{ sku: "A" }] });
    expect(other).toMatchObject({ status: 201, body: { order: { vendor_id: String(order.id) } } });
    expect((await v3(service, "GET", `vorders/${order.id}`)).body.order.id).toBe(other.body.order.id);
  });

  test("an own ID is taken away by null, kept when it is absent, and free for another order then", async () => {
    const { order } = (
      await send({ vendor_id: "AWAY", email: "away@example.com", order_items: [{ sku: "A" }], ...unsent })
    ).body;
    const path = `orders/${order.id}`;
    const change = async (changes: object, at = path) => (await v3(service, "PUT", at, changes)).body.order?.vendor_id;
    expect(await change({ title: "kept" })).toBe("AWAY");
    expect(await change({ custom_order_id: null })).toBe("AWAY");
    expect(await change({ vendor_id: "", custom_order_id: "" })).toBe("AWAY");
    expect(await change({ vendor_id: null, custom_order_id: "BACK" })).toBe("BACK");
    expect(await change({ vendor_id: null }, "vorders/BACK")).toBeNull();
    expect((await v3(service, "GET", "vorders/BACK")).body).toMatchObject({ status: 404, order: null });
    // Published clients send back what they have read.
    const read = (await v3(service, "GET", `vorders/${order.id}`)).body.order;
    expect((await v3(service, "PUT", path, { order: read })).body.order).toEqual(read);
    expect((await send({ vendor_id: "AWAY", email: "next@example.com" })).status).toBe(201);
    expect(await change({ vendor_id: "BACK" })).toBe("BACK");
    const unset = await send({ vendor_id: null, custom_order_id: null, email: "unset@example.com" });
    expect(unset).toMatchObject({ status: 201, body: { order: { vendor_id: null } } });
  });

  test("an id that the unversioned interface gave is found after it was taken away as own ID, and follows again", async () => {
    const headers = { "content-type": "application/xml" };
    const lines = "<order_items><order_item><sku>A</sku></order_item></order_items>";
    const body = `<order><id>X-1</id><email>x@example.com</email><send_email>false</send_email>${lines}</order>`;
    expect((await service.api("/api/orders", { method: "POST", headers, body })).status).toBe(201);
    const cleared = await v3(service, "PUT", "vorders/X-1", { vendor_id: null });
    expect(cleared.body.order).toMatchObject({ id: "X-1", vendor_id: null });
    expect((await v3(service, "GET", "vorders/X-1")).body.order).toEqual(cleared.body.order);
    const renamed = "<order><id>X-2</id></order>";
    expect((await service.api("/api/orders/X-1", { method: "PUT", headers, body: renamed })).status).toBe(200);
    expect((await v3(service, "GET", "vorders/X-2")).body.order).toMatchObject({ id: "X-2", vendor_id: "X-2" });
  });

  test("an own ID that another order has is refused by its name, on a new order and on a change", async () => {
    const make = async (vendor_id: string) =>
      (await send({ vendor_id, email: "taken@example.com", order_items: [{ sku: "A" }] })).body.order;
    const [first, second] = [await make("TAKEN-1"), await make("TAKEN-2")];
    const refusal = {
      status: 409,
      body: {
        detail: `An order with your order ID TAKEN-1 already exists: it is order ${first.id}.`,
        errors: [{ field: "vendor_id", message: `is already used by order ${first.id}` }],
      },
    };
    expect(await send({ vendor_id: "TAKEN-1", email: "taken@example.com" })).toMatchObject(refusal);
    expect(await v3(service, "PUT", `orders/${second.id}`, { title: "x", vendor_id: "TAKEN-1" })).toMatchObject(
      refusal,
    );
    expect(await v3(service, "PUT", "vorders/TAKEN-2", { vendor_id: "TAKEN-1" })).toMatchObject(refusal);
    expect((await v3(service, "GET", "vorders/TAKEN-2")).body.order).toMatchObject({ id: second.id, title: null });
    const same = await v3(service, "PUT", `orders/${second.id}`, { title: "y", vendor_id: "TAKEN-2" });
    expect(same).toMatchObject({ status: 200, body: { order: { title: "y" } } });
    const { results } = (
      await v3(service, "POST", "orders/bulk", { orders: [{ vendor_id: "TAKEN-1", email: "a@b.example" }] })
    ).body;
    expect(results).toEqual([{ status: 409, errors: refusal.body.errors }]);
  });

  test("the unversioned interface names the id that is taken", async () => {
    const rename = async (id: unknown, to: unknown) => {
      const body = `<order><id>${to}</id></order>`;
      const headers = { "content-type": "application/xml" };
      const response = await service.api(`/api/orders/${id}`, { method: "PUT", headers, body });
      return { status: response.status, text: await response.text() };
    };
    const make = async (fields: object) =>
      (await send({ email: "xml@example.com", order_items: [{ sku: "A" }], ...fields })).body.order;
    const [first, second] = [await make({ vendor_id: "MINE" }), await make({})];
    const byId = await rename(second.id, first.id);
    expect(byId.status).toBe(409);
    expect(byId.text).toContain(`Another order already has the ID ${first.id}.`);
    const byVendorId = await rename(second.id, "MINE");
    expect(byVendorId.status).toBe(409);
    expect(byVendorId.text).toContain(`order ID MINE already exists: it is order ${first.id}.`);
  });
});
