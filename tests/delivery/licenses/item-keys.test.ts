import { describe, expect, test } from "bun:test";
import { csvLines, exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import {
  addKeys,
  emailsOf,
  keysNamed,
  keysOf,
  type LicenseKey,
  listKeys,
  type Order,
  pool,
  readOrder,
  sendOrder,
} from "../../support/keys.ts";
import { askLicense, sellLicense } from "../../support/licenses.ts";
import { makeProduct, send } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";

const itemOf = ({ order_items: [item] }: Order) => item?.id ?? 0;

const listItemKeys = async (store: Store, order: Order) =>
  (await send<{ license_keys: LicenseKey[] }>(store, "GET", `order_items/${itemOf(order)}/license_keys`)).body
    .license_keys;

const replace = (store: Store, order: Order, keyId: number | undefined, body: object = {}) =>
  send<{ license_key: LicenseKey; error?: string }>(
    store,
    "POST",
    `order_items/${itemOf(order)}/license_keys/${keyId}/replace`,
    body,
  );

const handOut = (store: Store, order: Order, body: object = {}) =>
  send<{ license_key: LicenseKey }>(store, "POST", `order_items/${itemOf(order)}/license_keys`, body);

describe.each(databasesUnderTest)("on $name", async ({ makeStore }) => {
  const store = await makeStore();

  test("a key that is replaced is spent, and the customer has and is sent the next one", async () => {
    const { product, order } = await sellLicense(store, "LEAKED-1", { device_limit: 1 });
    await addKeys(store, product.id, ["FRESH-1", "FRESH-2"]);
    expect(await askLicense(store, "activate", { key: "LEAKED-1", device_id: "one" })).toMatchObject({ code: "valid" });
    const [leaked] = await listItemKeys(store, order);
    const emails = (await emailsOf(store, order)).length;
    const { status, body } = await replace(store, order, leaked?.id, { reason: "Posted in a forum" });
    expect([status, body.license_key]).toEqual([
      200,
      expect.objectContaining({ key: "FRESH-1", order_item_id: itemOf(order), replaced_at: null }),
    ]);
    expect(keysOf(await readOrder(store, order.id))).toEqual(["FRESH-1"]);
    expect(await listItemKeys(store, order)).toEqual([
      expect.objectContaining({
        key: "LEAKED-1",
        replaced_at: expect.any(String),
        replaced_reason: "Posted in a forum",
      }),
      expect.objectContaining({ key: "FRESH-1", replaced_at: null, replaced_reason: null }),
    ]);
    expect(await emailsOf(store, order)).toHaveLength(emails + 1);
    expect(await askLicense(store, "validate", { key: "LEAKED-1" })).toMatchObject({ code: "revoked" });
    expect(await askLicense(store, "activate", { key: "LEAKED-1", device_id: "two" })).toMatchObject({
      code: "revoked",
    });
    expect(await askLicense(store, "activate", { key: "FRESH-1", device_id: "two" })).toMatchObject({ code: "valid" });
    expect(await pool(store, product)).toEqual([1, 0]);
    // Whoever still has the old key finds the order in the area by it.
    const found = await send<{ orders: Order[] }>(store, "GET", "orders?q=LEAKED-1");
    expect(found.body.orders.map(({ id }) => id)).toEqual([order.id]);
  });

  test("ten replacements of one key at once take one key of the pool", async () => {
    const { product, order } = await sellLicense(store, "TWICE-1");
    await addKeys(store, product.id, keysNamed("NEXT", 10));
    const [old] = await listItemKeys(store, order);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => replace(store, order, old?.id, { send_email: false })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(keysOf(await readOrder(store, order.id))).toEqual(["NEXT-0001"]);
    expect(await pool(store, product)).toEqual([9, 0]);
  });

  test("replacements and new orders at once never share a key", async () => {
    const product = await makeProduct(store);
    await addKeys(store, product.id, keysNamed("SHARED", 30));
    const orders = await Promise.all(Array.from({ length: 8 }, () => sendOrder(store, { [product.sku]: 1 })));
    const old = await Promise.all(orders.map(async (order) => (await listItemKeys(store, order))[0]?.id));
    await Promise.all([
      ...orders.map((order, index) => replace(store, order, old[index], { send_email: false })),
      ...orders.map(() => sendOrder(store, { [product.sku]: 1 })),
    ]);
    const assigned = await listKeys(store, product.id, "assigned");
    const valid = assigned.filter(({ replaced_at }) => replaced_at === null);
    expect([assigned.length, valid.length]).toEqual([24, 16]);
    expect(new Set(valid.map(({ order_item_id }) => order_item_id)).size).toBe(16);
    expect(await pool(store, product)).toEqual([6, 0]);
  });

  test("a key of the owner's choice replaces one, unless an order has it", async () => {
    const { product, order } = await sellLicense(store, "CHOICE-1");
    await addKeys(store, product.id, ["CHOICE-2", "CHOICE-3"]);
    const [first] = await listItemKeys(store, order);
    const chosen = await replace(store, order, first?.id, { license_key: " CHOICE-3 ", send_email: false });
    expect(chosen.body.license_key).toMatchObject({ key: "CHOICE-3" });
    const made = await replace(store, order, chosen.body.license_key.id, { license_key: "BY-HAND", send_email: false });
    expect(made.body.license_key).toMatchObject({ key: "BY-HAND" });
    for (const spent of ["CHOICE-1", "CHOICE-3", "BY-HAND"]) {
      expect((await replace(store, order, made.body.license_key.id, { license_key: spent })).status).toBe(409);
    }
    expect(keysOf(await readOrder(store, order.id))).toEqual(["BY-HAND"]);
    expect(await pool(store, product)).toEqual([1, 0]);
  });

  test("what cannot be replaced is refused and stays as it is", async () => {
    const { product, order } = await sellLicense(store, "STAYS-1");
    const [key] = await listItemKeys(store, order);
    const empty = await replace(store, order, key?.id);
    expect([empty.status, JSON.stringify(empty.body)]).toEqual([409, expect.stringContaining("no free license key")]);
    await addKeys(store, product.id, ["STAYS-2"]);
    const other = await sellLicense(store, "OTHERS-1");
    expect((await replace(store, other.order, key?.id)).status).toBe(404);
    expect((await replace(await makeStore(), order, key?.id)).status).toBe(404);
    expect((await replace(store, order, key?.id, { reason: "x".repeat(256) })).status).toBe(422);
    expect((await replace(store, order, key?.id, { send_email: "perhaps" })).status).toBe(422);
    expect((await replace(store, order, key?.id, { license_key: "one\ntwo" })).status).toBe(422);
    for (const [stop, resume] of [
      ["hold", "release"],
      ["revoke", "restore"],
    ]) {
      await send(store, "POST", `orders/${order.id}/${stop}`);
      expect((await replace(store, order, key?.id)).status).toBe(409);
      await send(store, "POST", `orders/${order.id}/${resume}`);
    }
    expect(keysOf(await readOrder(store, order.id))).toEqual(["STAYS-1"]);
    expect(await pool(store, product)).toEqual([1, 0]);
  });

  test("a key is handed out by hand to a unit without one, and earlier orders get none by it", async () => {
    const product = await makeProduct(store);
    const [older, order] = [
      await sendOrder(store, { [product.sku]: 1 }),
      await sendOrder(store, { [product.sku]: 1 }, { email: "hand@example.com" }),
    ];
    const emails = (await emailsOf(store, order)).length;
    expect((await handOut(store, order)).status).toBe(409);
    const { status, body } = await handOut(store, order, { license_key: "MADE-BY-HAND" });
    expect([status, body.license_key]).toEqual([200, expect.objectContaining({ key: "MADE-BY-HAND" })]);
    expect(keysOf(await readOrder(store, order.id))).toEqual(["MADE-BY-HAND"]);
    expect(await emailsOf(store, order)).toHaveLength(emails + 1);
    expect((await handOut(store, order, { license_key: "ANOTHER" })).status).toBe(409);
    expect((await readOrder(store, older.id)).order_items[0]).toMatchObject({ license_keys: [], license_keys_due: 0 });
    expect((await handOut(store, older, { license_key: "MADE-BY-HAND" })).status).toBe(409);
    expect(await pool(store, product)).toEqual([0, 0]);
    const next = await sendOrder(store, { [product.sku]: 1 });
    expect(next.order_items[0]).toMatchObject({ license_keys_due: 1 });
    // One key has no columns.
    await handOut(store, next, { license_key: "NAME; 2027, PRO" });
    expect(keysOf(await readOrder(store, next.id))).toEqual(["NAME; 2027, PRO"]);
  });

  test("replaced keys stay what they are through an export and an import", async () => {
    const from = await makeStore();
    const { product, order } = await sellLicense(from, "MOVED-1");
    await addKeys(from, product.id, ["MOVED-2", "MOVED-3"]);
    const [old] = await listItemKeys(from, order);
    await replace(from, order, old?.id, { reason: "Leaked", send_email: false });
    const { bytes } = await exportCsv(from, "license_keys.csv");
    const to = await makeStore();
    await makeProduct(to, { sku: product.sku });
    await sendOrder(to, { [product.sku]: 1 }, { id: String(order.id) });
    await importCsv(to, "license_keys", bytes);
    const moved = await readOrder(to, order.id);
    expect(keysOf(moved)).toEqual(["MOVED-2"]);
    expect(await listItemKeys(to, moved)).toEqual([
      expect.objectContaining({ key: "MOVED-1", replaced_at: expect.any(String), replaced_reason: "Leaked" }),
      expect.objectContaining({ key: "MOVED-2", replaced_at: null }),
    ]);
    expect(await askLicense(to, "validate", { key: "MOVED-1" })).toMatchObject({ code: "revoked" });
  });

  test("keys are imported with the devices on which programs have activated them elsewhere", async () => {
    const to = await makeStore();
    const { sku } = await makeProduct(to, { sku: "PLUGIN", device_limit: 2 });
    const order = await sendOrder(to, { [sku]: 2 });
    const sites = "https://www.one.example.org/; http://one.example.org; http://shop.localhost; device\\;7";
    const rows = [
      "product_sku,key,order_id,devices",
      `PLUGIN,OLD-1,${order.id},${sites}`,
      `PLUGIN,OLD-2,${order.id},`,
      "PLUGIN,NEW-3,,https://two.example.org",
    ];
    const refused = await importCsv(to, "license_keys", csvLines(...rows));
    expect(refused.body.import.refused).toMatchObject([{ row: 4, field: "devices" }]);
    expect((await importCsv(to, "license_keys", csvLines(...rows.slice(0, 3)))).body.import.applied).toBe(true);
    expect(keysOf(await readOrder(to, order.id))).toEqual(["OLD-1", "OLD-2"]);
    const on = (device_id: string, key = "OLD-1") => ({ key, product: sku, device_id });
    for (const device of ["https://one.example.org", "http://shop.localhost/", "device;7"]) {
      expect(await askLicense(to, "validate", on(device))).toMatchObject({
        code: "valid",
        devices: { used: 2, limit: 2 },
      });
    }
    expect(await askLicense(to, "activate", on("another"))).toMatchObject({ code: "too_many_devices" });
    expect(await askLicense(to, "validate", on("device;7", "OLD-2"))).toMatchObject({ code: "not_activated" });
  });

  test("why a key was replaced goes with the customer's data", async () => {
    const { product, order } = await sellLicense(store, "ERASED-1");
    await addKeys(store, product.id, ["ERASED-2"]);
    const [old] = await listItemKeys(store, order);
    await replace(store, order, old?.id, { reason: "Ann lost her laptop" });
    await send(store, "DELETE", `orders/${order.id}`);
    const keys = await listKeys(store, product.id);
    expect(keys.map(({ key, replaced_reason }) => [key, replaced_reason])).toEqual([
      ["ERASED-1", null],
      ["ERASED-2", null],
    ]);
  });
});
