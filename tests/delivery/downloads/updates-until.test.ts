import { describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { addDatedFile, type DatedVersion } from "../../support/dated-versions.ts";
import { sendOrder } from "../../support/keys.ts";
import { makeProduct, send } from "../../support/products.ts";

const before = "2025-01-01T00:00:00Z";
const end = "2025-02-01T00:00:00Z";
const after = "2025-03-01T00:00:00Z";

const versionsOf = (name: string, release?: Record<"old" | "new", string>): DatedVersion[] => [
  { filename: `${name}-1.zip`, content: `old ${name}`, addedAt: before, ...released(release?.old) },
  { filename: `${name}-2.zip`, content: `new ${name}`, addedAt: after, ...released(release?.new) },
];
const released = (version?: string) => (version === undefined ? {} : { release: { version, platform: "any" } });

describe.each(databasesUnderTest)("on $name, an order whose updates have ended", async ({ makeStore }) => {
  const store = await makeStore();

  /** An order of a product with these files, whose updates end at `end`. */
  async function ordered(files: DatedVersion[][], fields: Record<string, unknown> = {}) {
    const product = await makeProduct(store, fields);
    const ids: number[] = [];
    for (const file of files) ids.push(await addDatedFile(store, product.id, file));
    const order = await sendOrder(store, { [product.sku]: 1 });
    const [item] = order.order_items;
    await send(store, "PUT", `order_items/${item?.id}`, { updates_until: end });
    const link = new URL(item?.download_url ?? "").pathname;
    const get = async (index: number) => {
      const response = await store.get(`${link}/${ids[index]}/file.zip`);
      return response.status === 200 ? response.text() : response.status;
    };
    const page = async () => (await store.get(new URL(order.download_url).pathname)).text();
    const archive = async () => (await store.get(`${new URL(order.download_url).pathname}/all.zip`)).text();
    return { product, order, item, get, page, archive };
  }

  test("delivers the version of then by every link, and what is new to others", async () => {
    const { product, order, get, page } = await ordered([versionsOf("map")]);
    expect(await get(0)).toBe("old map");
    expect(await page()).toContain("map-1.zip");
    expect(await page()).not.toContain("map-2.zip");
    const said = "Updates included until";
    expect(await page()).toMatch(new RegExp(`${said} <time datetime="2025-02-01T00:00:00`));
    const other = await sendOrder(store, { [product.sku]: 1 });
    expect(await (await store.get(new URL(other.download_url).pathname)).text()).toContain("map-2.zip");
    expect(await (await store.get(new URL(other.download_url).pathname)).text()).not.toContain(said);
    type Downloads = { downloads: { file_version: number }[] };
    const { body } = await send<Downloads>(store, "GET", `orders/${order.id}/downloads`);
    expect(body.downloads.map(({ file_version }) => file_version)).toEqual([1]);
  });

  test("delivers the new version once its updates are renewed", async () => {
    const { order, product, get } = await ordered([versionsOf("map")]);
    const order_items = [{ item_sku: product.sku, updates_until: after }];
    expect((await send(store, "PUT", `orders/${order.id}`, { order_items })).status).toBe(200);
    expect(await get(0)).toBe("new map");
  });

  test("delivers a file that was added later, because nothing tells that it is an update", async () => {
    const { get } = await ordered([versionsOf("map"), versionsOf("manual").slice(1)]);
    expect([await get(0), await get(1)]).toEqual(["old map", "new manual"]);
  });

  test("leaves out a file that is a later version of the program, on its page, its links and in its archive", async () => {
    const [old, fresh] = versionsOf("map", { old: "1.0.0", new: "2.0.0" }) as [DatedVersion, DatedVersion];
    const { get, page, archive } = await ordered([[old], [fresh], versionsOf("manual")]);
    expect([await get(0), await get(1), await get(2)]).toEqual(["old map", 404, "old manual"]);
    expect(await page()).not.toContain("map-2.zip");
    const zipped = await archive();
    expect([zipped.includes("old map"), zipped.includes("old manual"), zipped.includes("new")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("never loses its only file", async () => {
    const { get } = await ordered([versionsOf("map", { old: "1.0.0", new: "2.0.0" }).slice(1)]);
    expect(await get(0)).toBe("new map");
  });

  test("is not told of a version that it does not get", async () => {
    const { product, item } = await ordered([versionsOf("map")]);
    const { body } = await send<{ files: { id: number }[] }>(store, "GET", `products/${product.id}/files`);
    const preview = async () => {
      const asked = { file_id: body.files[0]?.id };
      const path = `products/${product.id}/announcements/preview`;
      return (await send<{ preview: { recipients: number } }>(store, "POST", path, asked)).body.preview.recipients;
    };
    expect(await preview()).toBe(0);
    await send(store, "PUT", `order_items/${item?.id}`, { updates_until: after });
    expect(await preview()).toBe(1);
  });
});
