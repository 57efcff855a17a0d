import { describe, expect, test } from "bun:test";
import { sha256, uploadRaw } from "../../support/files.ts";
import { makeProduct, type Product } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";
import { makeSqliteStore } from "../../support/shared-service.ts";
import { v3 } from "../../support/v3.ts";

interface Release {
  name: string;
  content: string;
  version?: string;
  platform?: string;
  signature?: string;
  note?: string;
}

/** A product with these files, its open feeds, and the address of each file there. */
async function release(store: Store, releases: Release[], fields: object = {}) {
  const ids: number[] = [];
  for (const { name, content } of releases) ids.push((await uploadRaw(store, name, content)).id);
  const product: Product = await makeProduct(store, { item_assets: ids, updates: "open", ...fields });
  for (const [index, { name: _name, content: _content, ...said }] of releases.entries()) {
    await v3(store, "PUT", `products/${product.id}/files/${ids[index]}/versions/1`, said);
  }
  const address = product.update_url ?? "";
  const path = new URL(address).pathname;
  const urls = releases.map(({ name }, index) => `${address}/files/${ids[index]}-1/${encodeURIComponent(name)}`);
  return { product, path, urls, read: (feed: string, headers = {}) => store.get(`${path}/${feed}`, { headers }) };
}

describe("a feed", async () => {
  const store = await makeSqliteStore();
  const mac = { name: "App 1 & 2.dmg", content: "mac", version: "1.10.0", platform: "mac-arm64" };
  const windows = { name: "app.exe", content: "windows!", version: "1.9.3", platform: "windows-x64" };

  test("in plain JSON has every file that has a version and a platform, newest first", async () => {
    const files = [windows, { ...mac, signature: "c2ln", note: "New." }, { name: "manual.pdf", content: "1" }];
    const { product, urls, read } = await release(store, files);
    const response = await read("latest.json");
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toEqual({
      product: product.sku,
      name: product.name,
      version: "1.10.0",
      files: [
        {
          version: "1.10.0",
          platform: "mac-arm64",
          filename: mac.name,
          url: urls[1],
          size_bytes: 3,
          sha256: sha256("mac"),
          signature: "c2ln",
          note: "New.",
          released_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
        },
        expect.objectContaining({ version: "1.9.3", signature: null, note: null, url: urls[0] }),
      ],
    });
    const ofWindows = (await (await read("latest.json?platform=windows-x64")).json()) as { files: object[] };
    expect(ofWindows.files).toMatchObject([{ platform: "windows-x64" }]);
    expect((await read("latest.json?platform=amiga")).status).toBe(422);
  });

  test("for Sparkle is RSS with its elements, each text escaped once more than it is shown", async () => {
    const signature = "a+b/c==";
    const note = "Faster <b> & smaller.\nNo crash.";
    const linux = { name: "app.tar", content: "l", version: "9.0", platform: "linux-x64" };
    const { urls, read } = await release(store, [{ ...mac, signature, note }, windows, linux], { name: "Map & <App>" });
    const response = await read("appcast.xml");
    expect(response.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    const pubDate = /<pubDate>(\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT)<\/pubDate>/;
    const body = await response.text();
    const dates = [...body.matchAll(new RegExp(pubDate, "g"))].map(([, date]) => date);
    expect(dates).toHaveLength(2);
    expect(body).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:sparkle="http://www.andymatuschak.org/xml-namespaces/sparkle">
<channel><title>Map &amp; &lt;App&gt;</title>
<item>
<title>Map &amp; &lt;App&gt; 1.10.0</title>
<pubDate>${dates[0]}</pubDate>
<sparkle:version>1.10.0</sparkle:version>
<sparkle:shortVersionString>1.10.0</sparkle:shortVersionString>
<sparkle:hardwareRequirements>arm64</sparkle:hardwareRequirements>
<description>Faster &amp;lt;b&amp;gt; &amp;amp; smaller.&lt;br&gt;No crash.</description>
<enclosure url="${urls[0]}" length="3" type="application/x-apple-diskimage" sparkle:os="macos" sparkle:edSignature="${signature}"/>
</item>
<item>
<title>Map &amp; &lt;App&gt; 1.9.3</title>
<pubDate>${dates[1]}</pubDate>
<sparkle:version>1.9.3</sparkle:version>
<sparkle:shortVersionString>1.9.3</sparkle:shortVersionString>
<enclosure url="${urls[1]}" length="8" type="application/x-msdownload" sparkle:os="windows-x64"/>
</item>
</channel></rss>
`);
  });

  test("for Sparkle offers a version before its release to programs that follow its channel", async () => {
    const { read } = await release(store, [
      { ...mac, name: "2.dmg", version: "2.0.0-beta.1" },
      { ...mac, name: "1.dmg", version: "1.0.0" },
    ]);
    const [, early = "", released = ""] = (await (await read("appcast.xml")).text()).split("<item>");
    expect(early).toContain("<sparkle:channel>beta</sparkle:channel>");
    expect(released).not.toContain("sparkle:channel");
  });

  test("for Tauri has the newest version alone, and nothing without a signature", async () => {
    const signature = "dW50cnVzdGVk\n";
    const { urls, read } = await release(store, [
      { ...mac, platform: "mac-universal", signature, note: "New." },
      { ...windows, version: "1.10.0", signature: "second" },
      { name: "old.AppImage", content: "old", version: "1.9.9", platform: "linux-x64", signature },
      { name: "unsigned.AppImage", content: "new", version: "2.0.0", platform: "linux-arm64" },
      { name: "odd.exe", content: "odd", version: "3.0", platform: "windows-arm64", signature },
    ]);
    expect(await (await read("tauri.json")).json()).toEqual({
      version: "1.10.0",
      notes: "New.",
      pub_date: expect.stringMatching(/\+00:00$/),
      platforms: {
        "darwin-aarch64": { url: urls[0], signature },
        "darwin-x86_64": { url: urls[0], signature },
        "windows-x86_64": { url: urls[1], signature: "second" },
      },
    });
    const without = await release(store, [windows]);
    expect((await without.read("tauri.json")).status).toBe(204);
  });

  test("orders versions by their numbers, and those before a release below it", async () => {
    const versions = ["1.9.0", "2.0.0-beta.2", "2.0.0", "2.0.0-beta.11", "1.10.0", "2.0.0-alpha", "2.0.0.1"];
    const files = versions.map((version, index) => ({ ...mac, name: `${index}.dmg`, content: version, version }));
    const { read } = await release(store, files);
    const feed = (await (await read("latest.json")).json()) as { files: { version: string }[] };
    const sorted = ["2.0.0.1", "2.0.0", "2.0.0-beta.11", "2.0.0-beta.2", "2.0.0-alpha", "1.10.0", "1.9.0"];
    expect(feed.files.map(({ version }) => version)).toEqual(sorted);
  });

  test("that anybody may read is cached for 5 minutes, and not sent twice", async () => {
    const { read, path } = await release(store, [mac]);
    const first = await read("appcast.xml");
    expect(first.headers.get("cache-control")).toBe("public, max-age=300");
    const again = await read("appcast.xml", { "if-none-match": first.headers.get("etag") ?? "" });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await store.get(`${path}/appcast.xml`, { method: "POST" })).status).toBe(405);
    const head = await store.get(`${path}/appcast.xml`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });
});
