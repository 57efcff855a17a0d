import { beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { connect } from "node:net";
import { unzipSync } from "fflate";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { browser, fetched } from "../../support/downloads.ts";
import { storedBytes } from "../../support/files.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

let made = 0;

/** An order of one product for each set of files, as v3 answered it, with the path of its page. */
async function orderOf(service: Service, products: Record<string, string | Uint8Array>[], fields: object = {}) {
  const skus: string[] = [];
  for (const files of products) {
    made += 1;
    skus.push(`ALL-${made}`);
    await addItem(service, `ALL-${made}`, files);
  }
  const order_items = skus.map((item_sku) => ({ item_sku }));
  const { status, body } = await v3(service, "POST", "orders", { email: "ann@example.com", order_items, ...fields });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { id: body.order.id as number, path: new URL(body.order.download_url).pathname, skus };
}

const archive = async (service: Service, path: string) => {
  const response = await service.get(`${path}/all.zip`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const names = response.status === 200 ? Object.keys(unzipSync(bytes)) : [];
  return { status: response.status, headers: response.headers, bytes, names };
};

/** Downloads of the order that are recorded, and how often each of its items was downloaded and can still be. */
async function counts(service: Service, { id }: { id: number }) {
  const { body } = await v3(service, "GET", `orders/${id}`);
  const { body: list } = await v3(service, "GET", `orders/${id}/downloads`);
  const items = body.order.order_items as { download_count: number; downloads_remaining: number | null }[];
  return { recorded: list.total, items: items.map((item) => [item.download_count, item.downloads_remaining]) };
}

describe.each(databasesUnderTest)("on $name", ({ create, triesAll }) => {
  let service: Service;
  let database: DatabaseUnderTest;

  beforeAll(async () => {
    database = await create();
    service = await startService({ database });
  });

  test("all files come in one archive of a length that is known, each counted once", async () => {
    const order = await orderOf(service, [{ "a.txt": "aaa", "b.txt": "" }, { "a.txt": "other" }]);
    const { status, headers, bytes } = await archive(service, order.path);
    expect([status, headers.get("content-type"), headers.get("content-length")]).toEqual([
      200,
      "application/zip",
      String(bytes.length),
    ]);
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename=".+\.zip"/);
    expect(headers.get("cache-control")).toContain("no-store");
    // Nothing of it can run in the store's origin, and no search engine counts as a download.
    expect([
      headers.get("x-content-type-options"),
      headers.get("content-security-policy"),
      headers.get("x-robots-tag"),
      headers.get("referrer-policy"),
    ]).toEqual(["nosniff", "default-src 'none'; sandbox", "noindex", "no-referrer"]);
    const [first, second] = order.skus;
    const files = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, new TextDecoder().decode(content)]);
    expect(files).toEqual([
      [`Item ${first}/a.txt`, "aaa"],
      [`Item ${first}/b.txt`, ""],
      [`Item ${second}/a.txt`, "other"],
    ]);
    expect(await counts(service, order)).toEqual({
      recorded: 3,
      items: [
        [2, 4],
        [1, 4],
      ],
    });
  });

  test.if(triesAll)("HEAD counts nothing and has the headers of a GET", async () => {
    const order = await orderOf(service, [{ "a.txt": "aaa", "b.txt": "bb" }]);
    const head = await fetched(service, `${order.path}/all.zip`, {}, "HEAD");
    expect(await counts(service, order)).toEqual({ recorded: 0, items: [[0, 5]] });
    const { headers } = await archive(service, order.path);
    expect([head.status, head.headers.get("content-length")]).toEqual([200, headers.get("content-length")]);
  });

  test("a range gets the whole archive, and counts", async () => {
    const order = await orderOf(service, [{ "a.txt": "aaa", "b.txt": "bb" }]);
    const part = await fetched(service, `${order.path}/all.zip`, { range: "bytes=5-" });
    expect([part.status, part.headers.get("accept-ranges")]).toEqual([200, "none"]);
    expect(await counts(service, order)).toEqual({ recorded: 2, items: [[2, 4]] });
  });

  test("what has no downloads left is left out, and at the end the archive is refused", async () => {
    const order = await orderOf(service, [{ "a.txt": "aaa", "b.txt": "bb" }], { download_limit: 1 });
    const page = await (await service.get(order.path, { headers: browser })).text();
    expect(page).toContain("/all.zip");
    expect(page).toContain("Uses one download per file.");
    const link = /\/get\/[\w-]+\/\d+\/a\.txt/.exec(page)?.[0] ?? "";
    expect((await fetched(service, link)).status).toBe(200);
    expect((await archive(service, order.path)).names).toEqual(["b.txt"]);
    const refused = await service.get(`${order.path}/all.zip`, { headers: browser });
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("No downloads left")]);
    expect((await service.get(`${order.path}/all.zip`, { method: "HEAD" })).status).toBe(403);
    expect((await counts(service, order)).recorded).toBe(2);
  });

  test("many archives and files at once never deliver more than is left", async () => {
    const order = await orderOf(service, [{ "a.txt": "aaa", "b.txt": "bb" }], { download_limit: 3 });
    const page = await (await service.get(order.path, { headers: browser })).text();
    const link = /\/get\/[\w-]+\/\d+\/a\.txt/.exec(page)?.[0] ?? "";
    const archives = Promise.all(Array.from({ length: 12 }, () => archive(service, order.path)));
    const files = Promise.all(Array.from({ length: 12 }, () => fetched(service, link)));
    const names = (await archives).flatMap((one) => one.names);
    const alone = (await files).filter(({ status }) => status === 200).length;
    expect(names.filter((name) => name === "a.txt").length + alone).toBe(3);
    expect(names.filter((name) => name === "b.txt").length).toBe(3);
    expect((await counts(service, order)).recorded).toBe(6);
  });

  test("an archive that breaks off counts each of its files once", async () => {
    const order = await orderOf(service, [{ "large.bin": new Uint8Array(20_000_000), "b.txt": "bb" }]);
    await new Promise<void>((resolve, reject) => {
      const socket = connect(service.port, "127.0.0.1");
      socket.write(`GET ${order.path}/all.zip HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      socket.once("data", () => socket.destroy());
      socket.once("error", reject);
      socket.once("close", () => resolve());
    });
    await until("the downloads are recorded", async () => (await counts(service, order)).recorded > 0);
    expect(await counts(service, order)).toEqual({ recorded: 2, items: [[2, 4]] });
  });

  test("a file whose content is missing is left out and not counted", async () => {
    const before = new Set(storedBytes(service));
    const order = await orderOf(service, [{ "a.bin": new Uint8Array(300_000), "b.txt": "bb" }]);
    const lost = storedBytes(service).find((path) => !before.has(path) && Bun.file(path).size === 300_000) ?? "";
    rmSync(lost);
    expect((await archive(service, order.path)).names).toEqual(["b.txt"]);
    expect((await counts(service, order)).recorded).toBe(1);
  });

  test.if(triesAll)("external links and products without files are left out, and the page says so before", async () => {
    const order = await orderOf(service, [{ "a.txt": "a", "b.txt": "b" }, {}, {}]);
    const [, sku] = order.skus;
    const changes = { item_urls: [{ url: "https://example.com/map", name: "Map" }] };
    expect((await v3(service, "PUT", `skuproducts/${sku}`, changes)).status).toBe(200);
    const page = await (await service.get(order.path, { headers: browser })).text();
    expect(page).toContain("Leaves out 1 link.");
    expect(page).toContain("Leaves out 1 product that is not available yet.");
    expect((await archive(service, order.path)).names).toHaveLength(2);
  });

  test.if(triesAll)(
    "more than 500 files come in several archives, each of which is offered and none of which is cut off",
    async () => {
      const order = await orderOf(service, [{ "a.txt": "a" }], { download_limit: 9 });
      const db = await database.open();
      await db.write(async (tx) => {
        const { id: _, ...file } = await tx
          .selectFrom("files")
          .selectAll()
          .orderBy("id", "desc")
          .limit(1)
          .executeTakeFirstOrThrow();
        const [attached] = await tx.selectFrom("product_files").selectAll().where("file_id", "=", _).execute();
        for (let start = 1; start <= 502; start += 251) {
          const numbers = Array.from({ length: 251 }, (_, index) => start + index);
          const added = await tx
            .insertInto("files")
            .values(numbers.map((number) => ({ ...file, filename: `${number}.txt` })))
            .returning(["id", "filename"])
            .execute();
          const rows = added.map(({ id, filename }) => {
            return {
              ...(attached as NonNullable<typeof attached>),
              file_id: id,
              position: 1000 + Number.parseInt(filename, 10),
            };
          });
          await tx.insertInto("product_files").values(rows).execute();
        }
      });
      const page = await (await service.get(order.path, { headers: browser })).text();
      const links = [...page.matchAll(/href="([^"]*all\.zip[^"]*)"/g)].map(([, link]) => link);
      expect(links).toEqual([`${order.path}/all.zip?part=1`, `${order.path}/all.zip?part=2`]);
      expect(page).toContain("Part 1 of 2");
      const sizes = [];
      for (const link of links) {
        const answer = await service.get(link as string);
        const names = Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer())));
        sizes.push([answer.headers.get("content-disposition")?.match(/\((\d)\)\.zip/)?.[1], names.length]);
      }
      expect(sizes).toEqual([
        ["1", 500],
        ["2", 3],
      ]);
      expect((await counts(service, order)).recorded).toBe(503);
      const whole = await service.get(`${order.path}/all.zip`);
      expect([whole.status, await whole.text()]).toEqual([400, expect.stringContaining("2 archives")]);
      const opened = await service.get(`${order.path}/all.zip`, { headers: browser });
      expect([opened.status, opened.headers.get("location")]).toEqual([302, `${order.path}#all`]);
      for (const part of ["0", "3", "x", ""]) {
        expect((await service.get(`${order.path}/all.zip?part=${part}`)).status).toBe(404);
      }
      expect((await counts(service, order)).recorded).toBe(503);
    },
  );

  test.if(triesAll)("orders that deliver nothing have no archive", async () => {
    const held = await orderOf(service, [{ "a.txt": "a", "b.txt": "b" }], { hold: true });
    expect((await archive(service, held.path)).status).toBe(403);
    await v3(service, "POST", `orders/${held.id}/revoke`);
    expect((await archive(service, held.path)).status).toBe(410);
    await v3(service, "POST", `orders/${held.id}/restore`);
    await v3(service, "POST", `orders/${held.id}/expire`);
    expect((await archive(service, held.path)).status).toBe(410);
    expect((await archive(service, `/orders/${"x".repeat(27)}`)).status).toBe(404);
    const bare = await orderOf(service, [{}]);
    expect((await archive(service, bare.path)).status).toBe(409);
    expect((await counts(service, held)).recorded).toBe(0);
  });
});
