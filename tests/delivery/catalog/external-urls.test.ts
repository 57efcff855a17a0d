import { describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import { browser, countDownloads, stateOf } from "../../support/downloads.ts";
import { makeProduct, type Product, readProduct, send, wrongFields } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";
import { addItem, createOrder } from "../../support/store.ts";

const target = "https://files.example.com/a%20b/?x=1#part";

describe.each(anyDatabase)("on $name", async ({ makeStore }) => {
  const service: Store = await makeStore();
  const withUrl = (fields: object = {}) =>
    makeProduct(service, { item_urls: [{ url: target, name: "Video" }], ...fields });
  const ordered = async (product: Product, fields = "") => {
    const order = await createOrder(service, { skus: [product.sku], fields });
    return { ...order, link: order.links[0] ?? "", way: `${order.links[0]}/${product.item_urls[0]?.id}/Video` };
  };

  test("an address is delivered by a redirect that is counted and that nobody stores", async () => {
    const product = await withUrl();
    const order = await ordered(product);
    for (const path of [order.way, order.link]) {
      const response = await service.get(path);
      expect(response.status).toBe(302);
      expect(response.headers.get("location")).toBe(target);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    }
    expect(await stateOf(service, order)).toEqual({ recorded: 2, counted: 2, remaining: 3 });
    const after = await readProduct(service, product.id);
    expect(after).toMatchObject({ download_count: 2, item_urls: [{ download_count: 2 }], files: [] });
    const { body } = await send(service, "GET", `products/${product.id}/downloads`);
    expect(body.downloads).toMatchObject([{ filename: "Video", size_bytes: 0 }, { filename: "Video" }]);
  });

  test("HEAD is answered alike and not counted", async () => {
    const order = await ordered(await withUrl());
    const head = await service.get(order.way, { method: "HEAD" });
    expect([head.status, head.headers.get("location")]).toEqual([302, target]);
    expect(await stateOf(service, order)).toEqual({ recorded: 0, counted: 0, remaining: 5 });
  });

  test("a range or a condition makes no difference: each use counts", async () => {
    const order = await ordered(await withUrl());
    const asked: Record<string, string>[] = [{ range: "bytes=5-" }, { "if-none-match": "*" }, { "if-match": '"x"' }];
    for (const headers of asked) expect((await service.get(order.way, { headers })).status).toBe(302);
    expect((await stateOf(service, order)).recorded).toBe(3);
  });

  test("the allowance holds for each address, also under a rush", async () => {
    const urls = ["One", "Two"].map((name) => ({ url: `https://example.com/${name}`, name }));
    const product = await makeProduct(service, { item_urls: urls });
    const order = await ordered(product, "<download_limit>2</download_limit>");
    for (const { id, name } of product.item_urls) {
      const rush = Array.from({ length: 20 }, () => service.get(`${order.link}/${id}/${name}`));
      const statuses = (await Promise.all(rush)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 302)).toHaveLength(2);
      expect(statuses.filter((status) => status === 403)).toHaveLength(18);
      expect((await service.get(`${order.link}/${id}/${name}`, { method: "HEAD" })).status).toBe(403);
    }
  });

  test("an expired order does not lead there", async () => {
    const order = await ordered(await withUrl());
    await send(service, "POST", `orders/${order.id}/expire`);
    expect((await service.get(order.way)).status).toBe(410);
    expect((await stateOf(service, order)).recorded).toBe(0);
  });

  test("a permalink leads there, counted without an order", async () => {
    const product = await withUrl();
    const response = await service.get(product.permalink);
    expect([response.status, response.headers.get("location")]).toEqual([302, target]);
    expect(await countDownloads(service, `/api/items/${product.sku}/downloads`)).toBe(1);
  });

  test("pages show where it opens, without a size", async () => {
    const product = await withUrl();
    const order = await ordered(product);
    const [, guid] =
      /orders\/([\w-]+)$/.exec(
        (await send<{ order: { download_url: string } }>(service, "GET", `orders/${order.id}`)).body.order.download_url,
      ) ?? [];
    for (const path of [`/orders/${guid}`, order.link, product.permalink]) {
      const page = await (await service.get(path, { headers: browser })).text();
      expect(page).toContain("Opens on files.example.com");
      expect(page).toMatch(/\/(get|permalink)\/[\w-]+\/\d+\/Video"/);
      expect(page).not.toMatch(/>0 bytes|<data/);
      expect(page).not.toContain("a%20b");
    }
    expect((await stateOf(service, order)).recorded).toBe(0);
  });

  test("the unversioned interface shows the first stored file in spite of it", async () => {
    const product = await withUrl();
    const item = async () => (await service.api(`/api/items/${product.sku}`)).text();
    expect(await item()).toMatch(/<filename\s*\/>|<filename><\/filename>/);
    const [file] = (await addItem(service, `FILE-${product.id}`, { "real.txt": "123" })).files;
    await send(service, "PUT", `products/${product.id}`, { item_assets: [file?.id] });
    expect(await item()).toMatch(/<filename>real\.txt<[\s\S]*<size_bytes[^>]*>3</);
    expect((await readProduct(service, product.id)).item_urls).toEqual(product.item_urls);
  });

  test("a kept address keeps its number and counts; a removed one leads nowhere", async () => {
    const product = await withUrl();
    const order = await ordered(product);
    await service.get(order.way);
    const put = (item_urls: object[]) =>
      send<{ product: Product }>(service, "PUT", `products/${product.id}`, { item_urls });
    const added = { url: "https://example.com/new", name: "New" };
    const kept = (await put([added, { url: target, name: "Video" }, added])).body.product.item_urls;
    expect(kept).toMatchObject([added, { ...product.item_urls[0], download_count: 1 }]);
    const renamed = (await put([{ url: target, name: "Film" }])).body.product.item_urls;
    expect(renamed).toMatchObject([{ name: "Film", download_count: 0 }]);
    expect((await service.get(order.way)).status).toBe(404);
    expect((await service.get(`${order.link}/${renamed[0]?.id}/Film`)).status).toBe(302);
  });

  test.each([
    "ftp://example.com/",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "//example.com/",
    "/path",
    "example.com",
    "https://",
    "https:example.com",
    "http://a b.example/",
    "https://user@example.com/",
    "https://user:secret@example.com/",
    "https://example.com/\r\nset-cookie: a=b",
    `https://example.com/${"x".repeat(2000)}`,
    "",
  ])("%j is no address", async (url) => {
    const refused = await send(service, "POST", "products", { sku: "X", name: "X", item_urls: [{ url, name: "x" }] });
    expect(refused.status).toBe(422);
    expect(wrongFields(refused)).toEqual(["item_urls[0].url"]);
  });

  test("an address outside of ASCII is sent encoded, and shown by its host name when it has no name", async () => {
    const url = "HTTP://Exämple.com/ü?q=✓";
    const product = await makeProduct(service, { item_urls: [{ url }] });
    expect(product.item_urls).toMatchObject([{ url, name: "xn--exmple-cua.com" }]);
    const order = await ordered(product);
    const response = await service.get(order.link);
    expect(response.headers.get("location")).toBe("http://xn--exmple-cua.com/%C3%BC?q=%E2%9C%93");
  });
});
