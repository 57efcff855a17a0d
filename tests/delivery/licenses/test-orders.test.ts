import { describe, expect, test } from "bun:test";
import { importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { addKeys, emailsOf, keysNamed, keysOf, listKeys, type Order, pool, sendOrder } from "../../support/keys.ts";
import { makeProduct, type Product, send } from "../../support/products.ts";
import { type Service, startService } from "../../support/service.ts";

const sentence = "This is a test order, which takes no license keys.";

describe.each(databasesUnderTest)("on $name, a test order", async ({ create }) => {
  const service: Service = await startService({ database: await create() });
  const read = async (order: Order) =>
    (await send<{ order: Order & { state: string } }>(service, "GET", `orders/${order.id}`)).body.order;
  const waiting = async ({ sku }: Product) =>
    (await send<{ total: number }>(service, "GET", `orders?waiting_for_keys=true&sku=${sku}`)).body.total;
  const testOrder = (product: Product, fields: object = {}) =>
    sendOrder(service, { [product.sku]: 2 }, { test: true, ...fields });

  test("takes no keys from a pool: not at its creation, release, restoration, or when it gets more units", async () => {
    const product = await makeProduct(service);
    await addKeys(service, product.id, keysNamed("P", 3));
    const order = await testOrder(product);
    const held = await testOrder(product, { hold: true });
    await send(service, "POST", `orders/${held.id}/release`);
    await send(service, "POST", `orders/${order.id}/revoke`);
    await send(service, "POST", `orders/${order.id}/restore`);
    await send(service, "PUT", `order_items/${order.order_items[0]?.id}`, { quantity: 3 });
    for (const one of [await read(order), await read(held)]) {
      expect(one.order_items).toMatchObject([
        { has_files: false, license_keys: [], license_keys_due: 0, license_keys_omitted: "test_order" },
      ]);
      expect(one.state).not.toStartWith("waiting");
    }
    expect(await pool(service, product)).toEqual([3, 0]);
    expect(await (await service.api(`/api/orders/${order.id}`)).text()).not.toContain("P-000");
    const real = await sendOrder(service, { [product.sku]: 1 });
    expect(keysOf(await read(real))).toEqual(["P-0001"]);
  });

  test("waits for no keys, and gets none that are added later", async () => {
    const product = await makeProduct(service);
    await addKeys(service, product.id, ["ONLY"]);
    const first = await sendOrder(service, { [product.sku]: 1 });
    const order = await testOrder(product);
    const real = await sendOrder(service, { [product.sku]: 1 });
    expect([await pool(service, product), await waiting(product)]).toEqual([[0, 1], 1]);
    await addKeys(service, product.id, keysNamed("LATER", 3));
    expect([keysOf(await read(first)), keysOf(await read(order))]).toEqual([["ONLY"], []]);
    expect(keysOf(await read(real))).toEqual(["LATER-0001"]);
    expect([await pool(service, product), await waiting(product)]).toEqual([[2, 0], 0]);
    expect(await listKeys(service, product.id, "unassigned")).toHaveLength(2);
  });

  test("does not count among the orders from before the first keys", async () => {
    const product = await makeProduct(service);
    await testOrder(product);
    const { body } = await send(service, "GET", `products/${product.id}/license_keys/earlier_orders`);
    expect(body).toEqual({ orders: 0, units: 0, on_hold: 0, skipped: false });
  });

  test("says on its page and in its email that it takes no keys", async () => {
    const product = await makeProduct(service);
    await addKeys(service, product.id, ["SHOWN"]);
    const order = await testOrder(product);
    const [email, ...others] = await emailsOf(service, order);
    expect(others).toEqual([]);
    const item = order.order_items[0]?.download_url ?? "";
    const pages = await Promise.all(
      [order.download_url, item].map((url) =>
        service.get(new URL(url).pathname, { headers: { accept: "text/html" } }).then((response) => response.text()),
      ),
    );
    for (const text of [email?.text_body, email?.html_body, ...pages]) {
      expect(text).toContain(sentence);
      expect(text).not.toContain("SHOWN");
      expect(text).not.toContain("not available yet");
    }
    // There is nothing to download.
    expect(email?.subject).toStartWith(`Your order ${order.id} from `);
    for (const text of [email?.text_body, pages[0]]) expect(text).not.toMatch(/your download/i);
    const real = await sendOrder(service, { [product.sku]: 1 });
    expect((await emailsOf(service, real))[0]?.text_body).not.toContain(sentence);
  });

  test("is given no key by hand, and none by an imported file, which names the row", async () => {
    const product = await makeProduct(service);
    await addKeys(service, product.id, ["FREE"]);
    const order = await testOrder(product);
    const byHand = await send(service, "POST", `order_items/${order.order_items[0]?.id}/license_keys`, {});
    expect([byHand.status, JSON.stringify(byHand.body)]).toEqual([
      409,
      expect.stringContaining("This is a test order"),
    ]);
    const csv = `product_sku,key,order_id\r\n${product.sku},MINE,${order.id}\r\n`;
    expect((await importCsv(service, "license_keys", csv)).body).toMatchObject({
      import: {
        applied: false,
        refused: [{ row: 2, field: "order_id", reason: "belongs to a test order, which takes no license keys" }],
      },
    });
    expect(keysOf(await read(order))).toEqual([]);
    expect(await pool(service, product)).toEqual([1, 0]);
  });
});
