import { beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { fetchTimes, orderOf, readableOrder } from "../../support/readable-order.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const downloadFields = [
  "id filename product_sku order_id order_vendor_id order_shop_number order_item_id ip_address downloaded_at size_bytes file_version completed sent_bytes user_agent",
].join(" ");
const fields = (names: string, ...more: string[]) => [...names.split(" "), ...more].toSorted();
const dayFromToday = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe.each(databasesUnderTest)("v3 downloads on $name", ({ makeStore }) => {
  let service: SharedStore;
  let item: { id: number };
  const get = (path: string) => v3(service, "GET", path);
  const order = (body: Record<string, unknown>) => orderOf(service, body);
  const fetchFiles = (path: string, times: number) => fetchTimes(service, path, times);
  const pathOf = (url: string) => new URL(url).pathname;

  beforeAll(async () => {
    service = await makeStore();
    [item] = (await readableOrder(service)).order_items;
  });

  test("a download names its product, order, order item, client and file; permalinks name no order", async () => {
    const { status, body } = await get("downloads");
    expect(status).toBe(200);
    expect(body).toMatchObject({ page: 1, page_size: 50, total: 6 });
    for (const download of body.downloads) expect(Object.keys(download).toSorted()).toEqual(fields(downloadFields));
    const [newest] = body.downloads;
    expect(newest).toMatchObject({ product_sku: "MAP", order_id: null, order_item_id: null, filename: "map.txt" });
    expect(newest).toMatchObject({ ip_address: "127.0.0.1", size_bytes: 5, user_agent: "curl/8.0" });
    expect(newest.downloaded_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    expect(body.downloads.at(-1)).toMatchObject({ product_sku: "MAP", order_id: 10_000_001, order_item_id: item.id });
  });

  test("an order id that is text stays text", async () => {
    const sent = await service.api("/api/orders", {
      method: "POST",
      headers: { "content-type": "application/xml" },
      body: "<order><id>W-1</id><email>bob@example.com</email><order_items><order_item><sku>TWO</sku></order_item></order_items></order>",
    });
    expect(sent.status).toBe(201);
    const { body } = await get("orders/W-1");
    const { files } = (await get(`order_items/${body.order.order_items[0].id}/files`)).body;
    await fetchFiles(
      `${pathOf(body.order.download_url).replace(/.*/, pathOf(body.order.order_items[0].download_url))}/${files[0].id}/x`,
      1,
    );
    expect((await get("orders/W-1/downloads")).body).toMatchObject({ total: 1, downloads: [{ order_id: "W-1" }] });
    expect((await get("downloads?order_id=W-1")).body.total).toBe(1);
  });

  test("they are found by the store's own ID of the order, and by its number at the shop", async () => {
    const { body } = await v3(service, "POST", "orders", {
      email: "cleo@example.com",
      vendor_id: "woocommerce:5001",
      title: "#5001",
      order_items: [{ sku: "TWO" }],
    });
    const [ordered] = body.order.order_items;
    const { files } = (await get(`order_items/${ordered.id}/files`)).body;
    await fetchFiles(`${pathOf(ordered.download_url)}/${files[0].id}/x`, 1);
    for (const name of ["woocommerce:5001", "5001", "%235001", String(body.order.id)]) {
      expect((await get(`downloads?order_id=${name}`)).body, name).toMatchObject({
        total: 1,
        downloads: [{ order_id: body.order.id, order_shop_number: "#5001" }],
      });
    }
    expect((await get("downloads?order_id=5001&customer=bob@example.com")).body.total).toBe(0);
  });

  test("filters hold together, and the total is that of the filter", async () => {
    const total = async (query: string) => {
      const { body } = await get(`downloads?page_size=500&${query}`);
      expect(body.downloads.length).toBe(body.total);
      return body.total;
    };
    expect(await total("sku=MAP")).toBe(5);
    expect(await total("sku=map")).toBe(0);
    expect(await total("order_id=10000001")).toBe(4);
    expect(await total("order_id=10000001&sku=SONG")).toBe(1);
    expect(await total("order_id=nothing")).toBe(0);
    expect(await total("ip_address=127.0.0.1&sku=SONG")).toBe(1);
    expect(await total("ip_address=10.0.0.1")).toBe(0);
    expect(await total(`from=${dayFromToday(-1)}&to=${dayFromToday(1)}&sku=MAP`)).toBe(5);
    expect(await total(`from=${dayFromToday(2)}`)).toBe(0);
    expect(await total(`to=${dayFromToday(-2)}`)).toBe(0);
  });

  test("pages follow each other newest first, and those past the end are empty", async () => {
    const ids = async (query: string) =>
      (await get(`downloads?order_id=10000001&${query}`)).body.downloads.map(({ id }: { id: number }) => id);
    const all = await ids("");
    expect(all).toEqual(all.toSorted((one: number, other: number) => other - one));
    expect([...(await ids("page=1&page_size=3")), ...(await ids("page=2&page_size=3"))]).toEqual(all);
    expect(await ids("page=3&page_size=3")).toEqual([]);
  });

  test("an order item has its downloads and its files", async () => {
    expect((await get(`order_items/${item.id}/downloads`)).body).toMatchObject({ total: 3, page: 1, page_size: 50 });
    const { body } = await get(`order_items/${item.id}/files`);
    expect(body).toMatchObject({ total: 1, page: 1, page_size: 50 });
    const sha256 = new Bun.CryptoHasher("sha256").update("a map").digest("hex");
    expect(body.files).toEqual([
      {
        id: expect.any(Number),
        filename: "map.txt",
        size_bytes: 5,
        content_type: expect.stringContaining("text/plain"),
        sha256,
        permalink: expect.stringMatching(/^\/permalink\/[\w-]{22,}\/\d+\/map\.txt$/),
        created_at: expect.any(String),
        updated_at: null,
        version: 1,
        version_note: null,
      },
    ]);
  });

  test("downloads outlive their order and their product", async () => {
    await addItem(service, "BRIEF");
    const { id, order_items } = await order({ order_items: [{ item_sku: "BRIEF" }] });
    await fetchFiles(pathOf(order_items[0].download_url), 1);
    await v3(service, "DELETE", `orders/${id}`);
    expect((await service.api("/api/items/BRIEF", { method: "DELETE" })).status).toBe(200);
    expect((await get("downloads?sku=BRIEF")).body).toMatchObject({ total: 1, downloads: [{ product_sku: "BRIEF" }] });
    expect((await get(`orders/${id}/downloads`)).status).toBe(404);
    expect((await get(`order_items/${order_items[0].id}/files`)).status).toBe(404);
  });
});
