import { beforeAll, describe, expect, test } from "bun:test";
import { createAccount } from "../../support/accounts.ts";
import { backupPath, serveRestored } from "../../support/backup.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser, fetched } from "../../support/downloads.ts";
import { sha256, storedBytes, uploadRaw } from "../../support/files.ts";
import { makeProduct } from "../../support/products.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { metadata, tus } from "../../support/uploads.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("versions of files on $name", ({ create, createEmpty }) => {
  let service: Service;

  beforeAll(async () => {
    service = await startService({ database: await create(), environment: { WAYBILL_TRUSTED_PROXIES: "127.0.0.1" } });
  });

  /** A product with one file, and where its versions are. */
  async function stocked(content: string, filename = "map.txt") {
    const { id: file } = await uploadRaw(service, filename, content);
    const { id: product, sku } = await makeProduct(service, { item_assets: [file] });
    return { file, product, sku, versions: `products/${product}/files/${file}/versions` };
  }
  type Stocked = Awaited<ReturnType<typeof stocked>>;

  async function update({ versions }: Stocked, content: string, note?: string, filename = "map.txt") {
    const { id } = await uploadRaw(service, filename, content);
    const answer = await v3(service, "POST", versions, { file_id: id, note });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.version;
  }

  async function buy({ sku, file }: Stocked, fields: object = {}) {
    const body = { email: "ann@example.com", send_email: false, order_items: [{ item_sku: sku }], ...fields };
    const { order } = (await v3(service, "POST", "orders", body)).body;
    const page = new URL(order.download_url).pathname;
    return { id: order.id, page, link: `${new URL(order.order_items[0].download_url).pathname}/${file}/map.txt` };
  }
  const downloadsOf = async (order: { id: number }): Promise<{ filename: string; file_version: number }[]> =>
    (await v3(service, "GET", `orders/${order.id}/downloads?page_size=500`)).body.downloads;
  const list = async ({ versions }: Stocked) => (await v3(service, "GET", versions)).body;

  test("a file that is updated keeps its links, counts and limits, and its history", async () => {
    const stock = await stocked("first", "map-1.txt");
    const also = await makeProduct(service, { item_assets: [stock.file] });
    const order = await buy(stock, { download_limit: 3 });
    expect(await list(stock)).toMatchObject({ total: 1, versions: [{ number: 1, current: true, note: null }] });
    expect((await fetched(service, order.link)).body).toBe("first");

    const source = await uploadRaw(service, "map-2.txt", "second!");
    const added = await v3(service, "POST", stock.versions, { file_id: source.id, note: "With the new bridge." });
    expect(added.status).toBe(201);
    const second = {
      number: 2,
      current: true,
      filename: "map-2.txt",
      size_bytes: 7,
      content_type: source.content_type,
      sha256: sha256("second!"),
      note: "With the new bridge.",
      added_by: null,
      created_at: expect.any(String),
      version: null,
      platform: null,
      signature: null,
      stored: true,
    };
    expect(added.body).toEqual({ version: second });
    expect((await v3(service, "GET", `files/${source.id}`)).status).toBe(404);
    const answer = await fetched(service, order.link);
    expect([answer.body, answer.headers.get("content-disposition")]).toEqual([
      "second!",
      "attachment; filename=map-2.txt",
    ]);
    const { files } = (await v3(service, "GET", `products/${also.id}`)).body.product;
    expect(files).toMatchObject([{ id: stock.file, filename: "map-2.txt", version: 2, sha256: sha256("second!") }]);
    expect((await downloadsOf(order)).map((one) => [one.filename, one.file_version])).toEqual([
      ["map-2.txt", 2],
      ["map-1.txt", 1],
    ]);
    const item = async () => (await v3(service, "GET", `orders/${order.id}`)).body.order.order_items[0];
    expect(await item()).toMatchObject({ download_count: 2, downloads_remaining: 1 });

    const page = await list(stock);
    expect(page).toMatchObject({ page: 1, page_size: 50, total: 2 });
    expect(page.versions).toEqual([
      second,
      {
        ...second,
        number: 1,
        current: false,
        filename: "map-1.txt",
        size_bytes: 5,
        sha256: sha256("first"),
        note: null,
      },
    ]);
    // Back to the first one: numbers stay, and a new version gets a new number.
    expect(
      (await v3(service, "PUT", `${stock.versions}/1`, { current: true, note: "As before." })).body.version,
    ).toEqual({ ...page.versions[1], current: true, note: "As before." });
    expect((await fetched(service, order.link)).body).toBe("first");
    expect((await fetched(service, order.link)).status).toBe(403);
    expect(await update(stock, "third")).toMatchObject({ number: 3, current: true });
    expect((await list(stock)).versions.map((one: { number: number }) => one.number)).toEqual([3, 2, 1]);
    expect((await downloadsOf(order)).map((one) => one.file_version)).toEqual([1, 2, 1]);

    const content = await service.api(`/api/v3/${stock.versions}/2/content`, { headers: { range: "bytes=3-" } });
    expect([content.status, await content.text()]).toEqual([206, "ond!"]);
    expect((await downloadsOf(order)).length).toBe(3);
    const log = (await v3(service, "GET", "activity?page_size=500")).body.activity;
    expect(log.filter((one: { kind: string }) => one.kind === "product.version_added").length).toBeGreaterThan(1);
  });

  test("a file of another store cannot become a version", async () => {
    const stock = await stocked("first");
    const { host, credentials } = await createAccount(service, "neighbor");
    const form = new FormData();
    form.set("file", new File(["theirs"], "map.txt"));
    const made = await service.api("/api/v3/files", { method: "POST", body: form, host, as: credentials });
    const { file } = (await made.json()) as { file: { id: number } };
    const { status, body } = await v3(service, "POST", stock.versions, { file_id: file.id });
    expect([status, body.errors[0].field]).toEqual([422, "file_id"]);
    const kept = await service.api(`/api/v3/files/${file.id}`, { host, as: credentials });
    expect(kept.status).toBe(200);
  });

  test("an earlier version can be removed to free its space, the current one cannot", async () => {
    const stock = await stocked("old content");
    await update(stock, "new content");
    const before = storedBytes(service).length;
    expect((await v3(service, "DELETE", `${stock.versions}/2`)).status).toBe(409);
    expect((await v3(service, "DELETE", `${stock.versions}/1`)).status).toBe(204);
    expect((await v3(service, "DELETE", `${stock.versions}/1`)).status).toBe(204);
    await until("the bytes are gone", () => storedBytes(service).length === before - 1);
    const removed = { number: 1, stored: false, sha256: sha256("old content") };
    expect((await list(stock)).versions[1]).toMatchObject(removed);
    expect((await v3(service, "PUT", `${stock.versions}/1`, { current: true })).status).toBe(409);
    expect((await v3(service, "GET", `${stock.versions}/1/content`)).status).toBe(409);
    expect((await v3(service, "PUT", `${stock.versions}/1`, { note: "Withdrawn." })).body.version.note).toBe(
      "Withdrawn.",
    );
    // With the file go all its versions.
    await update(stock, "newest content");
    const all = storedBytes(service).length;
    expect((await v3(service, "DELETE", `files/${stock.file}?force=true`)).status).toBe(204);
    await until("all bytes are gone", () => storedBytes(service).length === all - 2);
  });

  test("what cannot become a version is refused, and nothing changes", async () => {
    const stock = await stocked("content");
    const other = await stocked("of another product");
    const sent = async (body: object, versions = stock.versions) => (await v3(service, "POST", versions, body)).status;
    expect(await sent({ file_id: stock.file })).toBe(422);
    expect(await sent({ file_id: 999_999 })).toBe(422);
    expect(await sent({ note: "none" })).toBe(422);
    expect(await sent({ file_id: other.file })).toBe(409);
    const { id } = await uploadRaw(service, "free.txt", "free");
    expect(await sent({ file_id: id, note: "x".repeat(2001) })).toBe(422);
    expect(await sent({ file_id: id }, `products/${stock.product}/files/${other.file}/versions`)).toBe(404);
    expect(await sent({ file_id: id }, `products/999999/files/${stock.file}/versions`)).toBe(404);
    expect((await v3(service, "PUT", `${stock.versions}/9`, { note: "" })).status).toBe(404);
    expect((await v3(service, "DELETE", `${stock.versions}/9`)).status).toBe(404);
    expect(await list(stock)).toMatchObject({ total: 1 });
    expect((await v3(service, "GET", `files/${id}`)).status).toBe(200);
  });

  test("an upload becomes a new version by itself", async () => {
    const stock = await stocked("first");
    const upload = async (values: Record<string, string>) => {
      const headers = {
        "content-type": "application/offset+octet-stream",
        "upload-length": "6",
        "upload-metadata": metadata({ filename: "map.txt", product_id: String(stock.product), ...values }),
      };
      const sent = await tus(service, "POST", "/api/v3/uploads", headers, { body: "second" });
      if (sent.status !== 201) return sent.status;
      return (await v3(service, "GET", (sent.headers.get("location") ?? "").replace("/api/v3/", ""))).body.upload;
    };
    const upload1 = await upload({ version_of: String(stock.file), note: "Line one\nline two" });
    expect(upload1).toMatchObject({ product_id: stock.product, file: { id: stock.file, version: 2 } });
    expect((await list(stock)).versions[0]).toMatchObject({ number: 2, note: "Line one\nline two" });
    const release = { version: "1.4.2", platform: "mac-arm64", signature: "untrusted comment: a\nRUQ=\n" };
    await upload({ version_of: String(stock.file), ...release });
    await upload({ version_of: String(stock.file), version: "", platform: "", signature: "" });
    const unsaid = { version: null, platform: null, signature: null };
    expect((await list(stock)).versions).toMatchObject([
      { number: 4, ...unsaid },
      { number: 3, ...release },
      { number: 2, ...unsaid },
      { number: 1, ...unsaid },
    ]);
    for (const wrong of [{ version: "new" }, { platform: "amiga" }, { signature: "a\u0000b" }]) {
      expect(await upload({ version_of: String(stock.file), ...wrong })).toBe(422);
    }
    // A file that the product does not have any more gets none.
    expect(await upload({ version_of: "999999" })).toMatchObject({ product_id: null, file: { version: 1 } });
    expect(await upload({ version_of: "x" })).toBe(422);
  });

  test("a half download of one version never gets the end of another", async () => {
    const stock = await stocked("abcdefghij");
    const [told, plain, whole, elsewhere] = [await buy(stock), await buy(stock), await buy(stock), await buy(stock)];
    const { headers } = await fetched(service, told.link, { range: "bytes=0-4" });
    const etag = headers.get("etag") ?? "";
    for (const { link } of [plain, whole, elsewhere]) await fetched(service, link, { range: "bytes=0-4" });
    await update(stock, "0123456789XY");

    const resumed = await fetched(service, told.link, { range: "bytes=5-", "if-range": etag });
    expect([resumed.status, resumed.body]).toEqual([200, "0123456789XY"]);
    // Also from a client that says nothing about what it has.
    const answer = await fetched(service, plain.link, { range: "bytes=5-" });
    expect([answer.status, answer.body]).toEqual([200, "0123456789XY"]);
    // That was a download of the new version, so its parts are free now.
    const part = await fetched(service, plain.link, { range: "bytes=5-" });
    expect([part.status, part.body]).toEqual([206, "56789XY"]);
    expect(
      (await fetched(service, told.link, { range: "bytes=10-", "if-range": resumed.headers.get("etag") ?? "" })).body,
    ).toBe("XY");
    for (const order of [told, plain]) {
      expect((await downloadsOf(order)).map((one) => one.file_version)).toEqual([2, 1]);
    }
    expect((await fetched(service, whole.link, { "if-match": etag, range: "bytes=5-" })).status).toBe(412);
    // A client that never had the old version can begin anywhere.
    const new_ = await fetched(service, elsewhere.link, { range: "bytes=5-", "x-forwarded-for": "198.51.100.9" });
    expect([new_.status, new_.body]).toEqual([206, "56789XY"]);

    // With no download left there is nothing to begin anew with.
    const limited = await stocked("abcdef");
    const last = await buy(limited, { download_limit: 1 });
    await fetched(service, last.link, { range: "bytes=0-2" });
    await update(limited, "012345");
    expect((await fetched(service, last.link, { range: "bytes=3-" })).status).toBe(403);
    // Back to the version that it began: its end is free, and the same as before.
    await v3(service, "PUT", `${limited.versions}/1`, { current: true });
    expect((await fetched(service, last.link, { range: "bytes=3-" })).body).toBe("def");
  });

  test("every download is recorded with the version that it sent, whenever the file is updated", async () => {
    const stock = await stocked("version 1");
    const order = await buy(stock, { download_limit: 100_000 });
    const sources = await Promise.all([2, 3, 4, 5].map((n) => uploadRaw(service, "map.txt", `source ${n}`)));
    const bodies: string[] = [];
    let isOver = false;
    const client = async () => {
      while (!isOver) bodies.push((await fetched(service, order.link)).body);
    };
    const clients = [client(), client(), client()];
    // Two at once: each gets a number of its own.
    const added = [];
    for (const pair of [sources.slice(0, 2), sources.slice(2)]) {
      added.push(...(await Promise.all(pair.map(({ id }) => v3(service, "POST", stock.versions, { file_id: id })))));
    }
    const sourceOf = (version: number) =>
      `source ${sources.findIndex(({ sha256: hash }) => hash === hashes.get(version)) + 2}`;
    const hashes = new Map<number, string>(added.map(({ body }) => [body.version.number, body.version.sha256]));
    await until("the last version is sent", () => bodies.includes(sourceOf(5)));
    isOver = true;
    await Promise.all(clients);
    expect(added.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { versions } = await list(stock);
    expect(versions.map((one: { number: number }) => one.number)).toEqual([5, 4, 3, 2, 1]);
    expect(versions[0].current).toBe(true);
    const numbers = new Map<string, number>(
      versions.map((one: { sha256: string; number: number }) => [one.sha256, one.number]),
    );
    const sent = bodies.map((body) => numbers.get(sha256(body)) ?? 0).toSorted();
    const recorded = (await downloadsOf(order)).map((one) => one.file_version).toSorted();
    expect(recorded).toEqual(sent);
  });

  test("customers see on their pages when a file was updated and what is new, if the store wants that", async () => {
    const stock = await stocked("first");
    const order = await buy(stock);
    const page = async () => (await fetched(service, order.page, browser)).body;
    expect(await page()).not.toContain('class="update"');
    await update(stock, "second", "With <the> new bridge.");
    expect(await page()).toMatch(/class="update".*Updated.*With &lt;the&gt; new bridge\./s);
    expect((await v3(service, "PUT", "account", { show_file_updates: false })).body.account.show_file_updates).toBe(
      false,
    );
    expect(await page()).not.toContain("new bridge");
    await v3(service, "PUT", "account", { show_file_updates: true });
  });

  test("a backup has every stored version, and the doctor looks at each", async () => {
    const stock = await stocked("the first of three");
    await update(stock, "the second of three", "Second.");
    await update(stock, "the third of three");
    await v3(service, "DELETE", `${stock.versions}/2`);
    const stored = await list(stock);
    const doctor = await service.run("doctor", "--json");
    const files = JSON.parse(doctor.stdout).findings.filter((one: { check: string }) => one.check === "files");
    expect(files.map((one: { status: string }) => one.status)).toEqual(["ok"]);
    const path = backupPath();
    expect((await service.run("backup", path)).status).toBe(0);
    const restored = await serveRestored(path, await createEmpty());
    expect((await v3(restored, "GET", stock.versions)).body).toEqual(stored);
    const content = async (number: number) =>
      (await restored.api(`/api/v3/${stock.versions}/${number}/content`)).text();
    expect([await content(1), await content(3)]).toEqual(["the first of three", "the third of three"]);
  });
});
