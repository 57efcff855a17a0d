import { describe, expect, test } from "bun:test";
import { stringify } from "csv-stringify/sync";
import { exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { uploadRaw } from "../../support/files.ts";
import { makeProduct, readProduct, send, wrongFields } from "../../support/products.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("on $name, what an owner says about updates", async ({ makeStore }) => {
  const store = await makeStore();

  test("is off at first; its address is its own, and stays", async () => {
    const made = await makeProduct(store);
    expect(made).toMatchObject({ updates: "off", update_url: null });
    const change = async (updates: string | null) =>
      (await v3(store, "PUT", `products/${made.id}`, { updates })).body.product;
    const on = await change("licensed");
    const address = /^http:\/\/[^/]+\/updates\/([\w-]{22,})$/.exec(on.update_url);
    expect(address).not.toBeNull();
    expect(made.permalink).not.toContain(address?.[1] ?? "");
    expect(await change(null)).toEqual(on);
    expect(await change("off")).toMatchObject({ updates: "off", update_url: null });
    expect(await change("open")).toMatchObject({ updates: "open", update_url: on.update_url });
    const wrong = await send(store, "PUT", `products/${made.id}`, { updates: "on" });
    expect([wrong.status, ...wrongFields(wrong)]).toEqual([422, "updates"]);
  });

  test("can be said when the product is made, each with an address", async () => {
    const products = [await makeProduct(store, { updates: "open" }), await makeProduct(store, { updates: "licensed" })];
    expect(new Set(products.map(({ update_url }) => update_url)).size).toBe(2);
    expect(products.every(({ update_url }) => update_url !== null)).toBe(true);
  });

  test("is said of each version of a file, and follows it", async () => {
    const { id: file } = await uploadRaw(store, "app.dmg", "one");
    const { id } = await makeProduct(store, { item_assets: [file] });
    const versions = `products/${id}/files/${file}/versions`;
    const unsaid = { version: null, platform: null, signature: null };
    expect((await v3(store, "GET", versions)).body.versions).toMatchObject([unsaid]);
    const signature = "untrusted comment: a\nRUQ=\n";
    const first = { version: "1.4.2", platform: "mac-arm64", signature };
    expect((await v3(store, "PUT", `${versions}/1`, first)).body.version).toMatchObject({ number: 1, ...first });
    const { id: source } = await uploadRaw(store, "app.dmg", "two");
    const second = { version: "2.0.0-beta.1", platform: "mac-arm64" };
    const added = await v3(store, "POST", versions, { file_id: source, ...second });
    expect(added.body.version).toMatchObject({ number: 2, ...second, signature: null });
    await v3(store, "PUT", `${versions}/1`, { current: true, signature: null, note: "Back." });
    expect((await v3(store, "GET", versions)).body.versions).toMatchObject([
      { number: 2, current: false, ...second, signature: null },
      { number: 1, current: true, ...first, signature: null, note: "Back." },
    ]);
  });

  test("must be a version, a known platform and a text", async () => {
    const { id: file } = await uploadRaw(store, "app.dmg", "one");
    const { id } = await makeProduct(store, { item_assets: [file] });
    const version = `products/${id}/files/${file}/versions/1`;
    const wrong = async (fields: object) => {
      const answer = await send(store, "PUT", version, fields);
      return [answer.status, ...wrongFields(answer)];
    };
    expect(await wrong({ version: "latest" })).toEqual([422, "version"]);
    expect(await wrong({ version: "1.2.3.4.5" })).toEqual([422, "version"]);
    expect(await wrong({ platform: "amiga" })).toEqual([422, "platform"]);
    expect(await wrong({ signature: "a\u0000b" })).toEqual([422, "signature"]);
    expect((await send(store, "PUT", version.replace(/1$/, "9"), { version: "1.0" })).status).toBe(404);
    expect((await v3(store, "GET", version.replace(/\/1$/, ""))).body.versions[0].version).toBeNull();
  });
  test("goes along in CSV, without the address, and a changed export changes it", async () => {
    const [from, to] = [await makeStore(), await makeStore()];
    const { id, update_url: address } = await makeProduct(from, { sku: "APP", updates: "licensed" });
    await makeProduct(from, { sku: "BOOK" });
    const { bytes, rows } = await exportCsv(from, "products.csv");
    expect(rows.map(({ sku, updates }) => [sku, updates])).toEqual([
      ["APP", "licensed"],
      ["BOOK", "off"],
    ]);
    expect(bytes.toString()).not.toContain("/updates/");
    await importCsv(to, "products", bytes);
    const moved = (await v3(to, "GET", "skuproducts/APP")).body.product;
    expect(moved.updates).toBe("licensed");
    expect(moved.update_url.split("/").at(-1)).not.toBe(address?.split("/").at(-1));

    const changed = async (updates: string) =>
      (await importCsv(from, "products", stringify([{ ...rows[0], updates }], { header: true }))).body.import;
    expect((await changed(" Open ")).notes).toContain("1 row changes: updates in 1 row.");
    expect(await readProduct(from, id)).toMatchObject({ updates: "open", update_url: address });
    expect((await changed("")).applied).toBe(true);
    expect((await readProduct(from, id)).updates).toBe("open");
    expect((await changed("everybody")).refused).toMatchObject([
      { row: 2, field: "updates", reason: "must be off or licensed or open" },
    ]);
  });
});
