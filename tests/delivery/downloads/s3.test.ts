import { beforeAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { unzipSync } from "fflate";
import { presignedLinkLife } from "../../../src/http/customers/presigned-link.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { countDownloads, fetched, orderFiles, stateOf } from "../../support/downloads.ts";
import { startS3 } from "../../support/s3.ts";
import { type Service, startProcess, until } from "../../support/service.ts";
import { startTcpGate } from "../../support/tcp-gate.ts";
import { v3 } from "../../support/v3.ts";

const s3 = await startS3();
const content = randomBytes(700_000);

test.each([
  [0, 600],
  [30_000_000, 600],
  [30_000_001, 601],
  [100_000_000, 2_000],
  [2_160_000_000, 43_200],
  [100 * 1024 ** 3, 43_200],
])("a link to %i bytes lives %i seconds", (sizeBytes, seconds) => {
  expect(presignedLinkLife(sizeBytes)).toBe(seconds);
});

describe.each(databasesUnderTest)("on $name, files in an S3 store", ({ name, create, triesAll }) => {
  let service: Service;
  const film = () => ({ "Über film.mkv": content });

  beforeAll(async () => {
    service = await started(s3.settings({ prefix: `delivery-${name}` }));
  });

  /** A service whose orders have no limit unless they say so. */
  async function started(environment: Record<string, string>): Promise<Service> {
    const started = await startProcess({ database: await create(), environment });
    await v3(started, "PUT", "account", { download_limit_per_item: null });
    return started;
  }

  /** Where the redirect leads; fails for any other answer. */
  async function led(path: string, headers: Record<string, string> = {}): Promise<URL> {
    const response = await service.get(path, { headers });
    expect([response.status, response.headers.get("cache-control")]).toEqual([302, "no-store"]);
    return new URL(response.headers.get("location") ?? "");
  }

  test("are streamed for an order with a limit, and ranges and resumes count as always", async () => {
    const order = await orderFiles(service, film(), "<download_limit>2</download_limit>");
    const [path = ""] = order.files;
    const head = await fetched(service, path, {}, "HEAD");
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "700000"]);
    expect(await stateOf(service, order)).toMatchObject({ counted: 0, remaining: 2 });

    const whole = await service.get(path);
    expect([whole.status, Buffer.from(await whole.bytes()).equals(content)]).toEqual([200, true]);
    expect(whole.headers.get("content-disposition")).toContain("filename*=UTF-8''%C3%9Cber%20film.mkv");
    const etag = whole.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    const rest = await service.get(path, { headers: { range: "bytes=600000-", "if-range": etag } });
    expect([rest.status, Buffer.from(await rest.bytes()).equals(content.subarray(600_000))]).toEqual([206, true]);
    expect((await service.get(path, { headers: { range: "bytes=-5" } })).status).toBe(206);
    expect((await service.get(path, { headers: { range: "bytes=700000-" } })).status).toBe(416);
    expect((await service.get(path, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect(await stateOf(service, order)).toMatchObject({ counted: 1, remaining: 1 });

    await (await service.get(path)).bytes();
    expect((await service.get(path)).status).toBe(403);
    expect(await stateOf(service, order)).toMatchObject({ counted: 2, remaining: 0 });
  });

  test.if(triesAll)("come in one archive, and as previews, through the service", async () => {
    const order = await orderFiles(service, { "film.mp4": content, "b.bin": content.subarray(0, 300_000) });
    const { body } = await v3(service, "GET", `orders/${order.id}`);
    const archive = await service.get(`${new URL(body.order.download_url).pathname}/all.zip`);
    const files = unzipSync(await archive.bytes());
    expect(Object.keys(files)).toEqual(["film.mp4", "b.bin"]);
    expect(Buffer.from(files["film.mp4"] ?? "").equals(content)).toBe(true);
    expect(await stateOf(service, order)).toMatchObject({ recorded: 2 });
    await v3(service, "PUT", "account", { allow_previews: true });
    const preview = await service.get(`/preview/${order.guid}/${order.files[0]?.split("/")[3]}`);
    expect([preview.status, Buffer.from(await preview.bytes()).equals(content)]).toEqual([200, true]);
    expect(await stateOf(service, order)).toMatchObject({ recorded: 3 });
  });

  test("are sent by the store for an unlimited order, with name and type, and counted once", async () => {
    const order = await orderFiles(service, film());
    const [path = ""] = order.files;
    const head = await fetched(service, path, {}, "HEAD");
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "700000"]);
    expect(await stateOf(service, order)).toMatchObject({ counted: 0 });

    const address = await led(path);
    expect([address.origin, address.searchParams.get("X-Amz-Expires")]).toEqual([s3.endpoint, "600"]);
    const whole = await fetch(address);
    expect([whole.status, Buffer.from(await whole.bytes()).equals(content)]).toEqual([200, true]);
    expect(whole.headers.get("content-type")).toBe("video/x-matroska");
    expect(whole.headers.get("content-disposition")).toContain("filename*=UTF-8''%C3%9Cber%20film.mkv");
    expect(whole.headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(await stateOf(service, order)).toMatchObject({ counted: 1, recorded: 1 });

    // The store's own version: a client that resumes knows no other.
    const resume = { range: "bytes=600000-", "if-range": whole.headers.get("etag") ?? "" };
    const rest = await fetch(await led(path, resume), { headers: resume });
    expect([rest.status, Buffer.from(await rest.bytes()).equals(content.subarray(600_000))]).toEqual([206, true]);
    const unchanged = { "if-none-match": whole.headers.get("etag") ?? "" };
    expect((await service.get(path, { headers: unchanged })).status).toBe(304);
    expect(await stateOf(service, order)).toMatchObject({ counted: 1 });

    await v3(service, "POST", `orders/${order.id}/hold`);
    for (const headers of [{}, resume]) {
      const refused = await service.get(path, { headers });
      expect([refused.status, refused.headers.get("location")]).toEqual([403, null]);
    }
    await v3(service, "POST", `orders/${order.id}/release`);

    await led(path);
    expect(await stateOf(service, order)).toMatchObject({ counted: 2 });
    expect((await fetch(new URL(`${address.pathname}?X-Amz-Expires=99`, address))).status).toBe(403);
  });

  test("are sent by the store for permalinks, also small ones, and by resuming clients as one download", async () => {
    const { permalink } = await orderFiles(service, { "small.txt": "small" });
    const count = () => countDownloads(service, "/api/downloads");
    const before = await count();
    const path = permalink;
    for (const range of [{}, { range: "bytes=2-" }]) {
      const response = await fetch(await led(path, range), { headers: range });
      expect(await response.text()).toBe("range" in range ? "all" : "small");
    }
    expect(await count()).toBe(before + 1);
  });

  test("are sent by the store for all orders if the owner says so, within the limit", async () => {
    await v3(service, "PUT", "account", { redirect_downloads: "all" });
    try {
      expect((await v3(service, "GET", "account")).body.account.redirect_downloads).toBe("all");
      const order = await orderFiles(service, film(), "<download_limit>1</download_limit>");
      const [path = ""] = order.files;
      const answers = await Promise.all(Array.from({ length: 20 }, () => service.get(path)));
      expect(answers.map(({ status }) => status).sort()).toEqual([302, ...Array(19).fill(403)]);
      expect(await stateOf(service, order)).toMatchObject({ counted: 1, remaining: 0 });
    } finally {
      await v3(service, "PUT", "account", { redirect_downloads: "unlimited" });
    }
    expect((await v3(service, "PUT", "account", { redirect_downloads: "never" })).status).toBe(422);
  });

  test.if(triesAll)(
    "a store that is gone is a 503 with Retry-After that counts nothing, and the service heals by itself",
    async () => {
      const gate = await startTcpGate({ hostname: "127.0.0.1", port: s3.port });
      const behind = await started(s3.settings({ prefix: `gone-${name}`, port: gate.port }));
      const limited = await orderFiles(behind, film(), "<download_limit>2</download_limit>");
      const free = await orderFiles(behind, film());
      await gate.close();
      for (const path of [limited.files[0] ?? "", free.files[0] ?? ""]) {
        const response = await behind.get(path);
        expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
      }
      const upload = await behind.api("/api/v3/files?filename=a.txt", { method: "POST", body: "a" });
      expect([upload.status, upload.headers.get("retry-after")]).toEqual([503, "5"]);
      await until("it is not ready", async () => (await fetch(`${behind.url}/readyz`)).status === 503);
      expect(await stateOf(behind, limited)).toMatchObject({ counted: 0, remaining: 2 });
      expect(await stateOf(behind, free)).toMatchObject({ counted: 0 });
      const failed = behind.output.stderr.split("\n").find((line) => line.includes('"request failed"')) ?? "";
      expect(JSON.parse(failed).err.cause.message).toContain("ECONN");

      await gate.open();
      expect((await behind.get(limited.files[0] ?? "")).status).toBe(200);
      expect((await behind.get(free.files[0] ?? "")).status).toBe(302);
      expect(behind.output.stderr).not.toContain(s3.credentials.secretAccessKey);
    },
  );

  test.if(triesAll)(
    "customers are sent to the public address of the store, or not at all, as the settings say",
    async () => {
      const more = "&public_endpoint=https://files.example.com";
      const open = await started(s3.settings({ prefix: `public-${name}`, more }));
      const order = await orderFiles(open, { "a.txt": "a" });
      const [path = ""] = order.files;
      const address = new URL((await open.get(path)).headers.get("location") ?? "");
      expect(address.href).toStartWith(`https://files.example.com/files/public-${name}/files/`);
      await open.stop();

      const closed = await open.restart(s3.settings({ prefix: `public-${name}`, more: "&redirects=off" }));
      expect(await fetched(closed, path)).toMatchObject({ status: 200, body: "a" });
    },
  );
});
