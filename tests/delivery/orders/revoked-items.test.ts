import { beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/platform/database/database.ts";
import { exportCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser, countDownloads } from "../../support/downloads.ts";
import { addKeys, keysNamed } from "../../support/keys.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { startSmtpServer, type TestSmtpServer } from "../../support/smtp-server.ts";
import { pathOf, stoppedOrders } from "../../support/stopped-orders.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("an order item that is revoked, on $name,", ({ create }) => {
  let service: Service;
  let smtp: TestSmtpServer;
  let db: Database;

  beforeAll(async () => {
    smtp = await startSmtpServer();
    const database = await create();
    service = await startService({ database, environment: { WAYBILL_SMTP: smtp.url() } });
    db = await database.open();
    await addItem(service, "MAP", { "map.txt": "the map of the south" });
    await addItem(service, "BOOK", { "book.txt": "a book", "notes.txt": "notes" });
  });

  const orders = stoppedOrders(() => ({ service, smtp, db }));
  const { send, read, act, done, mailsTo, keyed, linksOf, customer } = orders;
  const actOnItem = (id: number, action: string) => v3(service, "POST", `order_items/${id}/${action}`);
  const doneToItem = async (id: number, action: string) => {
    const { status, body } = await actOnItem(id, action);
    expect(status).toBe(200);
    return body.order_item;
  };
  const mainOf = async (path: string, language = "en") => {
    const answer = await service.get(path, { headers: { ...browser, "accept-language": language } });
    const html = await answer.text();
    return { status: answer.status, html: html.slice(html.indexOf("<main"), html.indexOf("</main>")) };
  };

  test("delivers nothing, and its order delivers the rest; one call undoes it", async () => {
    const product = await keyed();
    await addKeys(service, product.id, keysNamed(product.sku, 1));
    const order = await send(["MAP", "BOOK", product.sku]);
    expect(await mailsTo(order)).toBe(1);
    const [, book, keys] = order.order_items;
    const { page, items, files } = await linksOf(order);
    const ofBook = files.filter((path) => path.startsWith(items[1] as string));
    expect(ofBook.length).toBe(2);
    const downloads = `/api/orders/${order.id}/downloads`;
    const counted = await countDownloads(service, downloads);

    const revoked = await doneToItem(book.id, "revoke");
    expect(revoked.revoked_at).toBeString();
    expect(await doneToItem(book.id, "revoke")).toEqual(revoked);
    await doneToItem(keys.id, "revoke");
    for (const path of [items[1] as string, ...ofBook]) {
      const plain = await service.get(path);
      expect([plain.status, await plain.text()]).toEqual([410, expect.stringContaining("withdrawn this product")]);
      const shown = await mainOf(path);
      expect([shown.status, shown.html]).toEqual([410, expect.stringContaining("withdrawn this product")]);
    }
    for (const [language, words] of Object.entries({ de: "dieses Produkt", fr: "ce produit", es: "este producto" }))
      expect((await mainOf(items[1] as string, language)).html).toContain(words);
    expect((await mainOf(items[1] as string, "ja")).html).toContain("取り消しました");
    expect(await countDownloads(service, downloads)).toBe(counted);

    const { status, html } = await mainOf(page);
    expect(status).toBe(200);
    expect(html).toContain("The store has withdrawn this product");
    expect(html).toContain("map.txt");
    expect(html).not.toContain("book.txt");
    expect(html).not.toContain(keys.license_keys[0]);
    const all = Buffer.from(await (await service.get(`${page}/all.zip`)).bytes()).toString("latin1");
    expect([all.includes("map.txt"), all.includes("book.txt")]).toEqual([true, false]);
    expect((await service.get(files[0] as string)).status).toBe(200);

    // Its keys stay with it; the order's state is what the rest has.
    const after = await read(order.id);
    expect(after).toMatchObject({ state: "delivered", revoked_at: null, total: order.total });
    expect(after.order_items).toMatchObject([
      { revoked_at: null },
      { revoked_at: revoked.revoked_at },
      { revoked_at: expect.any(String), license_keys: keys.license_keys, license_keys_due: 0 },
    ]);
    expect((await act(order.id, "resend")).status).toBe(200);
    expect(await mailsTo(order)).toBe(2);
    const mail = smtp.received.findLast(({ to }) => to.includes(order.email));
    expect(mail?.raw).toContain("map.txt");
    expect(mail?.raw).not.toContain("book.txt");
    const { rows } = await exportCsv(service, "orders.csv");
    expect(rows.find((row) => row.id === String(order.id))).toMatchObject({
      revoked_at: "",
      revoked_skus: `BOOK;${product.sku}`,
    });

    expect(await doneToItem(book.id, "restore")).toMatchObject({ revoked_at: null });
    expect((await service.get(ofBook[0] as string)).status).toBe(200);
    const timeline = (await v3(service, "GET", `orders/${order.id}/timeline`)).body.timeline;
    const kinds = timeline.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain("item.revoked");
    expect(kinds).toContain("item.restored");
  });

  test("takes the order with it when it is the last one, and either is restored with one call", async () => {
    const order = await send(["MAP", "BOOK"]);
    const [map, book] = order.order_items;
    await doneToItem(map.id, "revoke");
    await doneToItem(book.id, "revoke");
    const revoked = await read(order.id);
    expect(revoked).toMatchObject({ state: "revoked", revoked_at: expect.any(String) });
    expect((await service.get(pathOf(order.download_url))).status).toBe(410);
    expect((await act(order.id, "resend")).status).toBe(409);
    await doneToItem(book.id, "restore");
    expect(await read(order.id)).toMatchObject({
      revoked_at: null,
      order_items: [{ revoked_at: expect.any(String) }, { revoked_at: null }],
    });
    await doneToItem(book.id, "revoke");
    await done(order.id, "restore");
    expect(await read(order.id)).toMatchObject({
      revoked_at: null,
      order_items: [{ revoked_at: null }, { revoked_at: null }],
    });
    // An order that was revoked as a whole stays so when an item is restored, and keeps the item revoked when it is.
    await doneToItem(map.id, "revoke");
    await done(order.id, "revoke");
    await done(order.id, "restore");
    expect((await read(order.id)).order_items).toMatchObject([
      { revoked_at: expect.any(String) },
      { revoked_at: null },
    ]);
    await done(order.id, "revoke");
    await doneToItem(map.id, "restore");
    expect((await read(order.id)).state).toBe("revoked");
    for (const action of ["revoke", "restore"]) expect((await actOnItem(404_404, action)).status).toBe(404);
  });

  test("is refused as on hold while its order is, and stays revoked when the order is released or changed", async () => {
    const order = await send(["MAP", "BOOK"], { hold: true });
    const [map] = order.order_items;
    await doneToItem(map.id, "revoke");
    const items = order.order_items.map((item: { download_url: string }) => pathOf(item.download_url));
    expect((await service.get(items[0])).status).toBe(403);
    await done(order.id, "release");
    expect((await service.get(items[0])).status).toBe(410);
    const order_items = [{ item_sku: "MAP", quantity: 3 }, { item_sku: "BOOK" }];
    await v3(service, "PUT", `orders/${order.id}`, { order_items });
    await v3(service, "PUT", `order_items/${map.id}`, { additional_downloads: 2 });
    await v3(service, "POST", `orders/${order.id}/reopen`);
    expect((await service.get(items[0])).status).toBe(410);
    expect((await mainOf(items[1])).status).toBe(200);
  });

  test("gets no keys, does not count as waiting, and gets what it lacks once it is restored", async () => {
    const product = await keyed();
    const [one, two] = [await send(["MAP", product.sku]), await send(["MAP", product.sku])];
    expect((await read(one.id)).state).toBe("waiting_for_key");
    const item = one.order_items[1].id;
    await doneToItem(item, "revoke");
    expect((await read(one.id)).state).not.toBe("waiting_for_key");
    expect((await v3(service, "GET", `products/${product.id}`)).body.product.orders_waiting_for_keys).toBe(1);
    const waiting = await v3(service, "GET", `orders?sku=${product.sku}&waiting_for_keys=true`);
    expect(waiting.body.orders.map(({ id }: { id: number }) => id)).toEqual([two.id]);
    await addKeys(service, product.id, keysNamed(product.sku, 2));
    await until(
      "the other order has its key",
      async () => (await read(two.id)).order_items[1].license_keys.length === 1,
    );
    expect((await read(one.id)).order_items[1].license_keys).toEqual([]);
    const mails = await mailsTo(one);
    const once = { "idempotency-key": crypto.randomUUID() };
    const restored = await v3(service, "POST", `order_items/${item}/restore`, undefined, once);
    expect(restored.body.order_item.license_keys).toEqual([expect.stringContaining(product.sku)]);
    expect((await v3(service, "POST", `order_items/${item}/restore`, undefined, once)).body).toEqual(restored.body);
    expect(await mailsTo(one)).toBe(mails + 1);
  });

  test("is not counted as revenue or as what the customer paid", async () => {
    const email = customer();
    const order_items = [
      { item_sku: "MAP", price: 700_000, quantity: 2 },
      { item_sku: "BOOK", price: 1 },
    ];
    const worth = async () => {
      const { revenue } = (await v3(service, "GET", "stats")).body.stats.totals;
      const { totals } = (await v3(service, "GET", `customers/${email}`)).body.customer;
      return { revenue: revenue.filter(({ currency }: { currency: string }) => currency === "XTS"), totals };
    };
    const { order } = (await v3(service, "POST", "orders", { email, currency: "XTS", order_items })).body;
    const of = (amount: number) => [{ currency: "XTS", amount }];
    expect(await worth()).toEqual({ revenue: of(1_400_001), totals: of(1_400_001) });
    await doneToItem(order.order_items[0].id, "revoke");
    expect(await worth()).toEqual({ revenue: of(1), totals: of(1) });
    // What was ordered stays.
    const page = await service.get(pathOf(order.download_url), { headers: browser });
    expect(await page.text()).toContain("1,400,001");
    await doneToItem(order.order_items[0].id, "restore");
    expect(await worth()).toEqual({ revenue: of(1_400_001), totals: of(1_400_001) });
  });
});
