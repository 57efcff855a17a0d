import { beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, utimesSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { parse } from "content-disposition";
import { createHandover } from "../../../src/http/sending/web-server-handover.ts";
import { instant } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser, type Ordered, orderFiles, orderItem, stateOf } from "../../support/downloads.ts";
import { startNginx } from "../../support/nginx.ts";
import { makeProduct } from "../../support/products.ts";
import { type Service, startProcess, until } from "../../support/service.ts";
import { addItem, createOrder } from "../../support/store.ts";

const large = Uint8Array.from({ length: 700_000 }, (_, index) => (index * 7 + (index >> 8)) % 251);
const small = "a small file";

/** What counts of a response. */
const compared = [
  ..."etag last-modified content-type content-length content-range content-disposition".split(" "),
  ..."cache-control x-content-type-options x-robots-tag content-security-policy location".split(" "),
];

/** The head of the answer to a GET with these header lines, as they are. */
function rawAnswer(origin: string, path: string, lines: string[]): Promise<string> {
  const { hostname, port } = new URL(origin);
  const request = [`GET ${path} HTTP/1.1`, "Host: localhost", "Connection: close", ...lines];
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(`${request.join("\r\n")}\r\n\r\n`));
    socket.on("data", (bytes) => {
      answer += bytes.toString("latin1");
    });
    socket.on("close", () => resolve(answer.split("\r\n\r\n")[0] ?? ""));
    socket.on("error", reject);
  });
}

describe.each(databasesUnderTest)("nginx in front of a service on $name", ({ create, triesAll }) => {
  let service: Service;
  let front: string;
  beforeAll(async () => {
    service = await startProcess({
      database: await create(),
      environment: {
        WAYBILL_SENDFILE: "x-accel-redirect=/internal/",
        WAYBILL_TRUSTED_PROXIES: "127.0.0.1",
      },
    });
    chmodSync(service.folder, 0o710);
    front = `http://127.0.0.1:${await startNginx(service.port, service.folder)}`;
  });

  /** A request through nginx. */
  const through = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(front + path, { headers, method, redirect: "manual" });

  /** Makes a stored file an hour older. */
  function backdate(place: string) {
    const time = Date.now() / 1000 - 3600;
    utimesSync(join(service.folder, "files/objects", place.replace("/internal/", "")), time, time);
  }

  async function shown(answer: Response) {
    const headers = Object.fromEntries(compared.map((name) => [name, answer.headers.get(name)]));
    return { status: answer.status, body: Bun.hash(await answer.arrayBuffer()), ...headers };
  }

  /** What the service answers nginx: where the file is, and no bytes. */
  async function handedOver(path: string, headers: Record<string, string> = {}): Promise<string | null> {
    const answer = await service.get(path, { headers: { ...headers, "x-forwarded-for": "127.0.0.1" } });
    const place = answer.headers.get("x-accel-redirect");
    if (place !== null) expect(await answer.text()).toBe("");
    return place;
  }

  test("nginx sends the bytes of every file, under its name, and the download counts", async () => {
    const names = ["Größe – Übersicht.pdf", "100%25 off?#.txt", "日本語 ファイル.zip", "a;b&c=d'\".bin"];
    for (const [index, name] of names.entries()) {
      const content = index % 2 === 0 ? large : new TextEncoder().encode(small);
      const order = await orderFiles(service, { [name]: content }, "<download_limit>5</download_limit>");
      const [file = ""] = order.files;
      const answer = await through(file);
      expect(answer.status).toBe(200);
      expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), Buffer.from(content))).toBe(0);
      expect(parse(answer.headers.get("content-disposition") ?? "").parameters.filename).toBe(name);
      expect(answer.headers.get("accept-ranges")).toBe("bytes");
      expect(answer.headers.has("x-accel-redirect")).toBe(false);
      expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 4 });
      expect(await handedOver(file)).toMatch(/^\/internal\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{28}$/);
      expect((await stateOf(service, order)).counted).toBe(2);
    }
  });

  test("a broken download is resumed for free, although the link is used up", async () => {
    const order = await orderFiles(service, { "a.bin": large }, "<download_limit>1</download_limit>");
    const [file = ""] = order.files;
    const first = await through(file);
    const etag = first.headers.get("etag") ?? "";
    await first.body?.cancel();
    for (const headers of [{ range: "bytes=500000-" }, { range: "bytes=500000-", "if-range": etag }]) {
      const rest = await through(file, headers);
      expect({ status: rest.status, range: rest.headers.get("content-range"), etag: rest.headers.get("etag") }).toEqual(
        {
          status: 206,
          range: "bytes 500000-699999/700000",
          etag,
        },
      );
      expect(Buffer.compare(Buffer.from(await rest.arrayBuffer()), Buffer.from(large.slice(500_000)))).toBe(0);
    }
    expect(await handedOver(file, { range: "bytes=500000-", "if-range": etag })).toBeNull();
    // Of another version: the whole file is due, for which nothing is left.
    const changed = { range: "bytes=500000-", "if-range": '"another"' };
    expect((await through(file, changed)).status).toBe(403);
    for (const headers of [{ "if-none-match": etag }, { "if-none-match": "*" }]) {
      expect((await through(file, headers)).status).toBe(403);
    }
    expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 0 });
  });

  test.if(triesAll)(
    "a tab in a header, which only nginx sees, neither sends a used-up file nor counts for nothing",
    async () => {
      const order = await orderFiles(service, { "a.bin": large }, "<download_limit>1</download_limit>");
      const [file = ""] = order.files;
      const send = (...lines: string[]) => rawAnswer(front, file, lines);
      expect(await send()).toStartWith("HTTP/1.1 200");
      const etag = /^etag: (.*)$/im.exec(await send("Range: bytes=5-"))?.[1] ?? "";
      for (const lines of [
        ["Range:\tbytes=5-"],
        ["Range: \tbytes=5-"],
        ["Range: bytes=5-", `If-Range:\t${etag}`],
        ["Range: bytes=5-", `If-Range: ${etag}\t`],
      ]) {
        expect({ lines, head: (await send(...lines)).split("\r\n")[0] }).toEqual({
          lines,
          head: "HTTP/1.1 206 Partial Content",
        });
      }
      const another = await orderFiles(service, { "b.bin": large }, "<download_limit>1</download_limit>");
      expect(await rawAnswer(front, another.files[0] ?? "", ["Range: bytes=5-\t"])).toStartWith("HTTP/1.1 206");
    },
  );

  test("every request is answered and counted as without nginx, whoever sends the bytes", async () => {
    const item = await addItem(service, "ALIKE", { "a.bin": large, "empty.txt": "" });
    const unlimited = "<download_limit>1000</download_limit>";
    const [behind, alone] = [await orderItem(service, item, unlimited), await orderItem(service, item, unlimited)];
    const [file = "", empty = ""] = behind.files;
    // A time is a validator only once it has passed (RFC 9110 section 8.8.2.2).
    for (const path of [file, empty]) backdate((await handedOver(path)) ?? "");
    for (const path of alone.files) await service.get(path);
    const head = await service.get(file, { method: "HEAD" });
    const [etag = "", modified = ""] = ["etag", "last-modified"].map((name) => head.headers.get(name) ?? "");
    expect(etag).toMatch(/^"[0-9a-f]+-aae60"$/);
    const requests: [path: string, headers: Record<string, string>, method?: string][] = [
      [file, {}],
      [file, {}, "HEAD"],
      [empty, {}],
      [empty, { range: "bytes=0-" }],
      ...["0-", "0-0", "5-9", "699999-", "-5", "-999999999999999", "5-999999999999999", "000005-9"].map(
        (range): [string, Record<string, string>] => [file, { range: `bytes=${range}` }],
      ),
      // What web servers read in different ways.
      ...["bytes=700000-", "bytes=9-5", "bytes= 5-9", "bytes =5-9", "BYTES=5-9", "bytes=0-1,5-6", "bytes=-0"].map(
        (range): [string, Record<string, string>] => [file, { range }],
      ),
      ...["bytes=5-99999999999999999999999", "bytes=99999999999999999999999-", "bytes=x", "items=0-5"].map(
        (range): [string, Record<string, string>] => [file, { range }],
      ),
      ...[etag, `W/${etag}`, '"another"', modified, "Fri, 02 Jan 2026 03:04:05 GMT", "never"].map(
        (ifRange): [string, Record<string, string>] => [file, { range: "bytes=5-9", "if-range": ifRange }],
      ),
      [file, { "if-none-match": etag }],
      [file, { "if-none-match": '"another"', "if-modified-since": modified }],
      [file, { "if-modified-since": modified }],
      [file, { "if-modified-since": "Fri, 02 Jan 2026 03:04:05 GMT" }],
      [file, { "if-match": etag }],
      [file, { "if-match": etag, "if-unmodified-since": "Fri, 02 Jan 2026 03:04:05 GMT" }],
      [file, { "if-match": '"another"' }],
      [file, { "if-unmodified-since": "Fri, 02 Jan 2026 03:04:05 GMT" }],
      [file, { "accept-encoding": "gzip" }],
      [behind.permalink, {}, "HEAD"],
    ];
    for (const [path, headers, method = "GET"] of requests) {
      // Directly, the service sends all bytes itself.
      const direct = await shown(await service.get(path.replace(behind.guid, alone.guid), { headers, method }));
      expect({ headers, method, ...(await shown(await through(path, headers, method))) }).toEqual({
        headers,
        method,
        ...direct,
      });
    }
    expect((await stateOf(service, behind)).counted).toBe((await stateOf(service, alone)).counted);
  });

  test.if(triesAll)("HEAD, 304 and 416 do not count", async () => {
    const order = await orderFiles(service, { "a.bin": large });
    const [file = ""] = order.files;
    const head = await through(file, {}, "HEAD");
    expect({ status: head.status, length: head.headers.get("content-length") }).toEqual({
      status: 200,
      length: "700000",
    });
    expect((await through(file, { "if-none-match": head.headers.get("etag") ?? "" })).status).toBe(304);
    expect((await through(file, { range: "bytes=700000-" })).status).toBe(416);
    expect((await stateOf(service, order)).counted).toBe(0);
  });

  test.if(triesAll)("refusals, pages, external addresses and permalinks are the service's own", async () => {
    const used = await orderFiles(service, { "a.txt": small }, "<download_limit>0</download_limit>");
    const expired = await orderFiles(
      service,
      { "a.txt": small },
      "<expiration_date>2020-01-01T00:00:00+00:00</expiration_date>",
    );
    const statusOf = async ({ files: [file = ""] }: Ordered, headers = {}) => (await through(file, headers)).status;
    expect([await statusOf(used), await statusOf(expired)]).toEqual([403, 410]);
    expect((await through(used.files[0] ?? "", browser)).headers.get("content-type")).toContain("text/html");
    expect((await through(`${used.link}/999999999/a.txt`)).status).toBe(404);

    const product = await makeProduct(service, { item_urls: [{ url: "https://files.example.com/v", name: "Video" }] });
    const order = await createOrder(service, { skus: [product.sku] });
    const redirect = await through(`${order.links[0]}/${product.item_urls[0]?.id}/Video`);
    expect([redirect.status, redirect.headers.get("location")]).toEqual([302, "https://files.example.com/v"]);
    expect(await (await through(used.permalink)).text()).toBe(small);
  });

  test.if(triesAll)("the stored files cannot be requested, from nginx or from the service", async () => {
    const order = await orderFiles(service, { "a.txt": small });
    const place = (await handedOver(order.files[0] ?? "")) ?? "";
    const [stored] = [...new Bun.Glob(`files/objects${place.replace("/internal", "")}`).scanSync(service.folder)];
    expect(stored).toBeDefined();
    for (const path of [place, "/internal/"]) {
      expect({ path, status: (await through(path)).status }).toEqual({ path, status: 404 });
      expect((await service.get(path)).status).toBe(404);
    }
    expect(service.output.stderr).not.toContain("a file was not sent");
    // From an nginx without the internal location.
    expect((await service.get(place, { headers: { "x-forwarded-for": "198.51.100.7" } })).status).toBe(404);
    await until("the log says so", () => service.output.stderr.includes("a file was not sent"));
  });

  test.if(triesAll)("nobody but a trusted proxy that forwards a request gets an empty response", async () => {
    const order = await orderFiles(service, { "a.txt": small });
    const [file = ""] = order.files;
    expect(await (await service.get(file)).text()).toBe(small);
    await service.stop();
    service = await service.restart({ WAYBILL_TRUSTED_PROXIES: "192.0.2.1" });
    const answer = await service.get(file, { headers: { "x-forwarded-for": "198.51.100.7" } });
    expect([answer.headers.get("x-accel-redirect"), await answer.text()]).toEqual([null, small]);
  });
});

describe("the header", () => {
  const place = { folder: "/srv/ä ?#\t/objects", path: "a?b%25/ö#c\nd", modifiedAt: instant(1_795_355_600_999) };
  const elsewhere = { link: null, object: null, validators: null, prepare: async () => {} };
  const opened = { sizeBytes: 100_000, place, slice: () => new Blob(), ...elsewhere };
  const own = { etag: '"sha"', lastModified: instant(5) };
  const request = new Request("http://localhost/");

  test("for nginx names an escaped path, and the validators are nginx's", () => {
    const nginx = createHandover({ header: "x-accel-redirect", prefix: "/internal/" });
    const headers = nginx.headersFor(request, opened);
    expect(headers).toEqual({ "x-accel-redirect": "/internal/a%3Fb%2525/%C3%B6%23c%0Ad" });
    expect(nginx.validatorsOf(opened, own)).toEqual({
      etag: '"6b02f3d0-186a0"',
      lastModified: instant(1_795_355_600_000),
    });
    expect(nginx.validatorsOf({ ...opened, place: null }, own)).toEqual(own);
  });

  test("for Apache names the bytes of the whole path, and the validators are the service's", () => {
    const apache = createHandover({ header: "x-sendfile" });
    const file = { ...opened, place: { ...place, path: "ab/cd" } };
    const headers = apache.headersFor(request, file);
    expect(Buffer.from(headers?.["x-sendfile"] ?? "", "latin1").toString()).toBe(join(place.folder, "ab/cd"));
    expect(apache.validatorsOf(opened, own)).toEqual(own);
  });
});
