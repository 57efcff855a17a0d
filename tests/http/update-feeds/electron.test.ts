import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { anyDatabase, databasesUnderTest } from "../../support/databases.ts";
import { storedBytes, uploadRaw } from "../../support/files.ts";
import { sellLicense } from "../../support/licenses.ts";
import { makeProduct, send } from "../../support/products.ts";
import { startS3 } from "../../support/s3.ts";
import { type Store, startProcess, until } from "../../support/service.ts";
import { makeSqliteStore } from "../../support/shared-service.ts";
import { startTcpGate } from "../../support/tcp-gate.ts";

interface Feed {
  version: string;
  files: { url: string; sha512: string; size: number }[];
  path: string;
  sha512: string;
  releaseDate: string;
  releaseNotes?: string;
}

const sha512 = (text: string) => new Bun.CryptoHasher("sha512").update(text).digest("base64");

/** A product with a file of each name, whose content is its name; and its feeds, read as YAML. */
async function release(store: Store, said: Record<string, object>, fields: object = {}) {
  const ids: Record<string, number> = {};
  for (const name of Object.keys(said)) ids[name] = (await uploadRaw(store, name, name)).id;
  const product = await makeProduct(store, { item_assets: Object.values(ids), updates: "open", ...fields });
  for (const [name, fields] of Object.entries(said)) {
    await send(store, "PUT", `products/${product.id}/files/${ids[name]}/versions/1`, fields);
  }
  const path = new URL(product.update_url ?? "").pathname;
  return {
    path,
    ids,
    urlOf: (name: string, last = name) => `${product.update_url}/files/${ids[name]}-1/${last}`,
    answer: (feed: string) => store.get(`${path}/${feed}`),
    async read(feed: string): Promise<Feed> {
      const response = await store.get(`${path}/${feed}`);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/yaml"]);
      return Bun.YAML.parse(await response.text()) as Feed;
    },
  };
}

describe.each(databasesUnderTest)("on $name, a feed of Electron", async ({ makeStore }) => {
  const store = await makeStore();

  test("has the newest version, and what its updater checks the file by", async () => {
    const note = 'Faster: "maps" & more.\n- No crash # at all\n';
    const { read, urlOf } = await release(store, {
      "Setup-1.9.0.exe": { version: "1.9.0", platform: "windows-x64" },
      "Setup-x64-1.10.0.exe": { version: "1.10.0", platform: "windows-x64", note },
      "App.AppImage": { version: "2.0.0", platform: "linux-x64" },
    });
    const name = "Setup-x64-1.10.0.exe";
    const told = {
      version: "1.10.0",
      files: [{ url: urlOf(name), sha512: sha512(name), size: name.length }],
      path: urlOf(name),
      sha512: sha512(name),
      releaseDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      releaseNotes: note,
    };
    expect(await read("latest.yml")).toEqual(told);
    // What was computed once is the same again.
    expect(await read("latest.yml?noCache=1k2")).toEqual(told);
    const got = await store.get(new URL(urlOf(name)).pathname);
    expect(sha512(await got.text())).toBe(told.sha512);
  });

  test("wants the license of a product that asks for one", async () => {
    const { id: file } = await uploadRaw(store, "App-x64.exe", "app");
    const { product, key } = await sellLicense(store, "ELECTRON-1", { item_assets: [file], updates: "licensed" });
    const said = { version: "1.0.0", platform: "windows-x64" };
    await send(store, "PUT", `products/${product.id}/files/${file}/versions/1`, said);
    const path = `${new URL(product.update_url ?? "").pathname}/latest.yml`;
    expect((await store.get(path)).status).toBe(401);
    const headers = { authorization: `Bearer ${key}` };
    expect(await (await store.get(path, { headers })).text()).toContain(sha512("app"));
  });
});

describe("Electron's feeds", async () => {
  const store = await makeSqliteStore();

  test("are one for each system, with the processor in each address where there are several", async () => {
    const version = "1.2.3";
    const { read, answer, urlOf } = await release(store, {
      "App-arm64-mac.zip": { version, platform: "mac-arm64" },
      "App-mac.zip": { version, platform: "mac-x64" },
      "Setup-arm.exe": { version, platform: "windows-arm64" },
      "Setup.exe": { version, platform: "windows-x64" },
      "Setup-old.exe": { version, platform: "windows-x86" },
      "App.AppImage": { version, platform: "linux-arm64" },
      "data.bin": { version, platform: "any" },
    });
    const urlsIn = async (feed: string) => (await read(feed)).files.map(({ url }) => url);
    expect(await urlsIn("latest-mac.yml")).toEqual([
      urlOf("App-mac.zip", "x64-App-mac.zip"),
      urlOf("App-arm64-mac.zip"),
    ]);
    expect(await urlsIn("latest.yml")).toEqual([
      urlOf("Setup.exe", "x64-Setup.exe"),
      urlOf("Setup-old.exe", "ia32-Setup-old.exe"),
      urlOf("Setup-arm.exe", "arm64-Setup-arm.exe"),
    ]);
    expect(await urlsIn("latest-linux-arm64.yml")).toEqual([urlOf("App.AppImage")]);
    expect((await answer("latest-linux.yml")).status).toBe(404);
    const mac = await store.get(new URL(urlOf("App-mac.zip", "x64-App-mac.zip")).pathname);
    expect([mac.status, await mac.text()]).toEqual([200, "App-mac.zip"]);
    expect(mac.headers.get("content-disposition")).toContain("App-mac.zip");
  });

  test("tell a channel what was released, and `alpha` what `beta` is told", async () => {
    const platform = "windows-x64";
    const { read, answer } = await release(store, {
      "x64-1.exe": { version: "1.0.0", platform },
      "x64-2.exe": { version: "1.1.0-beta.2", platform },
      "x64-3.exe": { version: "1.1.0-alpha.3", platform },
      "x64-4.exe": { version: "0.9.0-nightly.1", platform },
      "x64-5.exe": { version: "1.2", platform },
      "x64-6.exe": { version: "1.03.0", platform },
    });
    const told = ["latest", "beta", "alpha", "nightly"].map(async (channel) => (await read(`${channel}.yml`)).version);
    expect(await Promise.all(told)).toEqual(["1.0.0", "1.1.0-beta.2", "1.1.0-beta.2", "1.0.0"]);
    expect((await answer("beta-mac.yml")).status).toBe(404);
  });

  test("have no maps of blocks, and the file itself is not taken for one", async () => {
    const said = { version: "1.0.0", platform: "windows-x64" };
    const { urlOf } = await release(store, { "x64.exe": said, "own.exe.blockmap": { ...said, platform: "any" } });
    const statusOf = async (url: string) => (await store.get(new URL(url).pathname)).status;
    expect(await statusOf(urlOf("x64.exe", "x64.exe.blockmap"))).toBe(404);
    expect(await statusOf(urlOf("x64.exe"))).toBe(200);
    expect(await statusOf(urlOf("own.exe.blockmap"))).toBe(200);
  });

  test("vouch for no file that is damaged", async () => {
    const before = new Set(storedBytes(store));
    const { answer } = await release(store, { "x64.exe": { version: "1.0.0", platform: "windows-x64" } });
    const [path = ""] = storedBytes(store).filter((one) => !before.has(one));
    writeFileSync(path, "x64.exf");
    const refused = await answer("latest.yml");
    expect([refused.status, await refused.json()]).toMatchObject([409, { detail: expect.stringContaining("damaged") }]);
  });
});

test("Electron's feed is refused while a file is still being read, and answers afterwards", async () => {
  const s3 = await startS3();
  const gate = await startTcpGate({ hostname: "127.0.0.1", port: s3.port });
  const [kind] = anyDatabase;
  if (!kind) throw new Error("There is no database to test on.");
  const environment = s3.settings({ port: gate.port });
  const service = await startProcess({ database: await kind.create(), environment });
  const { id } = await uploadRaw(service, "x64.exe", new Uint8Array(20_000));
  const product = await makeProduct(service, { item_assets: [id], updates: "open" });
  const said = { version: "1.0.0", platform: "windows-x64" };
  await send(service, "PUT", `products/${product.id}/files/${id}/versions/1`, said);
  const answer = () => service.get(`${new URL(product.update_url ?? "").pathname}/latest.yml`);
  // The object alone takes 10 seconds.
  gate.slow(2_000);
  const refused = await answer();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "10"]);
  gate.slow(Number.POSITIVE_INFINITY);
  await until("the file is read", async () => (await answer()).status === 200);
});
