import { beforeAll, describe, expect, test } from "bun:test";
import { csvLines, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { addKeys, keysNamed } from "../../support/keys.ts";
import { makeProduct, send, wrongFields } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const day = 24 * 3_600_000;
const from = Date.now();
const at = (days: number) => `${new Date(from + days * day).toISOString().slice(0, 19)}+00:00`;

describe.each(databasesUnderTest)("on $name, an order that is sent back as it was read", ({ makeStore }) => {
  let store: Store;
  beforeAll(async () => {
    store = await makeStore();
    await v3(store, "PUT", "account", { order_expiration_in_hours: 72, download_limit_per_item: 5 });
    await addItem(store, "MAP", { "map.txt": "the map", "legend.txt": "the legend, which is longer" });
    const limits = { download_limit: 3, large_file_bytes: 10, large_file_download_limit: 2 };
    const limited = await addItem(store, "LIMITED", { "small.txt": "small", "large.txt": "a large file" });
    await v3(store, "PUT", `skuproducts/${limited.sku}`, limits);
    await addItem(store, "LATER");
    await v3(store, "PUT", "skuproducts/LATER", { expires_from: "first_download", order_expiration_in_hours: 48 });
    const { id } = await makeProduct(store, { sku: "KEYS", price: 30, device_limit: 2 });
    await addKeys(store, id, keysNamed("KEYS", 20));
    await makeProduct(store, { sku: "YEARLY", price: 8, updates_for_days: 365 });
    await makeProduct(store, {
      ...{ sku: "SET", price: 50, updates_for_days: 30 },
      contents: [{ sku: "MAP" }, { sku: "KEYS", quantity: 2 }, { sku: "YEARLY" }],
    });
  });

  const read = async (id: number) => (await v3(store, "GET", `orders/${id}`)).body.order;
  const order = async (fields: object = {}) => {
    const sent = { email: "ann@example.com", send_email: false, order_items: [{ sku: "MAP", price: 10 }], ...fields };
    const { status, body } = await v3(store, "POST", "orders", sent);
    expect([status, body]).toEqual([201, body]);
    return body.order;
  };
  const did = async (id: number, method: string, path: string, body?: object) => {
    const answer = await send(store, method, `orders/${id}${path}`, body);
    expect([answer.status, answer.body]).toEqual([200, answer.body]);
  };
  const download = async (item: { download_url: string }, name: string) => {
    const path = new URL(item.download_url).pathname;
    const page = await (await store.get(path, { headers: { accept: "text/html" } })).text();
    const [file] = new RegExp(`${path}/\\d+/${name}`).exec(page) ?? [];
    return file === undefined ? "no link" : (await store.get(file)).status;
  };

  const subscribed = (fields: object) => ({ access_until: at(20), subscription_id: "sub_1", ...fields });
  const gift = { recipient_email: "bob@example.com", recipient_name: "Bob", gift_message: "Happy\nbirthday" };
  const bundles = [{ sku: "SET" }, { sku: "MAP", quantity: 2 }];
  /** Makes an order that is in this state, and resolves with its number. */
  const states: Record<string, () => Promise<number>> = {
    "new": async () => (await order()).id,
    "with all fields": async () =>
      (
        await order({
          ...{ vendor_id: "A/1", title: "Maps", first_name: "Ann", last_name: "Doe", currency: "JPY", locale: "de" },
          ...{ custom_1: "1", custom_2: "2", custom_3: "3", country: "DE", invoice_url: "https://shop.example/1" },
          ...{ expiration_date: at(9), download_limit: 7 },
          order_items: [{ sku: "KEYS", quantity: 2, price: 3, device_limit: 4, updates_until: at(3), custom_1: "x" }],
        })
      ).id,
    "without limits": async () => (await order({ expiration_date: "never", download_limit: "unlimited" })).id,
    "without prices": async () => (await order({ order_items: [{ sku: "MAP" }] })).id,
    "with an average price": async () =>
      (
        await order({
          order_items: [
            { sku: "MAP", price: 10 },
            { sku: "MAP", price: 0, quantity: 2 },
          ],
        })
      ).id,
    expired: async () => {
      const { id } = await order();
      await did(id, "POST", "/expire");
      return id;
    },
    "on hold": async () => (await order({ hold: true, access_until: at(3) })).id,
    revoked: async () => {
      const { id } = await order(subscribed({ subscription_status: "canceled" }));
      await did(id, "POST", "/revoke");
      return id;
    },
    "with a revoked item": async () => {
      const { id, order_items } = await order({ order_items: [{ sku: "MAP" }, { sku: "KEYS" }] });
      expect((await send(store, "POST", `order_items/${order_items[0].id}/revoke`)).status).toBe(200);
      return id;
    },
    "a test": async () => (await order({ test: true })).id,
    "a gift": async () => (await order(gift)).id,
    "a gift to come": async () => (await order({ ...gift, deliver_at: at(10) })).id,
    "a gift that came": async () => (await order({ ...gift, deliver_at: at(-10) })).id,
    "with a subscription": async () => (await order(subscribed({}))).id,
    "with a failed payment": async () => (await order(subscribed({ subscription_status: "payment_failed" }))).id,
    "with a canceled subscription": async () => (await order(subscribed({ subscription_status: "canceled" }))).id,
    "with an ended subscription": async () => (await order(subscribed({ access_until: at(-1) }))).id,
    "with two ends": async () => (await order(subscribed({ expiration_date: at(2) }))).id,
    "that was renewed": async () => {
      const { id } = await order(subscribed({ access_until: at(-1) }));
      await did(id, "POST", "/renew", { access_until: at(30), payment_id: `paid_${id}`, total: 4 });
      return id;
    },
    "of a bundle": async () => (await order({ order_items: [{ sku: "SET", quantity: 2 }] })).id,
    "of a bundle and one of its products": async () => (await order({ order_items: bundles })).id,
    "that waits for keys": async () => (await order({ order_items: [{ sku: "KEYS", quantity: 100 }] })).id,
    "that waits for its first download": async () => (await order({ order_items: [{ sku: "LATER" }] })).id,
    "with its product's limits": async () => (await order({ order_items: [{ sku: "LIMITED" }] })).id,
    "with downloads": async () => {
      const made = await order({ order_items: [{ sku: "LIMITED" }, { sku: "MAP" }] });
      for (const [index, name] of [
        [0, "large.txt"],
        [1, "map.txt"],
      ] as const)
        expect(await download(made.order_items[index], name)).toBe(200);
      return made.id;
    },
    "whose product is archived": async () => {
      await makeProduct(store, { sku: "OLD" });
      const { id } = await order({ order_items: [{ sku: "OLD" }] });
      await v3(store, "PUT", "skuproducts/OLD", { archived_at: at(-1) });
      return id;
    },
    "whose product is deleted": async () => {
      const product = await makeProduct(store, { sku: "GONE" });
      const { id } = await order({ order_items: [{ sku: "GONE" }, { sku: "MAP" }] });
      await v3(store, "DELETE", `products/${product.id}`);
      return id;
    },
    "without products": async () => {
      const product = await makeProduct(store, { sku: "GONE-ALONE" });
      const { id } = await order({ order_items: [{ sku: "GONE-ALONE" }] });
      await v3(store, "DELETE", `products/${product.id}`);
      return id;
    },
    "that was imported": async () => {
      const file = csvLines(
        "email,skus,total,access_until,subscription_status,downloads_remaining",
        `carl@example.com,MAP;KEYS,10,${at(-1)},ended,2`,
      );
      const answer = await importCsv(store, "orders", file);
      expect([answer.status, answer.body]).toMatchObject([200, { import: { accepted: 1 } }]);
      return (await v3(store, "GET", "orders?email=carl@example.com")).body.orders[0].id;
    },
  };

  for (const [state, make] of Object.entries(states)) {
    test(`stays what it is: ${state}`, async () => {
      const id = await make();
      const before = await read(id);
      const { status, body } = await send<{ order: unknown }>(store, "PUT", `orders/${id}`, before);
      expect([status, body]).toEqual([200, body]);
      expect(body.order).toEqual(before);
      expect(await read(id)).toEqual(before);
      for (const item of before.order_items) {
        await v3(store, "PUT", `order_items/${item.id}`, item);
        expect(await read(id)).toEqual(before);
      }
      for (const path of [`/api/orders/${id}`, `/api/v2/orders/${id}`]) {
        const xml = await (await store.api(path)).text();
        const headers = { "content-type": "application/xml" };
        const answer = await store.api(path, { method: "PUT", headers, body: xml });
        expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
        expect([path, await read(id)]).toEqual([path, before]);
      }
    });
  }

  test("keeps the downloads of each file", async () => {
    const { id, order_items } = await order({ order_items: [{ sku: "MAP" }] });
    for (let count = 0; count < 4; count++) expect(await download(order_items[0], "map.txt")).toBe(200);
    await did(id, "PUT", "", { ...(await read(id)), first_name: "Ann" });
    const answers = [];
    for (let count = 0; count < 6; count++) answers.push(await download(order_items[0], "legend.txt"));
    expect(answers.filter((status) => status === 200)).toHaveLength(5);
    const { order_items: items } = await read(id);
    await v3(store, "PUT", `order_items/${items[0].id}`, { ...items[0], device_limit: 3 });
    expect(await download(order_items[0], "map.txt")).toBe(200);
    // By itself, the number is what every file has left.
    await did(id, "PUT", "", { order_items: [{ sku: "MAP", downloads_remaining: 1 }] });
    expect([await download(order_items[0], "map.txt"), await download(order_items[0], "legend.txt")]).toEqual([
      200, 200,
    ]);
  });

  test("changes what differs, and stays as it was otherwise", async () => {
    const waiting = await order({ order_items: [{ sku: "LATER" }, { sku: "LIMITED" }] });
    const changed = { ...waiting, first_name: "Bea", download_limit: 9 };
    await did(waiting.id, "PUT", "", changed);
    const [later, limited] = waiting.order_items;
    expect(await read(waiting.id)).toMatchObject({
      ...{ first_name: "Bea", download_limit: 9, expiration_hours_from_first_download: 72 },
      order_items: [
        { ...later, download_limit: 9, downloads_remaining: 9 },
        {
          ...limited,
          download_limit: 9,
          downloads_remaining: 9,
          large_file_bytes: null,
          large_file_download_limit: null,
        },
      ],
    });
    await did(waiting.id, "PUT", "", { ...(await read(waiting.id)), expiration_date: "never" });
    expect(await read(waiting.id)).toMatchObject({ expiration_hours_from_first_download: null, status: "open" });

    // A limit that is sent by itself counts before those of the products.
    const other = await order({ order_items: [{ sku: "LIMITED" }] });
    await did(other.id, "PUT", "", { download_limit: other.download_limit });
    expect((await read(other.id)).order_items).toMatchObject([{ download_limit: 5, large_file_download_limit: null }]);
  });

  test("loses a bundle with all it brought, or a product beside it, and nothing by the order of lines", async () => {
    const made = async () =>
      (
        await order({
          order_items: [
            { sku: "SET", price: 50 },
            { sku: "MAP", price: 2 },
          ],
        })
      ).id;
    const itemsOf = async (id: number) => (await read(id)).order_items;
    const own = ({ bundle_item_id }: { bundle_item_id: number | null }) => bundle_item_id === null;
    const xmlOf = async (path: string) => (await store.api(path)).text();
    const putXml = async (path: string, body: string) => {
      const headers = { "content-type": "application/xml" };
      expect((await store.api(path, { method: "PUT", headers, body })).status).toBe(200);
    };
    // Removes an item's element by what only it has.
    const without = (xml: string, part: string) =>
      xml.replace(/<order[_-]item>.*?<\/order[_-]item>/gs, (one) => (one.includes(part) ? "" : one));
    for (const kind of ["v3", "/api/orders"]) {
      const leave = async (id: number, gone: { id: number; download_url: string } | null) => {
        const before = await read(id);
        const items = before.order_items.filter((one: { id: number }) => one.id !== gone?.id).toReversed();
        if (kind === "v3") return did(id, "PUT", "", { ...before, order_items: items });
        const guid = gone?.download_url.split("/").at(-1) ?? "";
        const path = `${kind}/${id}`;
        const xml = await xmlOf(path);
        await putXml(path, gone === null ? xml : without(xml, guid));
      };
      const reversed = await made();
      const items = await itemsOf(reversed);
      await leave(reversed, null);
      expect([kind, await itemsOf(reversed)]).toEqual([kind, items]);

      const ofBundle = await made();
      const [bundle] = await itemsOf(ofBundle);
      const alone = (await itemsOf(ofBundle)).filter((one: never) => own(one)).slice(1);
      await leave(ofBundle, bundle);
      expect([kind, await itemsOf(ofBundle)]).toEqual([kind, alone]);

      const ofMap = await made();
      const before = await itemsOf(ofMap);
      const map = before.find((one: { item_sku: string; bundle_item_id: null }) => one.item_sku === "MAP" && own(one));
      await leave(ofMap, map);
      expect([kind, await itemsOf(ofMap)]).toEqual([kind, before.filter(({ id }: { id: number }) => id !== map.id)]);
    }
  });

  test("moves what follows what differs: updates of a bundle's products, and the dates of a gift", async () => {
    const made = await order({ order_items: [{ sku: "SET" }] });
    const renewed = made.order_items.map((item: { bundle_item_id: number | null }) =>
      item.bundle_item_id === null ? { ...item, updates_until: at(800) } : item,
    );
    await did(made.id, "PUT", "", { ...made, order_items: renewed });
    const ends = async (id: number) =>
      new Set((await read(id)).order_items.map((item: { updates_until: string }) => item.updates_until));
    expect(await ends(made.id)).toEqual(new Set([at(800)]));

    const yearly = await order({ ...gift, deliver_at: at(5), order_items: [{ sku: "YEARLY" }] });
    const day60 = at(60);
    await did(yearly.id, "PUT", "", { ...yearly, deliver_at: day60 });
    const moved = await read(yearly.id);
    const daysAfter = (date: string) => Math.round((Date.parse(date) - Date.parse(day60)) / day);
    expect([moved.deliver_at, daysAfter(moved.expiration_date)]).toEqual([day60, 3]);
    expect(daysAfter(moved.order_items[0].updates_until)).toBe(365);
    await did(yearly.id, "PUT", "", { ...moved, recipient_email: null });
    expect(await read(yearly.id)).toMatchObject({ recipient_email: null, gift_message: null, deliver_at: null });
  });

  test("keeps the date of a first download that came meanwhile", async () => {
    const waiting = await order({ order_items: [{ sku: "LATER" }, { sku: "MAP" }] });
    expect(waiting.expiration_date).toBeNull();
    expect(await download(waiting.order_items[1], "map.txt")).toBe(200);
    const { expiration_date } = await read(waiting.id);
    expect(expiration_date).not.toBeNull();
    await did(waiting.id, "PUT", "", { ...waiting, first_name: "Ann" });
    expect(await read(waiting.id)).toMatchObject({ expiration_date, first_name: "Ann" });
  });

  test("is told by the order's own date alone", async () => {
    const { id, created_at } = await order({ order_items: [{ sku: "LIMITED" }] });
    for (const other of [null, "", {}, "abc", at(-400), "x".repeat(100_000)]) {
      const path = `orders/${(await order({ order_items: [{ sku: "LIMITED" }] })).id}`;
      const { body } = await v3(store, "PUT", path, { created_at: other, download_limit: 5 });
      expect(body.order.order_items).toMatchObject([{ download_limit: 5, large_file_download_limit: null }]);
    }
    await did(id, "PUT", "", { created_at, download_limit: 5 });
    expect((await read(id)).order_items).toMatchObject([{ download_limit: 3, large_file_download_limit: 2 }]);
  });

  test("has ended only where access has", async () => {
    const goesOn = await order(subscribed({}));
    const over = await order(subscribed({ access_until: at(-1) }));
    const ended = { subscription_status: "ended" };
    for (const [id, fields] of [
      [goesOn.id, ended],
      [(await order()).id, ended],
      [over.id, { ...ended, access_until: at(3) }],
      [over.id, { ...ended, access_until: null }],
    ]) {
      const answer = await send(store, "PUT", `orders/${id}`, fields);
      expect([answer.status, wrongFields(answer)]).toEqual([422, ["subscription_status"]]);
    }
    await did(over.id, "PUT", "", { ...(await read(over.id)), access_until: at(3) });
    expect((await read(over.id)).subscription_status).toBe("active");
    await did(over.id, "PUT", "", { access_until: at(-1) });
    await did(goesOn.id, "PUT", "", { ...ended, access_until: at(-2) });
    await did(over.id, "PUT", "", ended);
    for (const { id } of [goesOn, over]) expect((await read(id)).subscription_status).toBe("ended");
    const created = { email: "ann@example.com", order_items: [{ sku: "MAP" }], access_until: at(-1), ...ended };
    expect((await send(store, "POST", "orders", created)).status).toBe(422);
  });
});
