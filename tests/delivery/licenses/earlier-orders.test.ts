import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import {
  emailsOf,
  keysNamed,
  keysOf,
  listKeys,
  type Order,
  pool,
  readOrder,
  sendOrder,
  untilAllSent,
} from "../../support/keys.ts";
import { makeProduct, type Product, send } from "../../support/products.ts";
import { type Service, startService } from "../../support/service.ts";

describe.each(databasesUnderTest)("on $name, of a product that gets its first keys,", async ({ create }) => {
  const service: Service = await startService({ database: await create() });
  const earlier = async ({ id }: Product) =>
    (await send(service, "GET", `products/${id}/license_keys/earlier_orders`)).body;
  const add = ({ id }: Product, license_keys: string[], earlier_orders?: string) =>
    send<{ added: number }>(service, "POST", `products/${id}/license_keys`, { license_keys, earlier_orders });
  const keysNow = async (order: Order) => keysOf(await readOrder(service, order.id));
  const none = { orders: 0, units: 0, on_hold: 0, skipped: false };

  test("the earlier orders and units are counted, and get keys unless the owner says otherwise", async () => {
    const product = await makeProduct(service);
    expect(await earlier(product)).toEqual(none);
    const first = await sendOrder(service, { [product.sku]: 1 });
    const second = await sendOrder(service, { [product.sku]: 2 });
    const held = await sendOrder(service, { [product.sku]: 4 }, { hold: true });
    expect(await earlier(product)).toEqual({ orders: 3, units: 7, on_hold: 1, skipped: false });
    expect((await add(product, keysNamed("K", 9))).body.added).toBe(9);
    expect([await keysNow(first), await keysNow(second)]).toEqual([["K-0001"], ["K-0002", "K-0003"]]);
    expect([await earlier(product), await keysNow(held)]).toEqual([none, []]);
    // What the area's question before a release goes by.
    expect((await send(service, "GET", `orders/${held.id}`)).body).toMatchObject({
      order: { state: "on_hold", order_items: [{ license_keys_due: 4 }] },
    });
    await send(service, "POST", `orders/${held.id}/release`);
    expect(await keysNow(held)).toHaveLength(4);
  });

  test("earlier orders that are skipped get no keys later, whatever happens to them", async () => {
    const product = await makeProduct(service);
    const old = await sendOrder(service, { [product.sku]: 2 });
    const held = await sendOrder(service, { [product.sku]: 1 }, { hold: true });
    const before = await emailsOf(service, old);
    const stateBefore = (await send(service, "GET", `orders/${old.id}`)).body;
    expect(stateBefore).toMatchObject({ order: { order_items: [{ has_files: false, license_keys_omitted: null }] } });
    await add(product, ["A", "B", "C"], "skip");
    expect(await earlier(product)).toEqual({ orders: 2, units: 3, on_hold: 1, skipped: true });
    expect((await send(service, "GET", `orders/${held.id}`)).body).toMatchObject({
      order: { order_items: [{ license_keys_due: 0, license_keys_omitted: "earlier_order" }] },
    });
    expect(await pool(service, product)).toEqual([3, 0]);

    // The same keys sent again, and more keys.
    await add(product, ["A", "B", "C"], "skip");
    await add(product, ["D", "E"]);
    await send(service, "POST", `orders/${held.id}/release`);
    await send(service, "POST", `orders/${old.id}/resend`);
    expect(await emailsOf(service, old)).toHaveLength(before.length + 1);
    await send(service, "POST", `orders/${old.id}/revoke`);
    await send(service, "POST", `orders/${old.id}/restore`);
    await send(service, "PUT", `orders/${old.id}`, { order_items: [{ item_sku: product.sku, quantity: 3 }] });
    const fresh = await sendOrder(service, { [product.sku]: 1 });
    expect(keysOf(fresh)).toEqual(["A"]);
    expect(fresh.order_items).toMatchObject([{ license_keys_omitted: null }]);
    expect([await keysNow(old), await keysNow(held)]).toEqual([[], []]);
    expect(await pool(service, product)).toEqual([4, 0]);
    const { body } = await send<{ total: number }>(service, "GET", `orders?waiting_for_keys=true&sku=${product.sku}`);
    expect(body.total).toBe(0);
    expect(stateBefore).toMatchObject({ order: { state: "waiting_for_file" } });
    expect((await send(service, "GET", `orders/${old.id}`)).body).toMatchObject({
      order: { state: "open", order_items: [{ license_keys_due: 0, license_keys_omitted: "earlier_order" }] },
    });
    expect(await emailsOf(service, old)).toHaveLength(before.length + 1);

    // A product without keys that gets keys again keeps the choice.
    await send(service, "DELETE", `products/${product.id}/license_keys?all=true`);
    await add(product, ["F"]);
    expect([await keysNow(old), await keysNow(held)]).toEqual([[], []]);
  });

  test("a skipped order waits for nothing: its store, its customer's pages and its email say so", async () => {
    const product = await makeProduct(service);
    const old = await sendOrder(service, { [product.sku]: 1 });
    await untilAllSent(service);
    await add(product, ["A"], "skip");
    const states = `orders?sku=${product.sku}&state=`;
    expect((await send(service, "GET", `${states}waiting_for_file`)).body.total).toBe(0);
    expect((await send(service, "GET", `${states}open`)).body.total).toBe(1);

    const [item] = old.order_items;
    for (const address of [old.download_url, `${item?.download_url}?page`]) {
      const page = await (await fetch(address, { headers: { accept: "text/html" } })).text();
      expect(page).toContain("This order includes no license key for this product.");
      expect(page).not.toContain("not available yet");
    }
    await send(service, "POST", `orders/${old.id}/resend`);
    const bodies = (await emailsOf(service, old)).map(({ text_body }) => text_body);
    expect(bodies.filter((body) => body.includes("not available yet"))).toHaveLength(1);
    expect(bodies.filter((body) => body.includes("This order includes no license key"))).toHaveLength(1);

    // Another product of the same order may still wait for its file.
    const other = await makeProduct(service);
    const order_items = [product, other].map(({ sku }) => ({ item_sku: sku, quantity: 1 }));
    await send(service, "PUT", `orders/${old.id}`, { order_items });
    expect((await send(service, "GET", `orders/${old.id}`)).body).toMatchObject({
      order: { state: "waiting_for_file" },
    });
  });

  test("orders that wait because the pool is empty get later keys, also if those come with skip", async () => {
    const product = await makeProduct(service);
    const old = await sendOrder(service, { [product.sku]: 1 });
    await add(product, ["A"], "skip");
    await sendOrder(service, { [product.sku]: 1 });
    const waiting = await sendOrder(service, { [product.sku]: 1 });
    expect(await pool(service, product)).toEqual([0, 1]);
    await add(product, ["B", "C"], "skip");
    expect([await keysNow(old), await keysNow(waiting)]).toEqual([[], ["B"]]);
  });

  test("skipped orders get keys after all once the owner gives them, and one by one as CSV", async () => {
    const product = await makeProduct(service);
    const orders = await Promise.all([1, 1, 1].map((units) => sendOrder(service, { [product.sku]: units })));
    const [one] = orders as [Order];
    await untilAllSent(service);
    await add(product, ["A", "B", "C"], "skip");
    await importCsv(service, "license_keys", `product_sku,key,order_id\n${product.sku},CSV,${one.id}\n`);
    expect(await keysNow(one)).toEqual(["CSV"]);
    expect(await earlier(product)).toEqual({ orders: 2, units: 2, on_hold: 0, skipped: true });
    // All are duplicates: the keys of the pool are given.
    await add(product, ["A"], "give");
    expect((await Promise.all(orders.map(keysNow))).flat().toSorted()).toEqual(["A", "B", "CSV"]);
    expect(await earlier(product)).toEqual(none);
    expect(await emailsOf(service, orders[1] as Order)).toHaveLength(2);
  });

  test("orders that come while keys are added with skip get keys, and none that was answered before does", async () => {
    const product = await makeProduct(service);
    const orderOne = () => sendOrder(service, { [product.sku]: 1 }, { send_email: false });
    const old = await Promise.all(Array.from({ length: 30 }, orderOne));
    const adding: Promise<unknown>[] = [];
    const during = await Promise.all(
      Array.from({ length: 80 }, (_, n) => {
        if (n % 20 === 10) adding.push(add(product, keysNamed(`S-${n}`, 1_200), "skip"));
        return orderOne();
      }),
    );
    await Promise.all(adding);
    const after = await Promise.all(Array.from({ length: 10 }, orderOne));
    expect((await Promise.all(old.map(keysNow))).flat()).toEqual([]);
    expect(after.map((order) => keysOf(order).length)).toEqual(after.map(() => 1));
    const keysDuring = (await Promise.all(during.map(keysNow))).map((keys) => keys.length);
    const skipped = (await earlier(product)) as { orders: number };
    // None is left in between: each is either an earlier order or has its key.
    expect(keysDuring.filter((keys) => keys === 0)).toHaveLength(skipped.orders - old.length);
    expect(await pool(service, product)).toEqual([4_800 - 10 - keysDuring.reduce((sum, keys) => sum + keys, 0), 0]);
    expect(new Set((await listKeys(service, product.id, "assigned")).map(({ key }) => key)).size).toBe(
      10 + keysDuring.filter((keys) => keys === 1).length,
    );
  });

  test("the check of a CSV file says how many earlier orders get its keys", async () => {
    const product = await makeProduct(service);
    await sendOrder(service, { [product.sku]: 2 });
    await sendOrder(service, { [product.sku]: 1 }, { hold: true });
    const csv = `product_sku,key\n${product.sku},A\n${product.sku},B\n`;
    const notes = async () => (await importCsv(service, "license_keys", csv, "dry_run=true")).body.import.notes;
    expect(await notes()).toEqual([
      expect.stringContaining(
        "2 earlier orders (3 units, 1 order on hold) without a key of their own in this file get keys too, with an email each, on hold when released",
      ),
    ]);
    await add(product, ["C"], "skip");
    expect(await notes()).toEqual([]);
  });

  test("the command says which earlier orders get keys, and skips them if told so", async () => {
    const path = join(service.folder, "first-keys.txt");
    await Bun.write(path, "A\nB\n");
    const held = await makeProduct(service);
    await sendOrder(service, { [held.sku]: 1 }, { hold: true });
    const importKeys = (sku: string, ...options: string[]) =>
      service.run("keys", "import", sku, path, "--account", "demo", "--json", ...options);
    const [product, other] = [await makeProduct(service), await makeProduct(service)];
    const old = await sendOrder(service, { [product.sku]: 1, [other.sku]: 2 });
    expect(await importKeys(product.sku, "--earlier-orders", "skip")).toEqual({
      status: 0,
      stdout: '{"added":2,"duplicates":0}\n',
      stderr: "1 earlier order (1 unit) will get no keys\n",
    });
    expect((await importKeys(other.sku)).stderr).toBe(
      "1 earlier order (2 units) will get keys first, and an email each; --earlier-orders skip keeps the keys for new orders\n",
    );
    expect((await importKeys(held.sku, "--earlier-orders", "skip")).stderr).toBe(
      "1 earlier order (1 unit, 1 order on hold) will get no keys\n",
    );
    expect((await readOrder(service, old.id)).order_items.map((item) => item.license_keys.length)).toEqual([0, 2]);
    expect((await importKeys(product.sku, "--earlier-orders", "some")).status).not.toBe(0);
  });
});
