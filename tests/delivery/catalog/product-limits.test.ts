import { beforeAll, describe, expect, test } from "bun:test";
import { hoursAfter } from "../../../src/delivery/orders/expiration.ts";
import { instant } from "../../../src/platform/instants.ts";
import { rush } from "../../support/clients.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser } from "../../support/downloads.ts";
import { limitedOrders } from "../../support/limited-orders.ts";
import { type Service, startProcess, until } from "../../support/service.ts";
import { addItem, createOrder, xmlHeaders } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const hour = 3_600_000;

describe.each(databasesUnderTest)("limits and expiry of products, on $name,", ({ name, create }) => {
  let service: Service;
  /** On PostgreSQL a second server stands beside the first. */
  let servers: Service[];

  beforeAll(async () => {
    const database = await create();
    service = await startProcess({ database });
    servers = [service];
    if (name === "postgres") servers.push(await startProcess({ database, credentials: service.credentials }));
    await v3(service, "PUT", "account", { order_expiration_in_hours: 100, download_limit_per_item: 5 });
    for (const [sku, limits] of Object.entries({
      PLAIN: {},
      DAY: { order_expiration_in_hours: 24, download_limit: 1 },
      YEAR: { order_expiration_in_hours: 8760 },
      RENT: { order_expiration_in_hours: 48, expires_from: "first_download", download_limit: 2 },
      LATER: { expires_from: "first_download" },
      RUSH: { download_limit: 30 },
    })) {
      await addItem(service, sku, { "file.txt": `the file of ${sku}` });
      expect((await v3(service, "PUT", `skuproducts/${sku}`, limits)).status).toBe(200);
    }
  });

  const { send, read, put, act, pathOf, download, millisecondsOf, expiryOf, remainingOf } = limitedOrders(
    () => service,
  );

  test("what the order says counts first, then its products, the most generous of them, then the account", async () => {
    const inAWeek = new Date(Date.now() + 168 * hour).toISOString();
    for (const [skus, fields, expiry, remaining] of [
      [["PLAIN"], {}, 100, [5]],
      [["DAY"], {}, 24, [1]],
      [["RENT"], {}, "48*", [2]],
      [["LATER"], {}, "100*", [5]],
      [["DAY", "PLAIN"], {}, 100, [1, 5]],
      [["YEAR", "DAY"], {}, 8760, [5, 1]],
      [["RENT", "YEAR", "DAY"], {}, "8760*", [2, 5, 1]],
      [[], {}, 100, []],
      [["DAY"], { expiration_date: inAWeek }, 168, [1]],
      [["RENT"], { expiration_date: inAWeek }, 168, [2]],
      [["RENT"], { expiration_date: "never" }, null, [2]],
      [["DAY", "RENT"], { download_limit: 7 }, "48*", [7, 7]],
      [["DAY"], { download_limit: "unlimited" }, 24, [null]],
      [["DAY"], { expiration_date: null, download_limit: null }, 24, [1]],
    ] as const) {
      const made = await send([...skus], fields);
      for (const order of [made, await read(made.id)]) {
        expect([skus, expiryOf(order), remainingOf(order)]).toEqual([skus, expiry, remaining]);
      }
    }
    const line = { item_sku: "DAY", downloads_remaining: 9 };
    const own = await send([], { order_items: [line] });
    expect(remainingOf(own)).toEqual([9]);
    expect(own.order_items[0].download_limit).toBe(1);
  });

  test("an account whose orders never expire makes those that also hold a product without hours endless", async () => {
    await v3(service, "PUT", "account", { order_expiration_in_hours: null });
    try {
      expect(expiryOf(await send(["DAY", "PLAIN"]))).toBeNull();
      expect(expiryOf(await send(["LATER"]))).toBeNull();
      expect(expiryOf(await send(["RENT"]))).toBe("48*");
    } finally {
      await v3(service, "PUT", "account", { order_expiration_in_hours: 100 });
    }
  });

  test("the unversioned interface has the same rules, and no date before the first download", async () => {
    const rent = await createOrder(service, { skus: ["RENT"] });
    expect(rent.xml).toContain('<expiration_date type="datetime"/>');
    expect(rent.xml).toContain('<downloads_remaining type="integer">2<');
    const own = await createOrder(service, { skus: ["DAY"], fields: "<download_limit>4</download_limit>" });
    expect(own.xml).toContain('<downloads_remaining type="integer">4<');
    expect(expiryOf(await read(own.id))).toBe(24);
    const body = "<order><download_limit>6</download_limit></order>";
    const path = `/api/orders/${rent.id}`;
    expect((await service.api(path, { method: "PUT", headers: xmlHeaders, body })).ok).toBe(true);
    const changed = await read(rent.id);
    expect([expiryOf(changed), remainingOf(changed)]).toEqual(["48*", [6]]);
    expect(await download(changed)).toBe(200);
    expect(expiryOf(await read(rent.id))).toBe(48);
    const sent = await service.api(`${path}/send_email`, { method: "POST" });
    expect(sent.ok).toBe(true);
    expect(expiryOf(await read(rent.id))).toBe("48*");
  });

  test("the first counted download sets the date, and no other one moves it", async () => {
    const order = await send(["RENT"]);
    const path = pathOf(order);
    await service.get(path, { headers: browser });
    await service.get(path, { method: "HEAD" });
    expect(expiryOf(await read(order.id))).toBe("48*");
    const before = Date.now();
    expect(await download(order)).toBe(200);
    const { expiration_date: date, expiration_hours_from_first_download: hours } = await read(order.id);
    expect(hours).toBeNull();
    expect(millisecondsOf(date)).toBeGreaterThanOrEqual(Math.floor((before + 48 * hour) / 1000) * 1000);
    expect(millisecondsOf(date)).toBeLessThanOrEqual(Date.now() + 48 * hour);
    expect(await download(order)).toBe(200);
    expect(await download(order)).toBe(403);
    expect((await read(order.id)).expiration_date).toBe(date);
  });

  test("a first download that begins with a later part sets the date as well", async () => {
    const order = await send(["RENT"]);
    expect((await service.get(pathOf(order), { headers: { range: "bytes=3-" } })).status).toBe(206);
    expect(expiryOf(await read(order.id))).toBe(48);
  });

  test("a hundred first downloads at once set one date, and no product gives more than its limit", async () => {
    const order = await send(["RUSH", "LATER", "YEAR"]);
    const urls = servers.flatMap(({ url }) => [0, 1, 2].map((index) => url + pathOf(order, index)));
    const changing = Promise.all([1, 2, 3].map((title) => put(order.id, { title: `Title ${title}` })));
    expect(await rush(urls, { processes: 2, requests: 120 / urls.length })).toEqual({ 200: 40, 403: 200 });
    await changing;
    const after = await read(order.id);
    expect([after.download_count, expiryOf(after), remainingOf(after)]).toEqual([40, 8760, [0, 0, 0]]);
    const { expiration_date: date } = after;
    const { downloads } = (await v3(service, "GET", `orders/${order.id}/downloads?page_size=500`)).body;
    const times = downloads.map((one: { downloaded_at: string }) => millisecondsOf(one.downloaded_at));
    expect(times).toContain(millisecondsOf(date) - 8760 * hour);
  });

  test("a limit set later by the order counts, also for items that it gets then; reopening gives products' limits back", async () => {
    const order = await send(["DAY", "PLAIN"]);
    expect(await download(order)).toBe(200);
    expect(await download(order)).toBe(403);
    const [item] = order.order_items;
    await v3(service, "PUT", `order_items/${item.id}`, { additional_downloads: 2 });
    expect(remainingOf(await read(order.id))).toEqual([2, 5]);
    await v3(service, "PUT", "skuproducts/DAY", { download_limit: 3 });
    try {
      expect(remainingOf(await read(order.id))).toEqual([2, 5]);
      expect(remainingOf(await act(order.id, "reopen"))).toEqual([1, 5]);
    } finally {
      await v3(service, "PUT", "skuproducts/DAY", { download_limit: 1 });
    }
    const lines = ["PLAIN", "RENT"].map((item_sku) => ({ item_sku }));
    expect(remainingOf(await put(order.id, { order_items: lines }))).toEqual([5, 2]);
    expect(remainingOf(await put(order.id, { download_limit: 5 }))).toEqual([5, 5]);
    const more = [...lines, { item_sku: "DAY" }];
    expect(remainingOf(await put(order.id, { order_items: more }))).toEqual([5, 5, 5]);
    expect(remainingOf(await act(order.id, "reopen"))).toEqual([5, 5, 5]);
  });

  test("expire, reopen, extend, hold and release, while the order waits and afterwards", async () => {
    const order = await send(["RENT"]);
    expect(expiryOf(await act(order.id, "hold"))).toBe("48*");
    expect(await download(order)).toBe(403);
    expect(expiryOf(await act(order.id, "release"))).toBe("48*");
    const expired = await act(order.id, "expire");
    expect([expired.status, expired.expiration_hours_from_first_download]).toEqual(["expired", null]);
    expect(await download(order)).toBe(410);
    const reopened = await act(order.id, "reopen");
    expect([reopened.status, expiryOf(reopened)]).toEqual(["open", "48*"]);
    expect(await download(order)).toBe(200);
    expect(expiryOf(await read(order.id))).toBe(48);
    expect(expiryOf(await act(order.id, "reopen"))).toBe("48*");
    expect(expiryOf(await put(order.id, { first_name: "Ann" }))).toBe("48*");
    const end = new Date(Date.now() + 10 * hour).toISOString();
    expect(expiryOf(await put(order.id, { expiration_date: end }))).toBe(10);
    expect(await download(order)).toBe(200);
    expect(expiryOf(await read(order.id))).toBe(10);
    expect(expiryOf(await put(order.id, { expiration_date: "never" }))).toBeNull();
    expect(await download(order)).toBe(200);
    expect(expiryOf(await read(order.id))).toBeNull();
  });

  test("an order that waits is found as open, and as expired once its date has passed", async () => {
    await v3(service, "PUT", "account", { order_expiration_in_hours: 0 });
    let order: { id: number; email: string };
    try {
      order = await send(["LATER"]);
    } finally {
      await v3(service, "PUT", "account", { order_expiration_in_hours: 100 });
    }
    const found = async (state: string) => {
      const { body } = await v3(service, "GET", `orders?state=${state}&email=${order.email}`);
      return body.orders.length;
    };
    expect((await read(order.id)).state).toBe("open");
    expect(await download(order)).toBe(200);
    expect(await download(order)).toBe(410);
    expect((await read(order.id)).status).toBe("expired");
    await until("it is found as expired", async () => (await found("expired")) > 0);
    expect(await found("open")).toBe(0);
  });

  test("pages say in every language how long the links work, and never that they work forever", async () => {
    const order = await send(["RENT"]);
    const page = async (path: string, language: string) =>
      (await (await service.get(path, { headers: { ...browser, "accept-language": language } })).text())
        .replaceAll("\u00a0", " ")
        .replace(/[\u2060\u200b]|<wbr\s*\/?>/g, "");
    for (const [language, words] of [
      ["en", "2 days after the first download"],
      ["de", "2 Tage ab dem ersten Download"],
      ["fr", "2 jours après le premier téléchargement"],
      ["es", "2 días desde la primera descarga"],
    ] as const) {
      expect(await page(new URL(order.download_url).pathname, language)).toContain(words);
      expect(await page(`${pathOf(order)}?page`, language)).toContain(words);
    }
    expect(await page(new URL(order.download_url).pathname, "ja")).toContain("有効期限");
    expect(await page(new URL(order.download_url).pathname, "ja")).not.toContain("期限なし");
    expect(await download(order)).toBe(200);
    expect(await page(new URL(order.download_url).pathname, "en")).not.toContain("after the first download");
  });

  test("large files have a limit of their own, which the item keeps", async () => {
    const large = new Uint8Array(2000);
    await addItem(service, "SIZES", { "large.bin": large, "small.txt": "small", "other.bin": large.slice(0, 1999) });
    const limits = { download_limit: 3, large_file_bytes: 2000, large_file_download_limit: 1 };
    await v3(service, "PUT", "skuproducts/SIZES", limits);
    const order = await send(["SIZES"]);
    const shown = { ...limits, downloads_remaining: 1 };
    expect(order.order_items[0]).toMatchObject(shown);
    expect((await read(order.id)).order_items[0]).toMatchObject(shown);
    await v3(service, "PUT", "skuproducts/SIZES", { large_file_bytes: null, large_file_download_limit: null });
    const { files } = (await v3(service, "GET", "skuproducts/SIZES")).body.product;
    const [largeUrl, smallUrl, otherUrl] = ["large.bin", "small.txt", "other.bin"].map((filename) => {
      const { id } = files.find((file: { filename: string }) => file.filename === filename);
      return `${pathOf(order)}/${id}/${filename}`;
    }) as [string, string, string];
    const urls = servers.map(({ url }) => url + largeUrl);
    expect(await rush(urls, { processes: 2, requests: 20 / urls.length })).toEqual({ 200: 1, 403: 39 });
    expect(remainingOf(await read(order.id))).toEqual([0]);
    expect((await read(order.id)).state).toBe("open");
    const get = async (path: string) => (await service.get(path)).status;
    const [item] = order.order_items;
    await v3(service, "PUT", `order_items/${item.id}`, { additional_downloads: 1 });
    expect(remainingOf(await read(order.id))).toEqual([1]);
    expect([await get(largeUrl), await get(largeUrl)]).toEqual([200, 403]);
    for (const url of [smallUrl, otherUrl]) {
      expect([await get(url), await get(url), await get(url), await get(url), await get(url)]).toEqual([
        ...[200, 200, 200, 200, 403],
      ]);
    }
    expect((await read(order.id)).state).toBe("used_up");
    expect((await act(order.id, "reopen")).order_items[0]).toMatchObject(shown);
    await v3(service, "PUT", `order_items/${item.id}`, { downloads_remaining: 2 });
    expect(remainingOf(await read(order.id))).toEqual([2]);
    expect([await get(largeUrl), await get(largeUrl), await get(largeUrl)]).toEqual([200, 200, 403]);
    expect(remainingOf(await act(order.id, "reopen"))).toEqual([1]);
    const own = (await put(order.id, { download_limit: 4 })).order_items[0];
    expect(own).toMatchObject({ download_limit: 4, large_file_bytes: null, downloads_remaining: 4 });
    expect(await get(largeUrl)).toBe(200);
  });
});

test.each([1, 47, 48, 72, 720, 8760])(
  "an order of %d hours expires that many hours later, not a day more or less",
  (hours) => {
    const at = instant(Date.UTC(2026, 1, 27, 22, 30));
    expect(hoursAfter(at, hours) - at).toBe(hours * 3_600_000);
  },
);
