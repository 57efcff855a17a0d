import { beforeAll, describe, expect, test } from "bun:test";
import { holdsUp } from "../../hostile/_rules.ts";
import { anyDatabase } from "../../support/databases.ts";
import { uploadRaw } from "../../support/files.ts";
import { makeProduct } from "../../support/products.ts";
import { type ServiceProcess, startProcess } from "../../support/service.ts";
import { v3 } from "../../support/v3.ts";

const items = 250;
const filesEach = 90;
const headers = { accept: "text/html" };

describe.each(anyDatabase)("on $name, an order of many products with many files", ({ create }) => {
  let service: ServiceProcess;
  let id: number;
  let orderPage: string;
  let itemPage: string;

  beforeAll(async () => {
    service = await startProcess({ database: await create() });
    const item_assets: number[] = [];
    for (let n = 0; n < filesEach; n++) item_assets.push((await uploadRaw(service, `file-${n}.txt`, "a")).id);
    for (let n = 0; n < items; n++) await makeProduct(service, { sku: `SKU-${n}`, item_assets });
    const order_items = Array.from({ length: items }, (_, n) => ({ sku: `SKU-${n}` }));
    const sent = { email: "ann@example.com", send_email: false, order_items };
    const { order } = (await v3(service, "POST", "orders", sent)).body;
    id = order.id;
    orderPage = new URL(order.download_url).pathname;
    itemPage = new URL(order.order_items[7].download_url).pathname;
  }, 120_000);

  test("is answered with all of them, in the order in which they were sent", async () => {
    const skus = Array.from({ length: items }, (_, n) => `SKU-${n}`);
    const { order } = (await v3(service, "GET", `orders/${id}`)).body;
    expect(order.order_items.map((item: { item_sku: string }) => item.item_sku)).toEqual(skus);
    const xml = await (await service.api(`/api/orders/${id}`)).text();
    expect([...xml.matchAll(/<order_item><sku>([^<]*)</g)].map(([, sku]) => sku)).toEqual(skus);
  });

  test("has a page with all of them, and nobody else waits for it", async () => {
    const page = await holdsUp(service, { largestInput: 16_000_000, changes: true }, async () =>
      (await service.get(orderPage, { headers })).text(),
    );
    expect(page).toEndWith("</html>");
    expect(page.match(/<section class="card"/g)).toHaveLength(items);
    const links = [...page.matchAll(/href="(\/get\/[\w-]+)\/\d+\/(file-\d+\.txt)"/g)].map(([, item, file]) => [
      item,
      file,
    ]);
    const [first] = links[7 * filesEach] ?? [];
    expect(first).toBe(itemPage);
    const names = Array.from({ length: filesEach }, (_, n) => `file-${n}.txt`);
    expect(links.map(([, file]) => file)).toEqual(Array(items).fill(names).flat());
    expect(new Set(links.map(([item]) => item)).size).toBe(items);
  });

  test("has a page for each of them, whose length a HEAD tells", async () => {
    const page = await service.get(itemPage, { headers });
    const text = await page.text();
    expect(text.match(/<li class="file"/g)).toHaveLength(filesEach);
    const head = await service.get(itemPage, { method: "HEAD", headers });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(Buffer.byteLength(text))]);
  });
});
