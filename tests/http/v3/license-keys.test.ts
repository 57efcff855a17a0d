import { describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { addKeys, keysNamed, keysOf, listKeys, pool, readOrder, sendOrder } from "../../support/keys.ts";
import { makeProduct, readProduct, send, wrongFields } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);

describe.each(databasesUnderTest)("on $name", async ({ makeStore }) => {
  const service: Store = await makeStore();

  test("keys are added once, without white space around them, and duplicates are named", async () => {
    const product = await makeProduct(service);
    const answer = await addKeys(service, product.id, ["A", " B\t", "C  D", "A", "ü✓"]);
    expect(answer).toMatchObject({ status: 200, body: { added: 4, duplicates: ["A"] } });
    expect((await addKeys(service, product.id, ["E", "B", "E"])).body).toEqual({ added: 1, duplicates: ["B", "E"] });
    const keys = await listKeys(service, product.id);
    expect(keys.map(({ key }) => key)).toEqual(["A", "B", "C  D", "ü✓", "E"]);
    expect(keys[0]).toEqual({
      id: expect.any(Number),
      key: "A",
      product_sku: product.sku,
      order_id: null,
      order_vendor_id: null,
      order_shop_number: null,
      order_item_id: null,
      assigned_at: null,
      replaced_at: null,
      replaced_reason: null,
      created_at: instant,
    });
    const other = await makeProduct(service);
    expect((await addKeys(service, other.id, ["A"])).body.added).toBe(1);
    expect(await pool(service, product)).toEqual([5, 0]);
  });

  test("ten thousand keys of one request are added, and one more is refused", async () => {
    const product = await makeProduct(service);
    const keys = keysNamed("MANY", 10_001);
    expect((await addKeys(service, product.id, keys)).status).toBe(422);
    expect(await pool(service, product)).toEqual([0, 0]);
    const repeated = [...keys.slice(0, 9_999), "MANY-0001"];
    expect((await addKeys(service, product.id, repeated)).body).toEqual({ added: 9_999, duplicates: ["MANY-0001"] });
    expect((await pool(service, product))[0]).toBe(9_999);
  });

  test("what cannot be a key is named, and nothing is added", async () => {
    const product = await makeProduct(service);
    const wrong = ["ok", "", "  ", 7, "a\nb", "x".repeat(1001), null, "\u0000", "\ud800", "x".repeat(1000)];
    const refused = await addKeys(service, product.id, wrong);
    expect(refused.status).toBe(422);
    expect(wrongFields(refused)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((index) => `license_keys[${index}]`));
    for (const keys of [undefined, [], "A", { a: 1 }, null]) {
      expect(wrongFields(await addKeys(service, product.id, keys))).toEqual(["license_keys"]);
    }
    expect(await listKeys(service, product.id)).toEqual([]);
  });

  test("keys that stand in a text twice are told from those that existed", async () => {
    const product = await makeProduct(service);
    await addKeys(service, product.id, ["A", "B"]);
    const path = `products/${product.id}/license_keys`;
    const { body } = await send(service, "POST", path, { text: "A\nB\nC\n B\nC\nC\nD" });
    expect(body).toEqual({
      added: 2,
      duplicates: ["A", "B", "B", "C", "C"],
      column_names: [],
      repeated: ["B", "C", "C"],
    });
  });

  test("keys are added from a text, and compared without what cannot be seen", async () => {
    const product = await makeProduct(service);
    const path = `products/${product.id}/license_keys`;
    const added = await send(service, "POST", path, { text: 'key\r\n"A"\r\n\u00fc-1\r\nB\u200b\r\n' });
    expect(added).toMatchObject({ status: 200, body: { added: 3, duplicates: [], column_names: ["line 1: key"] } });
    const again = await addKeys(service, product.id, ["\u200bA ", "u\u0308-1", '"B"', "C\u00a0D"]);
    expect(again.body).toEqual({ added: 1, duplicates: ["A", "\u00fc-1", "B"] });
    expect((await listKeys(service, product.id)).map(({ key }) => key)).toEqual(["A", "\u00fc-1", "B", "C D"]);
    const refused = await send(service, "POST", path, { text: "E\nF,ann@example.com\r1.23457E+15" });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([
      { field: "text", message: expect.stringMatching(/^line 2 has more than one column\./) },
      { field: "text", message: expect.stringMatching(/^line 3 is a number that a spreadsheet program/) },
    ]);
    for (const body of [{ text: "\n key \n" }, { text: "A", license_keys: ["A"] }, { text: 7 }]) {
      expect(wrongFields(await send(service, "POST", path, body))).toEqual(["text"]);
    }
    const removed = await send(service, "DELETE", path, { license_keys: ["A\u200b", "A", "C  D"] });
    expect(removed.body).toEqual({ removed: 1, assigned: [], unknown: ["C  D"] });
  });

  test("an order gets one key per unit, oldest first, and every interface says which", async () => {
    const product = await makeProduct(service);
    await addKeys(service, product.id, keysNamed("K", 4));
    const order = await sendOrder(service, { [product.sku]: 3 });
    expect(keysOf(order)).toEqual(["K-0001", "K-0002", "K-0003"]);
    expect(keysOf(await readOrder(service, order.id))).toEqual(keysOf(order));
    const assigned = await listKeys(service, product.id, "assigned");
    expect(assigned).toMatchObject(
      keysOf(order).map((key) => ({
        key,
        order_id: order.id,
        order_item_id: order.order_items[0]?.id,
        assigned_at: instant,
      })),
    );
    expect((await listKeys(service, product.id, "unassigned")).map(({ key }) => key)).toEqual(["K-0004"]);
    expect((await send(service, "GET", `products/${product.id}/license_keys?status=used`)).status).toBe(422);
    const found = await send<{ orders: object[] }>(service, "GET", "orders?q=K-0002");
    expect(found.body.orders).toMatchObject([{ id: order.id }]);
  });

  test("an order of many units gets as many keys as there are, oldest first, and waits for the rest", async () => {
    const product = await makeProduct(service);
    const keys = keysNamed("MANY", 1_300);
    await addKeys(service, product.id, keys);
    const first = await sendOrder(service, { [product.sku]: 700 });
    expect(keysOf(first)).toEqual(keys.slice(0, 700));
    const second = await sendOrder(service, { [product.sku]: 700 });
    expect(keysOf(await readOrder(service, second.id))).toEqual(keys.slice(700));
    expect(await pool(service, product)).toEqual([0, 1]);
  });

  test("a product that never had a key keeps no order waiting, until it gets its first", async () => {
    const product = await makeProduct(service);
    const order = await sendOrder(service, { [product.sku]: 2 });
    expect(await pool(service, product)).toEqual([0, 0]);
    await addKeys(service, product.id, ["FIRST"]);
    expect(keysOf(await readOrder(service, order.id))).toEqual(["FIRST"]);
    expect(await pool(service, product)).toEqual([0, 1]);
  });

  test("an order that grows takes more keys; one that shrinks keeps its own", async () => {
    const product = await makeProduct(service);
    await addKeys(service, product.id, keysNamed("G", 3));
    const order = await sendOrder(service, { [product.sku]: 1 });
    const change = async (quantity: number) => {
      await send(service, "PUT", `orders/${order.id}`, { order_items: [{ item_sku: product.sku, quantity }] });
      return keysOf(await readOrder(service, order.id));
    };
    expect(await change(2)).toEqual(["G-0001", "G-0002"]);
    expect(await change(5)).toEqual(["G-0001", "G-0002", "G-0003"]);
    expect(await pool(service, product)).toEqual([0, 1]);
    expect(await change(1)).toHaveLength(3);
    expect(await pool(service, product)).toEqual([0, 0]);
    await addKeys(service, product.id, ["LATER"]);
    expect(await pool(service, product)).toEqual([1, 0]);
  });

  test("a deleted order does not wait, and its keys stay spent", async () => {
    const product = await makeProduct(service);
    await addKeys(service, product.id, ["SPENT"]);
    const order = await sendOrder(service, { [product.sku]: 2 });
    await send(service, "DELETE", `orders/${order.id}`);
    expect(await pool(service, product)).toEqual([0, 0]);
    expect((await addKeys(service, product.id, ["SPENT", "FREE"])).body).toEqual({ added: 1, duplicates: ["SPENT"] });
    expect(await pool(service, product)).toEqual([1, 0]);
    const next = await sendOrder(service, { [product.sku]: 2 });
    expect(keysOf(next)).toEqual(["FREE"]);
    expect(await listKeys(service, product.id, "assigned")).toHaveLength(2);
  });

  test("keys that are not assigned can be removed; what stays is named", async () => {
    const product = await makeProduct(service);
    const path = `products/${product.id}/license_keys`;
    await addKeys(service, product.id, keysNamed("R", 6));
    await sendOrder(service, { [product.sku]: 2 });
    const some = await send(service, "DELETE", path, {
      license_keys: ["R-0004", "R-0001", "NONE", " R-0005 ", "R-0004"],
    });
    expect(some).toMatchObject({ status: 200, body: { removed: 2, assigned: ["R-0001"], unknown: ["NONE"] } });
    expect((await listKeys(service, product.id)).map(({ key }) => key)).toEqual([
      "R-0001",
      "R-0002",
      "R-0003",
      "R-0006",
    ]);
    for (const [query, body] of [
      ["", {}],
      ["?all=false", {}],
      ["", { license_keys: [] }],
      ["?all=true", { license_keys: ["R-0003"] }],
    ] as const) {
      expect((await send(service, "DELETE", path + query, body)).status).toBe(422);
    }
    expect((await send(service, "DELETE", path)).status).toBe(400);
    expect((await send(service, "DELETE", `${path}?all=yes`, {})).status).toBe(422);
    expect(await pool(service, product)).toEqual([2, 0]);
    expect((await send(service, "DELETE", `${path}?all=true`)).body).toEqual({ removed: 2, assigned: [], unknown: [] });
    expect((await send(service, "DELETE", `${path}?all=true`, {})).body).toEqual({
      removed: 0,
      assigned: [],
      unknown: [],
    });
    expect(await listKeys(service, product.id)).toHaveLength(2);
  });

  test("every key of a large pool is removed at once", async () => {
    const product = await makeProduct(service);
    await addKeys(service, product.id, keysNamed("L", 2_500));
    const { body } = await send(service, "DELETE", `products/${product.id}/license_keys?all=true`);
    expect(body).toEqual({ removed: 2_500, assigned: [], unknown: [] });
    expect((await readProduct(service, product.id)).license_keys_available).toBe(0);
  });

  test("a product that is not there has no pool", async () => {
    for (const [method, body] of [
      ["GET"],
      ["POST", { license_keys: ["A"] }],
      ["DELETE", { license_keys: ["A"] }],
    ] as const) {
      expect(await send(service, method, "products/999999/license_keys", body)).toMatchObject({
        status: 404,
        body: { product: null },
      });
    }
  });
});
