import { describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { keptMailsTo } from "../../support/kept-mails.ts";
import { addKeys, keysNamed } from "../../support/keys.ts";
import { makeProduct } from "../../support/products.ts";
import { until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

interface Item {
  item_sku: string;
  quantity: number;
  price: number | null;
  bundle_item_id: number | null;
  license_keys: string[];
  license_keys_due: number;
  download_url: string;
}

let named = 0;

describe.each(databasesUnderTest)("on $name, earlier orders of a bundle", async ({ makeStore }) => {
  const store = await makeStore();

  /** A product that holds nothing yet, and two more: one with a file, and one with so many keys. */
  const products = async (keys = 100) => {
    named += 1;
    const [set, map, game] = [`SET-${named}`, `MAP-${named}`, `GAME-${named}`];
    const { id } = await makeProduct(store, { sku: set, price: 50 });
    await addItem(store, map, { "map.txt": "the map" });
    const { id: gameId } = await makeProduct(store, { sku: game, price: 30 });
    await addKeys(store, gameId, keysNamed(`${game}-KEY`, keys));
    const holds = async (contents: object[]) => {
      const { status, body } = await v3(store, "PUT", `products/${id}`, { contents });
      expect([status, body]).toEqual([200, body]);
    };
    const address = `products/${id}/contents/earlier_orders`;
    const count = async () => (await v3(store, "GET", address)).body;
    const give = async (sent: object = {}) => {
      const { status, body } = await v3(store, "POST", address, sent);
      expect([status, body]).toEqual([200, body]);
      return body;
    };
    return { set, map, game, holds, count, give };
  };
  const order = async (item_sku: string, fields: Record<string, unknown> = {}, quantity = 1) => {
    const sent = { email: "ann@example.com", send_email: false, order_items: [{ item_sku, quantity }], ...fields };
    const { status, body } = await v3(store, "POST", "orders", sent);
    expect([status, body]).toEqual([201, body]);
    return body.order;
  };
  const items = async (id: number): Promise<Item[]> => (await v3(store, "GET", `orders/${id}`)).body.order.order_items;
  const words = async (id: number) =>
    (await items(id)).map(({ item_sku, quantity, price }) => `${quantity} ${item_sku} ${price}`);
  const figures = async (sku: string) => (await v3(store, "GET", `skuproducts/${sku}`)).body.product.orders_count;
  const all = (given: number, emailed = 0) => ({ given, emailed, failed: [], next: null });

  test("get what was added to it, once, as new orders have it", async () => {
    const { set, map, game, holds, count, give } = await products();
    const { id } = await order(set, {}, 2);
    expect(await count()).toEqual({ orders: 0, ended: 0 });
    expect(await give()).toEqual(all(0));
    await holds([{ sku: map }]);
    expect(await count()).toEqual({ orders: 1, ended: 0 });
    const later = await order(set);
    await holds([{ sku: map }, { sku: game, quantity: 3 }]);
    expect(await count()).toEqual({ orders: 2, ended: 0 });
    expect(await words(id)).toEqual([`2 ${set} 50`]);
    expect(await give()).toEqual(all(2));
    expect(await words(id)).toEqual([`2 ${set} 50`, `2 ${map} 0`, `6 ${game} 0`]);
    expect(await words(later.id)).toEqual([`1 ${set} 50`, `1 ${map} 0`, `3 ${game} 0`]);
    const [, file, keys] = await items(id);
    expect(await (await store.get(new URL(file?.download_url ?? "").pathname)).text()).toBe("the map");
    expect(keys?.license_keys).toHaveLength(6);
    expect([await figures(set), await figures(map), await figures(game)]).toEqual([2, 2, 2]);
    expect((await v3(store, "GET", `orders/${id}`)).body.order).toMatchObject({ total: 100, state: "open" });
    expect(await count()).toEqual({ orders: 0, ended: 0 });
    expect(await give()).toEqual(all(0));
    expect((await v3(store, "GET", "activity?kind=product.contents_given")).body.total).toBe(1);
    expect(await keptMailsTo(store, "ann@example.com")).toEqual([]);
  });

  test("get nothing if they are revoked or have ended, and their email later if they are on hold", async () => {
    const { set, map, holds, count, give } = await products();
    const email = (name: string) => ({ email: `${name}-${named}@example.com` });
    const [open, revoked, ended, held] = [
      await order(set, email("open")),
      await order(set, email("revoked")),
      await order(set, email("ended")),
      await order(set, email("held")),
    ];
    await v3(store, "POST", `orders/${revoked.id}/revoke`);
    await v3(store, "POST", `orders/${ended.id}/expire`);
    await v3(store, "POST", `orders/${held.id}/hold`);
    await holds([{ sku: map }]);
    expect(await count()).toEqual({ orders: 2, ended: 1 });
    expect(await give({ send_email: true })).toEqual(all(2, 1));
    for (const { id } of [revoked, ended]) expect(await words(id)).toEqual([`1 ${set} 50`]);
    for (const { id } of [open, held]) expect(await words(id)).toEqual([`1 ${set} 50`, `1 ${map} 0`]);
    const got = (name: string) => keptMailsTo(store, email(name).email);
    await until("the email came", async () => (await got("open")).length === 1);
    expect((await got("open"))[0]?.text).toContain(`Item ${map}`);
    expect(await got("held")).toEqual([]);
    await v3(store, "POST", `orders/${held.id}/release`);
    await until("its email came", async () => (await got("held")).length === 1);
    for (const name of ["revoked", "ended"]) expect(await got(name)).toEqual([]);
  });

  test("share the keys that are left, the oldest first, however many calls there are at once", async () => {
    const { set, game, holds, give } = await products(3);
    const made = [];
    for (let number = 0; number < 5; number++) made.push(await order(set));
    await holds([{ sku: game }]);
    const given = await Promise.all(Array.from({ length: 4 }, () => give()));
    expect(given.reduce((sum, one) => sum + one.given, 0)).toBe(5);
    const keys = [];
    for (const [index, { id }] of made.entries()) {
      const [, item] = await items(id);
      expect([index, item?.license_keys.length, item?.license_keys_due]).toEqual([
        index,
        ...(index < 3 ? [1, 0] : [0, 1]),
      ]);
      keys.push(...(item?.license_keys ?? []));
    }
    expect(new Set(keys).size).toBe(3);
    expect(await figures(game)).toBe(5);
  });

  test("are gone through in steps, and those that would become too large are named", async () => {
    const { set, map, game, holds, count, give } = await products();
    const orders = Array.from({ length: 60 }, () => ({
      ...{ email: "ann@example.com", send_email: false, order_items: [{ item_sku: set }] },
    }));
    const large = await order(set, {}, 10_000);
    expect((await v3(store, "POST", "orders/bulk", { orders })).status).toBe(200);
    await holds([{ sku: map }, { sku: game, quantity: 2 }]);
    const first = await give();
    expect(first).toMatchObject({ given: 49, failed: [{ order_id: String(large.id), message: expect.any(String) }] });
    expect(await give({ after: first.next })).toEqual(all(11));
    expect(await count()).toEqual({ orders: 1, ended: 0 });
    expect(await words(large.id)).toEqual([`10000 ${set} 50`]);
  });
});
