import { describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { addDatedFile, type DatedVersion } from "../../support/dated-versions.ts";
import { askLicense, sellLicense } from "../../support/licenses.ts";
import { send } from "../../support/products.ts";

const of = (version: string, addedAt: string, content: string, filename = `map-${version}.zip`): DatedVersion => ({
  filename,
  content,
  addedAt,
  release: { version, platform: "any" },
});
const versions = [
  of("1.0.0", "2025-01-01T00:00:00Z", "first"),
  of("1.1.0", "2025-02-01T00:00:00Z", "second"),
  of("2.0.0", "2025-03-01T00:00:00Z", "third"),
];

interface Listed {
  version: string | null;
  files: { version: string; url: string }[];
}

describe.each(databasesUnderTest)("on $name, a program whose license has updates for a time", async ({ makeStore }) => {
  const store = await makeStore();

  /** A product with this file, and an order of it whose updates end at this time. */
  async function sold(key: string, until: string | null, files: DatedVersion[][] = [versions]) {
    const { product, order } = await sellLicense(store, key, { updates: "licensed" });
    const ids: number[] = [];
    for (const file of files) ids.push(await addDatedFile(store, product.id, file));
    const item = order.order_items[0]?.id ?? 0;
    const renew = (time: string | null) => send(store, "PUT", `order_items/${item}`, { updates_until: time });
    expect((await renew(until)).status).toBe(200);
    const headers = { authorization: `Bearer ${key}` };
    const feeds = new URL(product.update_url ?? "").pathname;
    const get = (path: string) => store.get(path, { headers });
    const list = async () => (await (await get(`${feeds}/latest.json`)).json()) as Listed;
    return { product, order, item, ids, renew, feeds, get, list };
  }

  test("finds the newest version of its time in every feed, and gets its file", async () => {
    const { feeds, get, list } = await sold("UNTIL-1", "2025-02-01T00:00:00Z");
    const told = await list();
    expect([told.version, told.files.map(({ version }) => version)]).toEqual(["1.1.0", ["1.1.0"]]);
    const got = await get(new URL(told.files[0]?.url ?? "").pathname);
    expect([got.status, await got.text()]).toEqual([200, "second"]);
    const appcast = await (await get(`${feeds}/appcast.xml`)).text();
    expect(appcast).toContain("1.1.0");
    expect(appcast).not.toContain("2.0.0");
  });

  test("is refused the file of a newer version until its updates are renewed", async () => {
    const { get, list, renew } = await sold("UNTIL-2", null);
    const newest = new URL((await list()).files[0]?.url ?? "").pathname;
    expect(await (await get(newest)).text()).toBe("third");
    await renew("2025-02-28T23:59:59Z");
    const refused = await get(newest);
    expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
      403,
      "The updates that this license key came with ended before this was released.",
    ]);
    await renew("2025-03-01T00:00:00Z");
    expect(await (await get(newest)).text()).toBe("third");
  });

  test("hears of no update if nothing was released in its time", async () => {
    const { feeds, get, list } = await sold("UNTIL-3", "2024-12-31T00:00:00Z");
    expect(await list()).toMatchObject({ version: null, files: [] });
    expect((await get(`${feeds}/tauri.json`)).status).toBe(204);
  });

  test("gets the version before one that its owner took the content of", async () => {
    const { product, ids, list } = await sold("UNTIL-4", "2025-02-15T00:00:00Z");
    await send(store, "DELETE", `products/${product.id}/files/${ids[0]}/versions/2`);
    expect((await list()).version).toBe("1.0.0");
  });

  test("reads its developer's own feed of that time, or hears why there is none", async () => {
    const feed = (version: string, addedAt: string) => of(version, addedAt, `feed of ${version}`, "releases.win.json");
    const feedFiles = [feed("1.0.0", "2025-01-01T00:00:00Z"), feed("2.0.0", "2025-03-01T00:00:00Z")];
    const { feeds, get, renew } = await sold("UNTIL-5", "2025-02-15T00:00:00Z", [
      feedFiles,
      [of("1.0.0", "2025-01-01T00:00:00Z", "old package")],
      [of("2.0.0", "2025-03-01T00:00:00Z", "new package")],
    ]);
    expect(await (await get(`${feeds}/releases.win.json`)).text()).toBe("feed of 1.0.0");
    expect(await (await get(`${feeds}/map-1.0.0.zip`)).text()).toBe("old package");
    expect((await get(`${feeds}/map-2.0.0.zip`)).status).toBe(403);
    await renew("2024-12-31T00:00:00Z");
    expect((await get(`${feeds}/releases.win.json`)).status).toBe(403);
    expect((await get(`${feeds}/releases.osx.json`)).status).toBe(404);
  });

  test("stays valid, and is told when its updates end", async () => {
    const { item } = await sold("UNTIL-6", "2025-02-15T00:00:00Z");
    const told = { code: "valid", expires_at: null, updates_until: "2025-02-15T00:00:00+00:00" };
    expect(await askLicense(store, "validate", { key: "UNTIL-6" })).toMatchObject(told);
    expect(await askLicense(store, "activate", { key: "UNTIL-6", device_id: "one" })).toMatchObject(told);
    await send(store, "PUT", `order_items/${item}`, { updates_until: null });
    expect(await askLicense(store, "validate", { key: "UNTIL-6" })).toMatchObject({ updates_until: null });
  });

  test("that asks Easy Digital Downloads gets the version of its time", async () => {
    await sold("UNTIL-7", "2025-02-15T00:00:00Z");
    const body = new URLSearchParams({ edd_action: "get_version", license: "UNTIL-7" });
    const told = (await (await store.get("/", { method: "POST", body })).json()) as Record<string, string>;
    expect(told.new_version).toBe("1.1.0");
    expect(await (await store.get(new URL(told.package ?? "").pathname)).text()).toBe("second");
  });
});
