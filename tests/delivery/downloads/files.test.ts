import { beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { fetched, orderFiles, stateOf } from "../../support/downloads.ts";
import type { Store } from "../../support/service.ts";

const unusualNames = [
  "Übergrößen & Straße.txt",
  "日本語の本.epub",
  "🎵 Lied 🎶.mp3",
  `"quoted" 'n' stuff.txt`,
  "100% #1?.txt",
  "semi;colon, comma=equals.txt",
  "a+b c.tar.gz",
  ".hidden",
  "no extension",
  "<b>bold<b>&amp;.html",
  "e\u0301 decomposed.txt",
  `${"long".repeat(50)}.txt`,
];

describe.each(databasesUnderTest)("on $name", ({ makeStore }) => {
  let service: Store;

  beforeAll(async () => {
    service = await makeStore();
  });

  test("an empty file is delivered, and counts", async () => {
    const order = await orderFiles(service, { "empty.txt": "" });
    const answer = await fetched(service, order.link);
    expect([answer.status, answer.body, answer.headers.get("content-length")]).toEqual([200, "", "0"]);
    expect((await stateOf(service, order)).recorded).toBe(1);
  });

  test("files of every size come with their length, whole and in parts, so that a broken transfer shows", async () => {
    const sizes = [1, 1_000, 65_536, 262_144, 262_145, 1_000_000];
    const files = Object.fromEntries(sizes.map((size) => [`${size}.bin`, new Uint8Array(size)]));
    const order = await orderFiles(service, files, "<download_limit>100</download_limit>");
    for (const [index, size] of sizes.entries()) {
      const [path = ""] = order.files.slice(index);
      // The first answer reads from the store, later ones may come from memory.
      for (const [headers, length] of [
        [{}, size],
        [{}, size],
        [{ range: "bytes=0-" }, size],
        [{ range: `bytes=${size - 1}-` }, 1],
      ] satisfies [Record<string, string>, number][]) {
        const answer = await fetched(service, path, headers);
        const [sent, encoding] = ["content-length", "transfer-encoding"].map((name) => answer.headers.get(name));
        expect({ path, headers, sent, encoding }).toEqual({ path, headers, sent: String(length), encoding: null });
      }
    }
  });

  test("files of unusual names arrive under them, through the addresses on the item's page", async () => {
    const order = await orderFiles(service, Object.fromEntries(unusualNames.map((name) => [name, `in ${name}`])));
    const page = await (await service.get(order.link, { headers: { accept: "text/html" } })).text();
    const addresses: string[] = [];
    new HTMLRewriter()
      .on('a[href^="/get/"]', { element: (link) => void addresses.push(link.getAttribute("href") ?? "") })
      .transform(page);
    const arrived = [];
    for (const address of addresses) {
      const answer = await fetched(service, address);
      expect([address, answer.status]).toEqual([address, 200]);
      arrived.push({ name: nameIn(answer.headers.get("content-disposition") ?? ""), body: answer.body });
    }
    expect(arrived).toEqual(
      // A name is delivered in its composed form, and never as a hidden file.
      unusualNames.map((name) => ({ name: name.normalize("NFC").replace(/^\./, ""), body: `in ${name}` })),
    );
  });
});

/** The name that a browser saves under: `filename*` before `filename` (RFC 6266). */
function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const [, quoted, token = ""] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;]+))/.exec(disposition) ?? [];
  return quoted === undefined ? token : quoted.replace(/\\(.)/g, "$1");
}
