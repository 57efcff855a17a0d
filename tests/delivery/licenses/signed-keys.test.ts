import { describe, expect, test } from "bun:test";
import { exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser, fetched } from "../../support/downloads.ts";
import { addKeys, emailsOf, keysOf, listKeys, type Order, readOrder, sendOrder } from "../../support/keys.ts";
import { type LicenseFile, openLicenseFile } from "../../support/license-files.ts";
import { askLicense, licenseKeySet } from "../../support/licenses.ts";
import { makeProduct, type Product, send } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";

const ann = { first_name: "Ann", last_name: "Example", email: "ann@example.com" };
const inUtc = (date: string) => new Date(date).getTime();

const open = async (store: Store, file: string): Promise<LicenseFile | null> =>
  openLicenseFile(file, (await licenseKeySet(store)).values());
const fileOf = (order: Order): string => keysOf(order)[0] ?? "";
const sign = (store: Store, fields: object = {}): Promise<Product> =>
  makeProduct(store, { license_source: "signed", ...fields });

describe.each(databasesUnderTest)("on $name, a product whose license keys are signed", async ({ makeStore }) => {
  const store = await makeStore();

  test("gives each unit a file of its own, in every order at once", async () => {
    const { sku, id } = await sign(store);
    const orders = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sendOrder(store, { [sku]: (index % 3) + 1 }, { email: `c${index}@example.com` }),
      ),
    );
    expect(orders.map((order) => keysOf(order).length)).toEqual(orders.map((_, index) => (index % 3) + 1));
    const files = await Promise.all(
      orders.flatMap((order, index) =>
        keysOf(order).map(async (key) => ({ index, order, file: await open(store, key) })),
      ),
    );
    expect(files.map(({ file }) => [file?.email, file?.order_id])).toEqual(
      files.map(({ index, order }) => [`c${index}@example.com`, String(order.id)]),
    );
    expect(new Set(files.map(({ file }) => file?.id)).size).toBe(files.length);
    expect((await listKeys(store, id)).length).toBe(files.length);
  });

  test("tells the product, the order, the customer, the devices and the end", async () => {
    const { sku, name } = await sign(store, { name: "Große Karte", device_limit: 3 });
    const order = await sendOrder(store, { [sku]: 1 }, { ...ann, access_until: "2031-01-31T12:00:00Z" });
    expect(await open(store, fileOf(order))).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      product: sku,
      product_name: name,
      order_id: String(order.id),
      name: "Ann Example",
      email: ann.email,
      device_limit: 3,
      access_until: "2031-01-31T12:00:00+00:00",
      updates_until: null,
      issued_at: expect.any(String),
    });
    expect(
      fileOf(order)
        .split("\n")
        .every((line) => line.length <= 60),
    ).toBe(true);
  });

  test("keeps a key that can be stored, whatever the names are", async () => {
    const wide = "漢".repeat(255);
    const { sku } = await sign(store, { sku: `${"🗝".repeat(250)}${Date.now() % 10_000}`, name: wide });
    const fields = { first_name: wide, email: `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.example.com` };
    const key = fileOf(await sendOrder(store, { [sku]: 1 }, fields));
    expect(Buffer.byteLength(key)).toBeLessThanOrEqual(2_500);
    expect((await open(store, key))?.product).toBe(sku);
    const plain = await sign(store, { name: wide });
    const file = await open(store, fileOf(await sendOrder(store, { [plain.sku]: 1 }, fields)));
    expect([file?.email, file?.name]).toEqual([fields.email, "漢".repeat(60)]);
  });

  test("is asked about by the whole text, with any line ends", async () => {
    const { sku } = await sign(store);
    const key = fileOf(await sendOrder(store, { [sku]: 1 }));
    for (const sent of [
      key,
      `${key}\r\n`,
      key.replaceAll("\n", "\r\n"),
      key.replaceAll("\n", " "),
      key.replaceAll("\n", ""),
    ]) {
      expect(await askLicense(store, "validate", { key: sent, product: sku })).toMatchObject({ code: "valid" });
    }
    expect(await askLicense(store, "validate", { key: key.replace("\n", "\nA") })).toMatchObject({ code: "unknown" });
  });

  test("gives none to a test, and one to an order on hold at its release, and to each new unit", async () => {
    const { sku } = await sign(store);
    expect(keysOf(await sendOrder(store, { [sku]: 1 }, { test: true }))).toEqual([]);
    const order = await sendOrder(store, { [sku]: 1 }, { hold: true });
    expect(keysOf(order)).toEqual([]);
    await send(store, "POST", `orders/${order.id}/release`);
    await send(store, "PUT", `order_items/${order.order_items[0]?.id}`, { quantity: 3 });
    const files = await Promise.all(keysOf(await readOrder(store, order.id)).map((key) => open(store, key)));
    expect(files.map((file) => file?.order_id)).toEqual(Array(3).fill(String(order.id)));
    expect(new Set(files.map((file) => file?.id)).size).toBe(3);
  });

  test("gives files to orders that waited for its pool", async () => {
    const { sku, id } = await makeProduct(store);
    await addKeys(store, id, ["ONLY-1"]);
    await sendOrder(store, { [sku]: 1 });
    const waiting = await sendOrder(store, { [sku]: 2 }, ann);
    await send(store, "PUT", `products/${id}`, { license_source: "signed" });
    const served = async (): Promise<Order> => {
      const order = await readOrder(store, waiting.id);
      return keysOf(order).length === 2 ? order : served();
    };
    const files = await Promise.all(keysOf(await served()).map((key) => open(store, key)));
    expect(files.map((file) => [file?.order_id, file?.email])).toEqual(Array(2).fill([String(waiting.id), ann.email]));
  });

  test("is whole in the email, on the order's page and in every export", async () => {
    const { sku, id } = await sign(store);
    const order = await sendOrder(store, { [sku]: 1 }, ann);
    const key = fileOf(order);
    const [email] = await emailsOf(store, order);
    expect([email?.text_body, email?.html_body.replaceAll("\r\n", "\n")]).toEqual([
      expect.stringContaining(key),
      expect.stringContaining(key),
    ]);
    const page = await fetched(store, new URL(order.download_url).pathname, browser);
    expect(page.body).toContain(key);
    expect((await listKeys(store, id)).map((one) => one.key)).toEqual([key]);
    const { rows } = await exportCsv(store, "license_keys.csv");
    // Spreadsheet programs would take a minus at the start of a line for a formula.
    expect(rows.some((row) => row.key?.replace(/^'/gm, "") === key)).toBe(true);
  });

  test("is replaced by a file that tells what is true now; the old one is revoked", async () => {
    const { sku, id } = await sign(store);
    const order = await sendOrder(store, { [sku]: 1 }, ann);
    const [old] = await listKeys(store, id);
    await send(store, "PUT", `orders/${order.id}`, { email: "ann@new.example.com" });
    expect(keysOf(await readOrder(store, order.id))).toEqual(keysOf(order));
    await send(store, "POST", `order_items/${order.order_items[0]?.id}/license_keys/${old?.id}/replace`);
    const fresh = fileOf(await readOrder(store, order.id));
    expect((await open(store, fresh))?.email).toBe("ann@new.example.com");
    expect(await askLicense(store, "validate", { key: fresh })).toMatchObject({ code: "valid" });
    expect(await askLicense(store, "validate", { key: fileOf(order) })).toMatchObject({ code: "revoked" });
  });

  test("is written anew when its access is prolonged, and stays the same key with its devices", async () => {
    const { sku, id } = await sign(store, { device_limit: 1 });
    const order = await sendOrder(store, { [sku]: 1 }, { ...ann, access_until: "2031-01-31T00:00:00Z" });
    const old = fileOf(order);
    await askLicense(store, "activate", { key: old, device_id: "one" });
    const renewal = { payment_id: `pay-${sku}`, access_until: "2031-02-28T00:00:00Z" };
    expect((await send(store, "POST", `orders/${order.id}/renew`, renewal)).status).toBe(200);
    const fresh = fileOf(await readOrder(store, order.id));
    const [before, after] = [await open(store, old), await open(store, fresh)];
    expect([after?.id, inUtc(after?.access_until ?? "")]).toEqual([before?.id, inUtc(renewal.access_until)]);
    const [ofOld, ofFresh] = [
      await askLicense(store, "validate", { key: old, device_id: "one" }),
      await askLicense(store, "validate", { key: fresh, device_id: "one" }),
    ];
    expect(ofOld).toMatchObject({ code: "valid", key: fresh, devices: { used: 1, limit: 1 } });
    expect(ofFresh).toMatchObject({ code: "valid", devices: { used: 1, limit: 1 } });
    expect(ofFresh).not.toHaveProperty("key");
    expect(await listKeys(store, id)).toHaveLength(1);
    await send(store, "PUT", `orders/${order.id}`, { access_until: null });
    expect((await open(store, fileOf(await readOrder(store, order.id))))?.access_until).toBeNull();
    await send(store, "POST", `orders/${order.id}/revoke`);
    for (const key of [old, fresh]) {
      const answer = await askLicense(store, "validate", { key });
      expect([answer.code, answer]).toEqual(["revoked", expect.not.objectContaining({ key: expect.anything() })]);
    }
  });

  test("is written anew when its updates end at another time", async () => {
    const { sku } = await sign(store, { updates_for_days: 30 });
    const order = await sendOrder(store, { [sku]: 1 }, ann);
    expect((await open(store, fileOf(order)))?.updates_until).toEqual(expect.any(String));
    const [item] = order.order_items;
    await send(store, "PUT", `order_items/${item?.id}`, { updates_until: "2031-01-31T00:00:00Z" });
    const fresh = fileOf(await readOrder(store, order.id));
    expect((await open(store, fresh))?.updates_until).toBe("2031-01-31T00:00:00+00:00");
    expect(await askLicense(store, "validate", { key: fileOf(order) })).toMatchObject({ code: "valid", key: fresh });
    await send(store, "PUT", `orders/${order.id}`, { order_items: [{ item_sku: sku, updates_until: null }] });
    expect((await open(store, fileOf(await readOrder(store, order.id))))?.updates_until).toBeNull();
  });

  test("is written anew when the gift that brings it comes on another day", async () => {
    const { sku } = await sign(store, { updates_for_days: 30 });
    const day = 24 * 3_600_000;
    const later = (days: number) => new Date(Date.now() + days * day).toISOString();
    const order = await sendOrder(
      store,
      { [sku]: 1 },
      { ...ann, recipient_email: "bea@example.com", deliver_at: later(5) },
    );
    const untilIn = async () => {
      const { updates_until } = (await open(store, fileOf(await readOrder(store, order.id)))) ?? {};
      return Math.round((Date.parse(updates_until ?? "") - Date.now()) / day);
    };
    expect(await untilIn()).toBe(35);
    await send(store, "PUT", `orders/${order.id}`, { deliver_at: later(50) });
    expect(await untilIn()).toBe(80);
  });

  test("ends when its order's access ends, whether it is handed out before or at the same time", async () => {
    const { sku, id } = await makeProduct(store);
    await addKeys(store, id, ["FIRST"]);
    const fields = { ...ann, access_until: "2031-01-31T00:00:00Z" };
    const orders = await Promise.all(Array.from({ length: 10 }, () => sendOrder(store, { [sku]: 2 }, fields)));
    const end = "2031-03-31T00:00:00Z";
    await Promise.all([
      send(store, "PUT", `products/${id}`, { license_source: "signed" }),
      ...orders.map((order) =>
        send(store, "POST", `orders/${order.id}/renew`, { payment_id: `pay-${order.id}`, access_until: end }),
      ),
    ]);
    const served = async (order: Order): Promise<string[]> => {
      const keys = keysOf(await readOrder(store, order.id));
      return keys.length === 2 ? keys : served(order);
    };
    const keys = (await Promise.all(orders.map(served))).flat().filter((key) => key !== "FIRST");
    const ends = await Promise.all(keys.map(async (key) => inUtc((await open(store, key))?.access_until ?? "")));
    expect(new Set(ends)).toEqual(new Set([inUtc(end)]));
  });

  test("keeps nothing of a customer who is erased, also in texts from before, and stays spent", async () => {
    const { sku, id } = await sign(store);
    const erased = { first_name: "Eve", last_name: "Erased", email: "eve@erased.example.com" };
    const order = await sendOrder(store, { [sku]: 1 }, { ...erased, access_until: "2031-01-31T00:00:00Z" });
    await send(store, "POST", `orders/${order.id}/renew`, {
      payment_id: `e-${sku}`,
      access_until: "2031-03-01T00:00:00Z",
    });
    const texts = [fileOf(order), fileOf(await readOrder(store, order.id))];
    await send(store, "DELETE", `orders/${order.id}`);
    const [left] = await listKeys(store, id);
    expect(left?.key).toMatch(/^erased-\d+$/);
    expect(left?.assigned_at).not.toBeNull();
    for (const key of texts) expect(await askLicense(store, "validate", { key })).toMatchObject({ code: "revoked" });
  });

  test("is signed by the key that programs know while the store changes it, and then by the new one", async () => {
    const changing = await makeStore();
    const { sku } = await sign(changing);
    const first = fileOf(await sendOrder(changing, { [sku]: 1 }));
    const [[oldId = "", oldKey] = []] = [...(await licenseKeySet(changing))];
    await send(changing, "POST", "license_signing_keys");
    const during = fileOf(await sendOrder(changing, { [sku]: 1 }));
    await send(changing, "DELETE", `license_signing_keys/${oldId}`);
    const after = fileOf(await sendOrder(changing, { [sku]: 1 }));
    const byOld = [first, during, after].map((file) => openLicenseFile(file, oldKey ? [oldKey] : []) !== null);
    expect(byOld).toEqual([true, true, false]);
    expect(await open(changing, after)).not.toBeNull();
    expect(await askLicense(changing, "validate", { key: first })).toMatchObject({ code: "valid" });
  });

  test("is what no other text is: any changed byte is refused", async () => {
    const { sku } = await sign(store);
    const lines = fileOf(await sendOrder(store, { [sku]: 1 })).split("\n");
    const content = JSON.parse(Buffer.from(lines.slice(1, -1).join(""), "base64").toString("utf8"));
    const seal = (changed: object) => Buffer.from(JSON.stringify({ ...content, ...changed })).toString("base64");
    const keys = [...(await licenseKeySet(store)).values()];
    const accepted: string[] = [];
    for (const part of ["enc", "sig"]) {
      const bytes = Buffer.from(content[part], "base64");
      for (let at = 0; at < bytes.length; at++) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
        if (openLicenseFile(seal({ [part]: changed.toString("base64") }), keys)) accepted.push(`${part} ${at}`);
      }
    }
    expect(accepted).toEqual([]);
    expect(openLicenseFile(seal({}), keys)).not.toBeNull();
  });

  test("goes on through an export and an import", async () => {
    const from = await makeStore();
    await sign(from, { sku: "SIGNED" });
    const key = fileOf(await sendOrder(from, { SIGNED: 1 }));
    const products = await exportCsv(from, "products.csv");
    expect(products.rows).toMatchObject([{ license_source: "signed" }]);
    const to = await makeStore();
    const move = async (kind: "products" | "orders" | "license_keys", bytes: Uint8Array<ArrayBuffer>) =>
      expect((await importCsv(to, kind, bytes)).body).toMatchObject({ import: { applied: true, refused: [] } });
    await move("products", products.bytes);
    const { body } = await send<{ products: Product[] }>(to, "GET", "products");
    // Or the orders would get keys of the new store at once.
    await send(to, "PUT", `products/${body.products[0]?.id}`, { license_source: "pool" });
    for (const kind of ["orders", "license_keys"] as const)
      await move(kind, (await exportCsv(from, `${kind}.csv`)).bytes);
    expect(await askLicense(to, "validate", { key })).toMatchObject({ code: "valid" });
    await send(to, "PUT", `products/${body.products[0]?.id}`, { license_source: "signed" });
    const fresh = fileOf(await sendOrder(to, { SIGNED: 1 }));
    expect([await open(to, fresh), await open(to, key)]).toEqual([
      expect.objectContaining({ product: "SIGNED" }),
      null,
    ]);
  });
});
