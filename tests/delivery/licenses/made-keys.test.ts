import { describe, expect, test } from "bun:test";
import { exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { addKeys, emailsOf, keysOf, listKeys, type Order, pool, readOrder, sendOrder } from "../../support/keys.ts";
import { askLicense } from "../../support/licenses.ts";
import { makeProduct, send } from "../../support/products.ts";

/** As the usual pattern makes keys, without 0, 1, I, L and O. */
const usual = /^([2-9A-HJKMNP-Z]{5}-){3}[2-9A-HJKMNP-Z]{5}$/;

describe.each(databasesUnderTest)("on $name, a product whose license keys are made", async ({ makeStore }) => {
  const store = await makeStore();
  const makeMaker = (fields: object = {}) => makeProduct(store, { license_source: "made", ...fields });

  test("gives each unit a key of its own, in every order at once", async () => {
    const { sku, id } = await makeMaker();
    const orders = await Promise.all(
      Array.from({ length: 20 }, (_, index) => sendOrder(store, { [sku]: (index % 3) + 1 })),
    );
    const keys = orders.flatMap(keysOf);
    expect(orders.map((order) => keysOf(order).length)).toEqual(orders.map((_, index) => (index % 3) + 1));
    expect(keys.filter((key) => !usual.test(key))).toEqual([]);
    expect(new Set(keys).size).toBe(keys.length);
    expect((await listKeys(store, id)).length).toBe(keys.length);
    expect(await askLicense(store, "validate", { key: keys[0] ?? "", product: sku })).toMatchObject({ code: "valid" });
  });

  test("gives a thousand units of one order their keys", async () => {
    const { sku } = await makeMaker();
    const keys = keysOf(await sendOrder(store, { [sku]: 1_000 }));
    expect([keys.length, new Set(keys).size]).toEqual([1_000, 1_000]);
  });

  test("follows its own pattern, also when that changes", async () => {
    const { sku, id } = await makeMaker({ license_pattern: "ACME-****-****-2026" });
    expect(keysOf(await sendOrder(store, { [sku]: 1 }))).toEqual([expect.stringMatching(/^ACME-\w{4}-\w{4}-2026$/)]);
    await send(store, "PUT", `products/${id}`, { license_pattern: null });
    expect(keysOf(await sendOrder(store, { [sku]: 1 }))).toEqual([expect.stringMatching(usual)]);
  });

  test("hands out the keys that are in its pool first", async () => {
    const { sku, id } = await makeMaker();
    await addKeys(store, id, ["OWN-1"]);
    const keys = keysOf(await sendOrder(store, { [sku]: 2 }));
    expect(keys).toEqual(["OWN-1", expect.stringMatching(usual)]);
    expect(await pool(store, { id, sku } as never)).toEqual([0, 0]);
  });

  test("gives keys to orders that waited for its pool, but not to those from before its first key", async () => {
    const { sku, id } = await makeProduct(store);
    const earlier = await sendOrder(store, { [sku]: 1 });
    await send(store, "PUT", `products/${id}`, { license_source: "made" });
    expect((await readOrder(store, earlier.id)).order_items[0]).toMatchObject({
      license_keys: [],
      license_keys_due: 0,
    });
    const waited = await makeProduct(store);
    await addKeys(store, waited.id, ["ONLY-1"]);
    const first = await sendOrder(store, { [waited.sku]: 1 });
    const waiting = await sendOrder(store, { [waited.sku]: 2 });
    expect([keysOf(first), keysOf(waiting)]).toEqual([["ONLY-1"], []]);
    const emails = (await emailsOf(store, waiting)).length;
    await send(store, "PUT", `products/${waited.id}`, { license_source: "made" });
    const served = async (): Promise<Order> => {
      const order = await readOrder(store, waiting.id);
      return keysOf(order).length === 2 ? order : served();
    };
    expect(keysOf(await served()).every((key) => usual.test(key))).toBe(true);
    expect((await emailsOf(store, waiting)).length).toBeLessThanOrEqual(emails + 1);
    await send(store, "PUT", `products/${waited.id}`, { license_source: "pool" });
    expect(keysOf(await sendOrder(store, { [waited.sku]: 1 }))).toEqual([]);
  });

  test("gives an order on hold its key at the release, and each new unit one", async () => {
    const { sku } = await makeMaker();
    const order = await sendOrder(store, { [sku]: 1 }, { hold: true });
    expect(keysOf(order)).toEqual([]);
    await send(store, "POST", `orders/${order.id}/release`);
    expect(keysOf(await readOrder(store, order.id))).toHaveLength(1);
    await send(store, "PUT", `order_items/${order.order_items[0]?.id}`, { quantity: 3 });
    const keys = keysOf(await readOrder(store, order.id));
    expect([keys.length, new Set(keys).size]).toEqual([3, 3]);
  });

  test("never makes one key twice in a store, and waits when its pattern has no more", async () => {
    const products = [await makeMaker(), await makeMaker()];
    // As no interface allows it: 31 keys in all.
    const ids = products.map(({ id }) => id);
    await store.db.write((tx) =>
      tx.updateTable("products").set({ license_pattern: "*" }).where("id", "in", ids).execute(),
    );
    const orders = await Promise.all(products.map(({ sku }) => sendOrder(store, { [sku]: 31 })));
    const keys = orders.flatMap(keysOf);
    expect([new Set(keys).size, keys.length <= 31]).toEqual([keys.length, true]);
    const lacking = orders.flatMap(({ order_items }) => order_items.map((item) => item.license_keys_due));
    expect(lacking.reduce((sum, due) => sum + due)).toBe(62 - keys.length);
  });

  test("refuses a pattern that makes no keys", async () => {
    const { id } = await makeMaker();
    for (const wrong of ["*******", "KEY", " ********", "********\nsecond", "*".repeat(201)]) {
      const { status } = await send(store, "PUT", `products/${id}`, { license_pattern: wrong });
      expect([wrong, status]).toEqual([wrong, 422]);
    }
    expect((await send(store, "PUT", `products/${id}`, { license_source: "signed by hand" })).status).toBe(422);
  });

  test("keeps how its keys are made through an export and an import", async () => {
    const from = await makeStore();
    await makeProduct(from, { sku: "MADE", license_source: "made", license_pattern: "M-**********" });
    const { bytes, rows } = await exportCsv(from, "products.csv");
    expect(rows).toMatchObject([{ license_source: "made", license_pattern: "M-**********" }]);
    const to = await makeStore();
    expect((await importCsv(to, "products", bytes)).body).toMatchObject({ import: { applied: true, refused: [] } });
    expect(keysOf(await sendOrder(to, { MADE: 1 }))).toEqual([expect.stringMatching(/^M-\w{10}$/)]);
  });
});
