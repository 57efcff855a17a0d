import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import { onePixel, storedBytes } from "../../support/files.ts";
import { makeProduct, type Product } from "../../support/products.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { mailsTo } from "../../support/sign-in.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const otherPixel = `${onePixel.slice(0, -4)}AAAA`;
const base64 = (...parts: Uint8Array[]) => Buffer.concat(parts).toString("base64");
const pixel = Buffer.from(onePixel, "base64");

describe.each(anyDatabase)("the cover of a product on $name", ({ create }) => {
  let service: Service;
  let product: Product;

  beforeAll(async () => {
    service = await startService({ database: await create() });
    product = await makeProduct(service);
  });

  const change = (content: string, { id }: Pick<Product, "id"> = product) =>
    v3(service, "PUT", `products/${id}/cover`, { content });
  const pathOf = (url: string) => new URL(url).pathname;

  async function picture(path: string): Promise<string> {
    const answer = await service.get(path);
    expect(answer.status).toBe(200);
    return base64(await answer.bytes());
  }

  test("stays when another is refused, which leaves no bytes behind", async () => {
    expect(product.cover_url).toBeNull();
    const { status, body } = await change(onePixel);
    expect([status, body.product.id]).toEqual([200, product.id]);
    const path = pathOf(body.product.cover_url);
    const stored = storedBytes(service);
    const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
    const refused: [string, string][] = [
      ["", "must be a PNG, JPEG or WebP image"],
      ["no base64!", "must be an image encoded in Base64"],
      [base64(svg), "must be a PNG, JPEG or WebP image"],
      [base64(pixel, Buffer.alloc(524_289 - pixel.length)), "must be at most 524288 bytes"],
    ];
    for (const [content, message] of refused) {
      const { status, body } = await change(content);
      expect([status, body.errors]).toEqual([422, [{ field: "content", message }]]);
    }
    expect((await change(onePixel, { id: 999_999 })).status).toBe(404);
    expect(storedBytes(service)).toEqual(stored);
    expect(await picture(path)).toBe(onePixel);
    expect((await change(base64(pixel, Buffer.alloc(524_288 - pixel.length)))).status).toBe(200);
  });

  test("is kept by browsers for ever, under an address that changes with it", async () => {
    const first = pathOf((await change(onePixel)).body.product.cover_url);
    const answer = await service.get(first);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    const head = await service.get(first, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(pixel.length)]);
    const second = pathOf((await change(otherPixel)).body.product.cover_url);
    expect(second).not.toBe(first);
    expect(await picture(second)).toBe(otherPixel);
    for (const path of [first, second.slice(0, -1), second.replace(/\d+/, "999999")]) {
      expect((await service.get(path)).status).toBe(404);
    }
  });

  test("is shown where customers see the product, and told in its orders", async () => {
    const { permalink } = await addItem(service, "COVERED", { "file.txt": "content" });
    const bare = await addItem(service, "BARE", { "file.txt": "content" });
    const [{ id }] = (await v3(service, "GET", "products?q=COVERED")).body.products;
    const { cover_url } = (await change(onePixel, { id })).body.product;
    expect((await v3(service, "GET", "products?q=COVERED")).body.products[0].cover_url).toBe(cover_url);
    const order_items = [{ item_sku: "COVERED" }, { item_sku: "BARE" }];
    const sent = { email: "ann@example.com", order_items, send_email: false };
    const { order } = (await v3(service, "POST", "orders", sent)).body;
    const read = (await v3(service, "GET", `orders/${order.id}`)).body.order;
    const covers = ({ order_items }: typeof order) => order_items.map((item: { cover_url: string }) => item.cover_url);
    expect([covers(order), covers(read)]).toEqual(Array(2).fill([cover_url, null]));
    const html = { headers: { accept: "text/html" } };
    const image = `<img class="cover" src="${pathOf(cover_url)}" alt="" width="64" height="64" loading="lazy"`;
    for (const [path, count] of [
      [pathOf(order.download_url), 1],
      [pathOf(order.order_items[0].download_url), 1],
      [pathOf(order.order_items[1].download_url), 0],
      [permalink, 1],
      [bare.permalink, 0],
    ] as const) {
      const page = await (await service.get(path, html)).text();
      expect([path, page.split(image).length - 1, page.split('class="cover"').length - 1]).toEqual([
        path,
        count,
        count,
      ]);
    }
  });

  test("stands in the delivery email, as do the order's data for mail programs", async () => {
    const { id, sku } = await makeProduct(service, { item_urls: [{ url: "https://example.com/map" }] });
    const { cover_url } = (await change(onePixel, { id })).body.product;
    const sent = { email: "lena@example.com", order_items: [{ item_sku: sku, price: 9.5 }] };
    const { order } = (await v3(service, "POST", "orders", sent)).body;
    await until("the email is there", async () => (await mailsTo(service, sent.email)).length === 1);
    const html = (await mailsTo(service, sent.email))[0]?.html ?? "";
    expect(html).toContain(`<img src="${cover_url}" alt="" width="56"`);
    const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      "@type": "Order",
      orderNumber: String(order.id),
      price: 9.5,
      priceCurrency: "USD",
      url: order.download_url,
    });
  });

  test("goes when it is removed, and with its product", async () => {
    const made = await makeProduct(service);
    const removed = async () => (await v3(service, "DELETE", `products/${made.id}/cover`)).body.product;
    expect((await removed()).cover_url).toBeNull();
    const remove: (() => Promise<unknown>)[] = [removed, () => v3(service, "DELETE", `products/${made.id}`)];
    for (const act of remove) {
      const path = pathOf((await change(onePixel, made)).body.product.cover_url);
      expect(await picture(path)).toBe(onePixel);
      await act();
      expect((await service.get(path)).status).toBe(404);
    }
    // Two files, and the covers of the tests above.
    await until("the bytes of all others are removed", () => storedBytes(service).length === 5);
  });
});
