import { describe, expect, test } from "bun:test";
import { connectedShop } from "../../support/connected-shop.ts";
import { csvLines, exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { keptMailsTo } from "../../support/kept-mails.ts";
import { addKeys, keysNamed } from "../../support/keys.ts";
import { makeProduct, readProduct } from "../../support/products.ts";
import { until } from "../../support/service.ts";
import { connect, gmt, sendWoo, wooOrder } from "../../support/shops.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";
import { ask, child, makeOrder, orderXml, read, textOf } from "../../support/xml.ts";

interface Item {
  id: number;
  item_sku: string;
  quantity: number;
  price: number | null;
  bundle_item_id: number | null;
  license_keys: string[];
  license_keys_due: number;
  download_url: string;
  downloads_remaining: number | null;
}

let named = 0;

describe.each(databasesUnderTest)("on $name, an order of a bundle", async ({ makeStore }) => {
  const store = await makeStore();

  /** A bundle of a product with a file and three of one with keys, all new. */
  const bundle = async (keys = 100) => {
    named += 1;
    const [map, game, set] = [`MAP-${named}`, `GAME-${named}`, `SET-${named}`];
    await addItem(store, map, { "map.txt": "the map" });
    const { id } = await makeProduct(store, { sku: game, price: 30 });
    if (keys > 0) await addKeys(store, id, keysNamed(`${game}-KEY`, keys));
    const contents = [{ sku: map }, { sku: game, quantity: 3 }];
    const product = await makeProduct(store, { sku: set, price: 50, contents });
    return { map, game, set, product, gameId: id };
  };
  const order = async (lines: Record<string, unknown>[], fields: Record<string, unknown> = {}) => {
    const sent = { email: "ann@example.com", send_email: false, order_items: lines, ...fields };
    const { status, body } = await v3(store, "POST", "orders", sent);
    expect([status, body]).toEqual([201, body]);
    return body.order;
  };
  const update = async (id: number, lines: Record<string, unknown>[]) => {
    const { status, body } = await v3(store, "PUT", `orders/${id}`, { order_items: lines });
    expect([status, body]).toEqual([200, body]);
    return body.order;
  };
  const words = ({ order_items }: { order_items: Item[] }) =>
    order_items.map(({ item_sku, quantity, price, bundle_item_id }) => {
      const by = order_items.find(({ id }) => id === bundle_item_id)?.item_sku;
      return `${quantity} ${item_sku} ${price}${by ? ` by ${by}` : ""}`;
    });
  const itemOf = ({ order_items }: { order_items: Item[] }, sku: string, own = false) =>
    order_items.find((item) => item.item_sku === sku && own === (item.bundle_item_id === null)) as Item;
  const figures = async (sku: string) => (await v3(store, "GET", `skuproducts/${sku}`)).body.product.orders_count;

  test("has as many of each content as its units say, whichever of several changes at once comes last", async () => {
    const { game, set } = await bundle();
    const made = await order([{ item_sku: set }]);
    const { id } = itemOf(made, set, true);
    await Promise.all([2, 5, 3, 4, 2, 6].map((quantity) => v3(store, "PUT", `order_items/${id}`, { quantity })));
    const { order: last } = (await v3(store, "GET", `orders/${made.id}`)).body;
    expect(itemOf(last, game).quantity).toBe(3 * itemOf(last, set, true).quantity);
  });

  test("has the bundle with its price, and each content for nothing, with links and keys of its own", async () => {
    const { map, game, set, product } = await bundle();
    const made = await order([{ item_sku: set, quantity: 2 }]);
    expect(words(made)).toEqual([`2 ${set} 50`, `2 ${map} 0 by ${set}`, `6 ${game} 0 by ${set}`]);
    expect(made).toMatchObject({ total: 100, state: "open", product_count: 3 });
    expect(itemOf(made, game).license_keys).toHaveLength(6);
    expect(await (await store.get(new URL(itemOf(made, map).download_url).pathname)).text()).toBe("the map");
    expect((await v3(store, "GET", `orders/${made.id}`)).body.order).toMatchObject({ state: "open" });
    for (const sku of [map, game, set]) expect(await figures(sku)).toBe(1);
    expect((await readProduct(store, product.id)).contents).toHaveLength(2);
    const page = await (await store.get(new URL(made.download_url).pathname, browser)).text();
    expect(page).toContain(`Item ${map}`);
    expect(page.split(product.name).length).toBe(2);
    const link = await store.get(new URL(itemOf(made, set, true).download_url).pathname, browser);
    expect(new URL(link.headers.get("location") ?? "", made.download_url).href).toBe(made.download_url);
  });

  test("may list a content by itself, which is another item", async () => {
    const { map, game, set } = await bundle();
    const made = await order([{ item_sku: set }, { item_sku: game, quantity: 2 }]);
    expect(words(made)).toEqual([`1 ${set} 50`, `2 ${game} 30`, `1 ${map} 0 by ${set}`, `3 ${game} 0 by ${set}`]);
    expect(made.total).toBe(110);
    expect(await figures(game)).toBe(1);
    expect((await v3(store, "GET", `orders?product_sku=${game}`)).status).toBe(200);
    const sent = made.order_items.map(({ item_sku, quantity, price }: Item) => ({ item_sku, quantity, price }));
    expect(words(await update(made.id, sent))).toEqual(words(made));
    expect(words(await update(made.id, [{ item_sku: set }]))).toEqual([
      `1 ${set} 50`,
      `1 ${map} 0 by ${set}`,
      `3 ${game} 0 by ${set}`,
    ]);
    expect(await figures(game)).toBe(1);
  });

  test("follows the bundle when it is updated, and keeps what it was made with", async () => {
    const { map, game, set, product } = await bundle();
    const made = await order([{ item_sku: set }]);
    const other = (await makeProduct(store)).sku;
    await v3(store, "PUT", `products/${product.id}`, { contents: [{ sku: other }] });
    const grown = await update(made.id, [{ item_sku: set, quantity: 2 }]);
    expect(words(grown)).toEqual([`2 ${set} 50`, `2 ${map} 0 by ${set}`, `6 ${game} 0 by ${set}`]);
    expect(itemOf(grown, game).license_keys).toHaveLength(6);
    expect(itemOf(grown, map).download_url).toBe(itemOf(made, map).download_url);
    const named = await update(made.id, [{ item_sku: set }, { item_sku: map, price: 9, quantity: 7, custom_1: "x" }]);
    expect(words(named)).toEqual(words(grown));
    expect(itemOf(named, map)).toMatchObject({ custom_1: "x" });
    const change = await v3(store, "PUT", `order_items/${itemOf(made, set, true).id}`, { quantity: 3 });
    expect(change.status).toBe(200);
    expect(words((await v3(store, "GET", `orders/${made.id}`)).body.order)).toEqual([
      `3 ${set} 50`,
      `3 ${map} 0 by ${set}`,
      `9 ${game} 0 by ${set}`,
    ]);
    expect((await v3(store, "PUT", `order_items/${itemOf(made, game).id}`, { quantity: 1 })).status).toBe(422);
    expect(words(await update(made.id, [{ item_sku: map }]))).toEqual([`1 ${map} null`]);
    expect([await figures(map), await figures(game), await figures(set)]).toEqual([1, 0, 0]);
    expect(words(await update(made.id, [{ item_sku: set }]))).toEqual([`1 ${set} 50`, `1 ${other} 0 by ${set}`]);
  });

  test("is read, sent back and changed by a client that knows nothing of bundles", async () => {
    const { map, game, set } = await bundle();
    const made = await makeOrder(store, [set]);
    const id = textOf(made, "id");
    const skus = (root: typeof made) => child(root, "order_items").children.map((item) => textOf(item, "sku"));
    const whole = await read(store, `/api/orders/${id}`);
    expect(skus(whole)).toEqual([set, map, game]);
    const links = child(whole, "order_items").children.map((item) => textOf(item, "link"));
    const back = await ask(store, "PUT", `/api/orders/${id}/update`, orderXml(skus(whole), ""));
    expect(back.status).toBe(200);
    const after = await read(store, `/api/orders/${id}`);
    expect(child(after, "order_items").children.map((item) => textOf(item, "link"))).toEqual(links);
    const limited = `<sku>${map}</sku><downloads_remaining>9</downloads_remaining>`;
    expect((await ask(store, "PUT", `/api/orders/${id}/update`, orderXml([set, limited], ""))).status).toBe(200);
    const shown = (await v3(store, "GET", `orders/${id}`)).body.order;
    expect(words(shown)).toEqual([`1 ${set} 50`, `1 ${map} 0 by ${set}`, `3 ${game} 0 by ${set}`]);
    expect(itemOf(shown, map).downloads_remaining).toBe(9);
    expect((await ask(store, "DELETE", `/api/items/${set}/delete`)).status).toBe(200);
    expect((await v3(store, "GET", `orders/${id}`)).body.order.order_items).toEqual([]);
    expect([await figures(map), await figures(game)]).toEqual([0, 0]);
  });

  test("is revoked and restored with what the bundle brought", async () => {
    const { map, game, set } = await bundle();
    const made = await order([{ item_sku: set }, { item_sku: map }]);
    const [own, held] = [itemOf(made, set, true), itemOf(made, map)];
    await v3(store, "POST", `order_items/${held.id}/revoke`);
    await v3(store, "POST", `order_items/${own.id}/revoke`);
    const revoked = async () => {
      const { order_items } = (await v3(store, "GET", `orders/${made.id}`)).body.order;
      return order_items.map((item: { revoked_at: string | null }) => item.revoked_at !== null);
    };
    expect(await revoked()).toEqual([true, false, true, true]);
    await v3(store, "POST", `order_items/${own.id}/restore`);
    expect(await revoked()).toEqual([false, false, true, false]);
    expect(itemOf(made, game).license_keys).toHaveLength(3);
  });

  test("waits for a key that another order has, of two at once for the last ones", async () => {
    const { game, set } = await bundle(4);
    const made = await Promise.all([order([{ item_sku: set }]), order([{ item_sku: set }])]);
    const got = made.map((one) => itemOf(one, game).license_keys);
    expect(got.map(({ length }) => length).toSorted()).toEqual([1, 3]);
    expect(new Set(got.flat()).size).toBe(4);
    expect(made.map(({ state }) => state).toSorted()).toEqual(["open", "waiting_for_key"]);
  });

  test("comes from a shop, with an email about what the bundle holds, and goes with its refund", async () => {
    const { map, game, set, product } = await bundle();
    const shop = await connect(store, { kind: "woocommerce" });
    const sold = wooOrder({ total: "40.00" }, [{ sku: set, quantity: 2, total: "40.00" }]);
    await sendWoo(store, shop, sold);
    const { made, revoked } = connectedShop(() => store);
    const order = await made(`woocommerce:${sold.id}`);
    expect(words(order)).toEqual([`2 ${set} 20`, `2 ${map} 0 by ${set}`, `6 ${game} 0 by ${set}`]);
    await until("the email is kept", async () => (await keptMailsTo(store, order.email)).length === 1);
    const [mail] = await keptMailsTo(store, order.email);
    for (const word of [`Item ${map}`, ...itemOf(order, game).license_keys]) expect(mail?.text).toContain(word);
    expect(mail?.text.split(`\n${product.name} ×\u00a02:\n`).length).toBe(2);
    await sendWoo(store, shop, { ...sold, status: "refunded", date_modified_gmt: gmt(5) });
    await revoked(`woocommerce:${sold.id}`);
  });

  test("comes from a file with what its bundle holds, and as it was exported", async () => {
    const { map, game, set } = await bundle();
    const file = (skus: string, id: string) => csvLines("id,email,skus,total", `${id},ann@example.com,${skus},70.00`);
    const imported = async (skus: string) => {
      const id = `file-${set}-${skus.length}`;
      expect(await importCsv(store, "orders", file(skus, id))).toMatchObject({
        status: 200,
        body: { import: { refused: [] } },
      });
      return (await v3(store, "GET", `vorders/${id}`)).body.order;
    };
    const short = await imported(`${set}*2`);
    expect(words(short)).toEqual([`2 ${set} 35`, `2 ${map} 0 by ${set}`, `6 ${game} 0 by ${set}`]);
    expect(itemOf(short, game).license_keys).toHaveLength(6);
    expect(words(await imported(`${set}; ${map}; ${game}*5`))).toEqual([
      `1 ${set} 70`,
      `1 ${map} 0 by ${set}`,
      `5 ${game} 0 by ${set}`,
    ]);
    const both = await imported(`${set}; ${game}*2; ${map}; ${game}*3`);
    const wholly = [`1 ${set}`, `2 ${game}`, `1 ${map} 0 by ${set}`, `3 ${game} 0 by ${set}`];
    expect(words(both).map((one, index) => (index < 2 ? one.split(" ").slice(0, 2).join(" ") : one))).toEqual(wholly);
    expect(both.total).toBe(70);
    expect([await figures(map), await figures(game), await figures(set)]).toEqual([3, 3, 3]);
    // An exported file changes nothing of its own orders.
    const { bytes, rows } = await exportCsv(store, "orders.csv");
    expect(rows.find(({ id }) => id === both.id)?.skus).toBe(`${set};${game}*2;${map};${game}*3`);
    const again = await importCsv(store, "orders", new Uint8Array(bytes));
    expect(again.body.import).toMatchObject({ refused: [] });
    expect(words((await v3(store, "GET", `orders/${both.id}`)).body.order)).toEqual(words(both));
    const tooMany = await importCsv(store, "orders", file(`${set}*4000`, "too-many"));
    expect(tooMany.body.import.refused).toMatchObject([{ field: "skus" }]);
  });

  test("is refused with more units of a content than an order can have", async () => {
    const { set, product } = await bundle();
    const sent = { email: "ann@example.com", order_items: [{ item_sku: set, quantity: 4000 }] };
    expect((await v3(store, "POST", "orders", sent)).status).toBe(422);
    const made = await order([{ item_sku: set }]);
    const more = { order_items: [{ item_sku: set, quantity: 4000 }] };
    const own = itemOf(made, set, true).id;
    expect((await v3(store, "PUT", `order_items/${own}`, { quantity: 4000 })).status).toBe(422);
    // Also if the bundle holds nothing by now.
    await v3(store, "PUT", `products/${product.id}`, { contents: [] });
    expect((await v3(store, "PUT", `orders/${made.id}`, more)).status).toBe(422);
    expect(words((await v3(store, "GET", `orders/${made.id}`)).body.order)).toEqual(words(made));
  });
});

const browser = { headers: { accept: "text/html", "accept-language": "en" }, redirect: "manual" as const };
