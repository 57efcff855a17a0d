import { describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import { uploadRaw } from "../../support/files.ts";
import { sellLicense } from "../../support/licenses.ts";
import { makeProduct, readProduct, send } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";

const windows = { version: "1.4.2", platform: "windows-x64" };

/** As `vpk pack` writes it. */
const velopack = JSON.stringify({
  Assets: [{ PackageId: "Map", Version: "1.4.2", Type: "Full", FileName: "Map-1.4.2-full.nupkg", SHA1: "00", Size: 7 }],
});

async function upload(store: Store, files: Record<string, string>) {
  const ids: number[] = [];
  for (const [name, content] of Object.entries(files)) ids.push((await uploadRaw(store, name, content)).id);
  return ids;
}

describe.each(anyDatabase)("on $name, a feed that its developer has made", async ({ makeStore }) => {
  const store = await makeStore();

  test("is served byte for byte, with the files that it names", async () => {
    const files = { "releases.win.json": velopack, "Map-1.4.2-full.nupkg": "package", "notes.txt": "for customers" };
    const [feed, full, notes] = await upload(store, files);
    const product = await makeProduct(store, { item_assets: [feed, full, notes], updates: "open" });
    const path = new URL(product.update_url ?? "").pathname;
    const status = async (name: string) => (await store.get(`${path}/${name}`)).status;
    // Nothing is served that was not released.
    for (const name of Object.keys(files)) expect([name, await status(name)]).toEqual([name, 404]);
    for (const id of [feed, full]) await send(store, "PUT", `products/${product.id}/files/${id}/versions/1`, windows);
    const told = await store.get(`${path}/releases.win.json?arch=x64&os=win`);
    expect([told.status, await told.text()]).toEqual([200, velopack]);
    const etag = told.headers.get("etag") ?? "";
    const again = await store.get(`${path}/releases.win.json`, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect((await readProduct(store, product.id)).download_count).toBe(0);
    const got = await store.get(`${path}/Map-1.4.2-full.nupkg`);
    expect([got.status, await got.text()]).toEqual([200, "package"]);
    expect((await readProduct(store, product.id)).download_count).toBe(1);
    for (const name of ["notes.txt", "releases.osx.json", "Map"])
      expect([name, await status(name)]).toEqual([name, 404]);
    const { files: named } = (await (await store.get(`${path}/latest.json`)).json()) as {
      files: { filename: string }[];
    };
    expect(named.map(({ filename }) => filename)).toEqual(["Map-1.4.2-full.nupkg"]);
  });

  test("takes the place of the one that Waybill writes", async () => {
    const signed = '<?xml version="1.0"?><rss><!-- sparkle-signatures: edSignature: abc= --></rss>\r\n';
    const ids = await upload(store, { "appcast.xml": signed, "map.dmg": "map" });
    const product = await makeProduct(store, { item_assets: ids, updates: "open" });
    for (const id of ids)
      await send(store, "PUT", `products/${product.id}/files/${id}/versions/1`, { ...windows, platform: "any" });
    const path = new URL(product.update_url ?? "").pathname;
    expect(await (await store.get(`${path}/appcast.xml`)).text()).toBe(signed);
    expect(await (await store.get(`${path}/latest.yml`)).text()).not.toContain("appcast");
  });

  test("and its files want the license of a product that asks for one, and count for its order", async () => {
    const ids = await upload(store, { "releases.win.json": velopack, "Map-1.4.2-full.nupkg": "package" });
    const { product, key, order } = await sellLicense(store, "OWN-FEED", { item_assets: ids, updates: "licensed" });
    for (const id of ids) await send(store, "PUT", `products/${product.id}/files/${id}/versions/1`, windows);
    const path = new URL(product.update_url ?? "").pathname;
    const headers = { authorization: `Bearer ${key}` };
    for (const [name, content] of [
      ["releases.win.json", velopack],
      ["Map-1.4.2-full.nupkg", "package"],
    ] as const) {
      expect((await store.get(`${path}/${name}`)).status).toBe(401);
      expect(await (await store.get(`${path}/${name}`, { headers })).text()).toBe(content);
    }
    type Listed = { downloads: { filename: string }[] };
    const { downloads } = (await send<Listed>(store, "GET", `downloads?order_id=${order.id}`)).body;
    expect(downloads.map(({ filename }) => filename)).toEqual(["Map-1.4.2-full.nupkg"]);
  });
});
