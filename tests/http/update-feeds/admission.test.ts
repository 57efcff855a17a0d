import { describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { uploadRaw } from "../../support/files.ts";
import { addKeys, sendOrder } from "../../support/keys.ts";
import { sellLicense } from "../../support/licenses.ts";
import { makeProduct, readProduct } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";
import { v3 } from "../../support/v3.ts";

/** A product with one released file and one that is not in its feed, and the paths of the file and the feed. */
async function releaseApp(store: Store, updates: "licensed" | "open") {
  const { id: file } = await uploadRaw(store, "app.dmg", "0123456789");
  const { id: bonus } = await uploadRaw(store, "bonus.pdf", "bonus");
  const product = await makeProduct(store, { item_assets: [file, bonus], updates });
  const versions = `products/${product.id}/files/${file}/versions`;
  await v3(store, "PUT", `${versions}/1`, { version: "1.0.0", platform: "mac-arm64" });
  const path = new URL(product.update_url ?? "").pathname;
  return { product, path, versions, feed: `${path}/latest.json`, file: `${path}/files/${file}-1/app.dmg`, bonus };
}

const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

describe.each(databasesUnderTest)("on $name, a program that asks for updates", async ({ makeStore }) => {
  const store = await makeStore();

  async function sellApp(key: string, order: object = {}) {
    const app = await releaseApp(store, "licensed");
    await addKeys(store, app.product.id, [key]);
    return { ...app, key, order: await sendOrder(store, { [app.product.sku]: 1 }, order) };
  }

  const statuses = async (app: { feed: string; file: string }, init: object = {}) => [
    (await store.get(app.feed, init)).status,
    (await store.get(app.file, init)).status,
  ];

  test("with a license gets feed and file, which counts and takes nothing", async () => {
    const app = await sellApp("UPD-0001", { download_limit: 1 });
    const feed = await store.get(app.feed, bearer(app.key));
    expect(feed.headers.get("cache-control")).toBe("private, no-store");
    const { files } = (await feed.json()) as { files: { url: string }[] };
    expect(files.map(({ url }) => new URL(url).pathname)).toEqual([app.file]);
    for (const _ of [1, 2]) {
      const response = await store.get(app.file, bearer(app.key));
      expect([response.status, await response.text()]).toEqual([200, "0123456789"]);
    }
    const part = await store.get(app.file, { headers: { ...bearer(app.key).headers, range: "bytes=4-6" } });
    expect([part.status, await part.text()]).toEqual([206, "456"]);
    const { order } = (await v3(store, "GET", `orders/${app.order.id}`)).body;
    expect(order.order_items[0]).toMatchObject({ download_count: 2, downloads_remaining: 1 });
    const { downloads } = (await v3(store, "GET", `orders/${app.order.id}/downloads`)).body;
    expect(downloads.map(({ filename }: { filename: string }) => filename)).toEqual(["app.dmg", "app.dmg"]);
    expect((await readProduct(store, app.product.id)).download_count).toBe(2);
  });

  test("gets updates after the links of the order have expired, and none once it is held or revoked", async () => {
    const app = await sellApp("UPD-0002", { expiration_date: "2020-01-01T00:00:00Z" });
    expect(await statuses(app, bearer(app.key))).toEqual([200, 200]);
    await v3(store, "POST", `orders/${app.order.id}/hold`);
    expect(await statuses(app, bearer(app.key))).toEqual([403, 403]);
    await v3(store, "POST", `orders/${app.order.id}/release`);
    expect(await statuses(app, bearer(app.key))).toEqual([200, 200]);
    await v3(store, "POST", `orders/${app.order.id}/revoke`);
    expect(await statuses(app, bearer(app.key))).toEqual([403, 403]);
  });

  test("is refused without a key, and with one that is unknown, of another product or of another store", async () => {
    const app = await sellApp("UPD-0003");
    const other = await sellLicense(store, "UPD-OTHER");
    const elsewhere = await sellLicense(await makeStore(), "UPD-ELSEWHERE");
    await addKeys(store, app.product.id, ["UPD-UNSOLD"]);
    expect(await statuses(app)).toEqual([401, 401]);
    expect((await store.get(app.feed)).headers.get("www-authenticate")).toBe("Bearer");
    for (const key of ["UPD-NONE", "UPD-UNSOLD", other.key, elsewhere.key]) {
      expect(await statuses(app, bearer(key))).toEqual([401, 401]);
    }
    expect((await store.get(`${app.feed}?key=${app.key}`)).status).toBe(401);
    expect(await statuses(app, bearer(app.key))).toEqual([200, 200]);
  });

  test("finds nothing while updates are off, at another address, or for an archived or deleted product", async () => {
    const app = await sellApp("UPD-0004");
    const change = (fields: object) => v3(store, "PUT", `products/${app.product.id}`, fields);
    await change({ updates: "off" });
    expect(await statuses(app, bearer(app.key))).toEqual([404, 404]);
    await change({ updates: "licensed", archived_at: "2026-01-01T00:00:00Z" });
    expect(await statuses(app, bearer(app.key))).toEqual([404, 404]);
    await change({ archived_at: null });
    expect(await statuses(app, bearer(app.key))).toEqual([200, 200]);
    const guid = app.product.permalink.replace("/permalink/", "");
    const moved = { feed: `/updates/${guid}/latest.json`, file: app.file.replace(app.path, `/updates/${guid}`) };
    expect(await statuses(moved, bearer(app.key))).toEqual([404, 404]);
    expect((await store.get(`${app.path}/other.json`, bearer(app.key))).status).toBe(404);
    await v3(store, "DELETE", `products/${app.product.id}`);
    expect(await statuses(app, bearer(app.key))).toEqual([404, 404]);
  });

  test("gets only what the feed names: no other file, and no earlier version", async () => {
    const app = await releaseApp(store, "open");
    expect(await statuses(app)).toEqual([200, 200]);
    expect((await store.get(`${app.path}/files/${app.bonus}-1/bonus.pdf`)).status).toBe(404);
    const { id: source } = await uploadRaw(store, "app.dmg", "second");
    await v3(store, "POST", app.versions, { file_id: source, version: "1.1.0", platform: "mac-arm64" });
    expect((await store.get(app.file)).status).toBe(404);
    expect(await (await store.get(app.file.replace("-1/", "-2/"))).text()).toBe("second");
    expect(await readProduct(store, app.product.id)).toMatchObject({ download_count: 2, orders_count: 0 });
  });
});
