import { describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { type Order, sendOrder } from "../../support/keys.ts";
import { makeProduct, send, wrongFields } from "../../support/products.ts";

interface Dated {
  order: { id: number; created_at: string; deliver_at: string | null; order_items: DatedItem[] };
}

interface DatedItem {
  id: number;
  item_sku: string;
  updates_until: string | null;
}

const day = 24 * 3_600_000;

describe.each(databasesUnderTest)("on $name, the end of an item's updates", async ({ makeStore }) => {
  const store = await makeStore();

  const read = async ({ id }: Pick<Order, "id">) => (await send<Dated>(store, "GET", `orders/${id}`)).body.order;
  const post = (fields: object) =>
    send<Dated>(store, "POST", "orders", { email: "ann@example.com", send_email: false, ...fields });
  const daysOf = ({ created_at, order_items }: Dated["order"], from = created_at) =>
    order_items.map(({ updates_until: until }) =>
      until === null ? null : Math.round((Date.parse(until) - Date.parse(from)) / day),
    );

  test("comes from its product when the order is made, and stays", async () => {
    const { id, sku } = await makeProduct(store, { updates_for_days: 365 });
    const order = await sendOrder(store, { [sku]: 1 });
    expect(daysOf(await read(order))).toEqual([365]);
    const changed = await send<{ product: object }>(store, "PUT", `products/${id}`, { updates_for_days: null });
    expect(changed.body.product).toMatchObject({ updates_for_days: null });
    expect(daysOf(await read(order))).toEqual([365]);
    expect(daysOf(await read(await sendOrder(store, { [sku]: 1 })))).toEqual([null]);
  });

  test("counts from a gift's delivery", async () => {
    const { sku } = await makeProduct(store, { updates_for_days: 30 });
    const deliver_at = new Date(Date.now() + 10 * day).toISOString();
    const gift = { recipient_email: "bea@example.com", deliver_at, order_items: [{ item_sku: sku }] };
    const { order } = (await post(gift)).body;
    expect(daysOf(order, order.deliver_at ?? "")).toEqual([30]);
  });

  test("follows a gift that comes on another day, unless the store has set it", async () => {
    const app = await makeProduct(store, { updates_for_days: 30 });
    const book = await makeProduct(store);
    const contents = [app, book].map(({ sku }) => ({ sku, quantity: 1 }));
    const bundle = await makeProduct(store, { contents, updates_for_days: 7 });
    const font = await makeProduct(store, { updates_for_days: 90 });
    const later = (days: number) => new Date(Date.now() + days * day).toISOString();
    const items = [{ item_sku: bundle.sku }, { item_sku: font.sku }];
    const gift = { recipient_email: "bea@example.com", deliver_at: later(10), order_items: items };
    const { order } = (await post(gift)).body;
    const change = async (path: string, fields: object) => {
      await send(store, "PUT", path, fields);
      const now = await read(order);
      return [bundle, app, book, font].map(({ sku }) => {
        const index = now.order_items.findIndex(({ item_sku }) => item_sku === sku);
        return daysOf(now, now.deliver_at ?? now.created_at)[index];
      });
    };
    const path = `orders/${order.id}`;
    expect(await change(path, { deliver_at: later(40) })).toEqual([7, 30, 7, 90]);
    expect(await change(path, { deliver_at: later(5) })).toEqual([7, 30, 7, 90]);
    const own = order.order_items.find(({ item_sku }) => item_sku === font.sku) as DatedItem;
    expect(await change(`order_items/${own.id}`, { updates_until: later(105) })).toEqual([7, 30, 7, 100]);
    expect(await change(path, { deliver_at: later(20) })).toEqual([7, 30, 7, 85]);
    // Null delivers it now.
    expect(await change(path, { deliver_at: null })).toEqual([7, 30, 7, 105]);
  });

  test("is the bundle's for what says nothing of its own, and what the bundle brought follows a renewal", async () => {
    const app = await makeProduct(store, { updates_for_days: 30 });
    const book = await makeProduct(store);
    const contents = [app, book].map(({ sku }) => ({ sku, quantity: 1 }));
    const bundle = await makeProduct(store, { contents, updates_for_days: 7 });
    const order = await read(await sendOrder(store, { [bundle.sku]: 1 }));
    const bySku = new Map(order.order_items.map(({ item_sku }, index) => [item_sku, daysOf(order)[index]]));
    expect([bundle, app, book].map(({ sku }) => bySku.get(sku))).toEqual([7, 30, 7]);

    const renewed = new Date(Date.parse(order.created_at) + 400 * day).toISOString();
    const { id } = order.order_items.find(({ item_sku }) => item_sku === bundle.sku) as DatedItem;
    await send(store, "PUT", `order_items/${id}`, { updates_until: renewed });
    expect(daysOf(await read(order))).toEqual([400, 400, 400]);
    const lines = [{ item_sku: bundle.sku, updates_until: null }];
    await send(store, "PUT", `orders/${order.id}`, { order_items: lines });
    expect(daysOf(await read(order))).toEqual([null, null, null]);
    // What was read can be sent back.
    await send(store, "PUT", `order_items/${id}`, { updates_until: renewed });
    const own = order.order_items.map(({ item_sku }) => ({
      item_sku,
      updates_until: item_sku === app.sku ? null : renewed,
    }));
    await send(store, "PUT", `orders/${order.id}`, { order_items: own });
    expect(daysOf(await read(order)).toSorted()).toEqual([400, 400, null]);
  });

  test("of what a bundle brought is never shortened by the bundle's, unless it is the bundle's", async () => {
    const yearly = await makeProduct(store, { updates_for_days: 365 });
    const book = await makeProduct(store);
    const map = await makeProduct(store);
    const contents = [yearly, book, map].map(({ sku }) => ({ sku, quantity: 1 }));
    const bundle = await makeProduct(store, { contents, updates_for_days: 30 });
    const order = await read(await sendOrder(store, { [bundle.sku]: 1 }));
    const idOf = ({ sku }: { sku: string }) => order.order_items.find(({ item_sku }) => item_sku === sku)?.id;
    const at = (days: number) => new Date(Date.parse(order.created_at) + days * day).toISOString();
    const moved = async (product: { sku: string }, updates_until: string | null) => {
      await send(store, "PUT", `order_items/${idOf(product)}`, { updates_until });
      const { order_items, ...dates } = await read(order);
      return [bundle, yearly, book, map].map(({ sku }) => {
        const its = order_items.filter(({ item_sku }) => item_sku === sku);
        return daysOf({ ...dates, order_items: its })[0];
      });
    };
    expect(await moved(map, null)).toEqual([30, 365, 30, null]);
    expect(await moved(bundle, at(60))).toEqual([60, 365, 60, null]);
    expect(await moved(bundle, at(20))).toEqual([20, 365, 20, null]);
    expect(await moved(bundle, at(400))).toEqual([400, 400, 400, null]);
    expect(await moved(yearly, at(500))).toEqual([400, 500, 400, null]);
    // The same end changes nothing.
    expect(await moved(bundle, at(400))).toEqual([400, 500, 400, null]);
    expect(await moved(bundle, null)).toEqual([null, null, null, null]);
  });

  test("can be said in a new order, where null and an unset date mean the product's, and in an update", async () => {
    const { sku } = await makeProduct(store, { updates_for_days: 30 });
    const until = async (updates_until: unknown) => {
      const { order } = (await post({ order_items: [{ item_sku: sku, updates_until }] })).body;
      return order.order_items[0]?.updates_until ?? null;
    };
    expect(await until("2031-01-31T12:00:00Z")).toBe("2031-01-31T12:00:00+00:00");
    expect(await until("never")).toBeNull();
    for (const unset of [null, "", "1970-01-01T00:00:00Z", "0001-01-01T00:00:00"]) {
      expect([
        unset,
        daysOf((await post({ order_items: [{ item_sku: sku, updates_until: unset }] })).body.order),
      ]).toEqual([unset, [30]]);
    }
    const order = await sendOrder(store, { [sku]: 1 });
    const change = async (updates_until: unknown) => {
      await send(store, "PUT", `orders/${order.id}`, { order_items: [{ item_sku: sku, updates_until }] });
      return (await read(order)).order_items[0]?.updates_until;
    };
    expect(await change("2031-01-31")).toBe("2031-01-31T00:00:00+00:00");
    expect(await change(undefined)).toBe("2031-01-31T00:00:00+00:00");
    expect(await change(null)).toBeNull();
    const wrong = await post({ order_items: [{ item_sku: sku, updates_until: "soon" }] });
    expect([wrong.status, wrongFields(wrong as never)]).toEqual([422, ["order_items[0].updates_until"]]);
  });

  test("is refused for days that are no number of days", async () => {
    for (const updates_for_days of [-1, 36_501, "a year"]) {
      const refused = await send(store, "POST", "products", { sku: "NO-DAYS", name: "No days", updates_for_days });
      expect([refused.status, wrongFields(refused)]).toEqual([422, ["updates_for_days"]]);
    }
  });
});
