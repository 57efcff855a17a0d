import { beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import fc from "fast-check";
import { bytesIn, type Coverage, withPart } from "../../../src/delivery/downloads/progress/coverage.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { fetched, type Ordered, orderFiles, stateOf } from "../../support/downloads.ts";
import { type ServiceProcess, startProcess, until } from "../../support/service.ts";
import { v3 } from "../../support/v3.ts";

const part = fc
  .tuple(fc.nat(60), fc.nat(60))
  .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);

test("parts of a file, in any order and overlapping, add up to the bytes that are in any of them", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const coverage = parts.reduce<Coverage>((sum, [from, to]) => withPart(sum, from, to), []);
      const bytes = new Set(parts.flatMap(([from, to]) => Array.from({ length: to - from }, (_, n) => from + n)));
      expect(bytesIn(coverage)).toBe(bytes.size);
      for (const [index, [from, to]] of coverage.entries()) {
        expect(from).toBeLessThan(to);
        expect(from).toBeGreaterThan(coverage[index - 1]?.[1] ?? -1);
      }
    }),
  );
});

test("of very many parts, too few bytes are known rather than too many", () => {
  const parts = Array.from({ length: 500 }, (_, n) => [10 * n, 10 * n + 1 + (n % 7)] as const);
  const coverage = parts.reduce<Coverage>((sum, [from, to]) => withPart(sum, from, to), []);
  expect(coverage.length).toBeLessThanOrEqual(64);
  for (const one of coverage) expect(parts).toContainEqual(one);
});

describe.each(databasesUnderTest)("how far a download came on $name", ({ create }) => {
  const large = 32 * 1024 ** 2;
  let service: ServiceProcess;

  beforeAll(async () => {
    service = await startProcess({ database: await create() });
  });

  const downloadsOf = async ({ id }: Ordered) => (await v3(service, "GET", `orders/${id}/downloads`)).body.downloads;
  /** Waits until the order's downloads, newest first, came so far. */
  const came = (order: Ordered, ...expected: { completed: boolean; sent_bytes: number | null }[]) =>
    until(`the downloads came as far as ${JSON.stringify(expected)}`, async () => {
      const found = (await downloadsOf(order)) as typeof expected;
      return Bun.deepEquals(
        found.map(({ completed, sent_bytes }) => ({ completed, sent_bytes })),
        expected,
      );
    });

  /** The newest download on the order's timeline. */
  const newestOnTimeline = async ({ id }: Ordered) => {
    const { timeline } = (await v3(service, "GET", `orders/${id}/timeline`)).body;
    return timeline.find(({ kind }: { kind: string }) => kind === "download.counted");
  };

  /** Asks for a file, takes the first bytes, stands still, and goes away. */
  const breakOff = (path: string, headers = "") =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(service.port, "127.0.0.1");
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
      socket.once("data", async () => {
        socket.pause();
        // Meanwhile the service sends what the system takes.
        for (let round = 0; round < 10; round++) await service.get("/healthz");
        socket.destroy();
      });
      socket.once("close", () => resolve());
      socket.once("error", reject);
    });

  test("is known of a whole file, small or large, and stands on the order's timeline", async () => {
    const order = await orderFiles(service, { "a.txt": "abcdef", "film.mkv": new Uint8Array(1_000_000) });
    for (const path of order.files) expect((await fetched(service, path)).status).toBe(200);
    await came(order, { completed: true, sent_bytes: 1_000_000 }, { completed: true, sent_bytes: 6 });
    expect(await newestOnTimeline(order)).toMatchObject({
      summary: "Download of film.mkv completed",
      details: { size_bytes: 1_000_000, sent_bytes: 1_000_000, completed: true },
    });
  });

  test("of one that broke off is not known, and is once the rest was sent", async () => {
    const order = await orderFiles(service, { "film.mkv": new Uint8Array(large) });
    const [path = ""] = order.files;
    await breakOff(path);
    await came(order, { completed: false, sent_bytes: null });
    expect(await newestOnTimeline(order)).toMatchObject({
      summary: "Download of film.mkv not completed",
      details: { completed: false },
    });
    const rest = await fetched(service, path, { range: `bytes=${large / 2}-` });
    expect(rest.status).toBe(206);
    await came(order, { completed: true, sent_bytes: large });
    expect(await stateOf(service, order)).toMatchObject({ recorded: 1, counted: 1 });
  });

  test("of several parts at once adds up, each byte once, to one download", async () => {
    const order = await orderFiles(service, { "a.txt": "abcdefghij" });
    const [path = ""] = order.files;
    const get = (range: string) => fetched(service, path, { range: `bytes=${range}` });
    await Promise.all([get("4-6"), get("5-7")]);
    await came(order, { completed: false, sent_bytes: 4 });
    await get("0-3");
    await came(order, { completed: false, sent_bytes: 8 });
    await get("8-");
    await came(order, { completed: true, sent_bytes: 10 });
    await get("2-9");
    expect(await stateOf(service, order)).toMatchObject({ recorded: 1, counted: 1 });
    await came(order, { completed: true, sent_bytes: 10 });
  });

  test("is told for each file of an archive", async () => {
    const order = await orderFiles(service, { "a.txt": "abc", "film.mkv": new Uint8Array(large) });
    const { download_url } = (await v3(service, "GET", `orders/${order.id}`)).body.order;
    const archive = `${new URL(download_url).pathname}/all.zip`;
    await breakOff(archive);
    const broken = { completed: false, sent_bytes: null };
    await came(order, broken, broken);
    expect((await service.get(archive).then((answer) => answer.bytes())).byteLength).toBeGreaterThan(large);
    await came(order, { completed: true, sent_bytes: large }, { completed: true, sent_bytes: 3 }, broken, broken);
  });

  test("is not known of what somebody else sends, and nothing is told of requests without bytes", async () => {
    const order = await orderFiles(service, { "a.txt": "abc" });
    const [path = ""] = order.files;
    expect((await fetched(service, path, {}, "HEAD")).status).toBe(200);
    const { product } = (await v3(service, "POST", "products", { sku: `LINK ${order.id}`, name: "Link" })).body;
    await v3(service, "POST", `products/${product.id}/item_urls`, { url: "https://example.com/file", name: "file" });
    const { order_items } = (
      await v3(service, "POST", "orders", { email: "ann@example.com", order_items: [{ sku: product.sku }] })
    ).body.order;
    const { id, download_url } = order_items[0];
    expect((await service.get(new URL(download_url).pathname)).status).toBe(302);
    expect((await fetched(service, path)).body).toBe("abc");
    await came(order, { completed: true, sent_bytes: 3 });
    expect((await v3(service, "GET", `order_items/${id}/downloads`)).body.downloads).toMatchObject([
      { completed: null, sent_bytes: null },
    ]);
  });

  test("is counted by file, each download once", async () => {
    const { stats } = (await v3(service, "GET", "stats")).body;
    const { ended, completed, sent_bytes, bytes_per_second, files } = stats.transfers;
    expect([ended, completed]).toEqual([9, 7]);
    expect(sent_bytes).toBe(1_000_000 + 6 + large + 10 + large + 3 + 3);
    expect(bytes_per_second).toBeNull();
    const [film, text, ...others] = files;
    expect([film, text].map(({ filename }: { filename: string }) => filename).toSorted()).toEqual([
      "a.txt",
      "film.mkv",
    ]);
    for (const file of [film, text]) expect(file).toMatchObject({ ended: 2, completed: 1 });
    expect(others).toEqual([]);
    expect((await v3(service, "GET", "stats?to=2020-01-01")).body.stats.transfers).toEqual({
      ended: 0,
      completed: 0,
      sent_bytes: 0,
      bytes_per_second: null,
      files: [],
    });
  });

  test("is kept when the service stops, and not known when it is killed", async () => {
    const order = await orderFiles(service, { "a.txt": "abc" });
    const [path = ""] = order.files;
    await fetched(service, path);
    service.process.kill("SIGKILL");
    await service.process.exited;
    service = await service.restart();
    expect(await downloadsOf(order)).toMatchObject([{ completed: null, sent_bytes: null }]);
    await fetched(service, path);
    expect(await service.stop()).toBe(0);
    service = await service.restart();
    expect(await downloadsOf(order)).toMatchObject([
      { completed: true, sent_bytes: 3 },
      { completed: null, sent_bytes: null },
    ]);
  });
});
