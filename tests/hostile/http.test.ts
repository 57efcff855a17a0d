import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyDatabase } from "../support/databases.ts";
import { type ServiceProcess, startProcess, until } from "../support/service.ts";
import { makeItem, makeOrder } from "../support/xml.ts";
import { type RawAnswer, sendRaw } from "./_raw.ts";
import { holdsUp, sentenceIn } from "./_rules.ts";

const rest = "\r\nHost: localhost\r\nConnection: close\r\n\r\n";
const hosts = [
  "",
  " ",
  "a b",
  "a/b",
  "user@localhost",
  "localhost?x",
  "localhost:99999",
  ":abc",
  "[::",
  "a:80,evil",
  "localhost\r\nHost: other",
];

/** Refused by the runtime before the service sees them (docs/operate/run.md, Invalid HTTP requests). */
const bare: [string, string][] = [
  ["no Host", "GET /healthz2 HTTP/1.1\r\n\r\n"],
  ["a space in the path", `GET /a b HTTP/1.1${rest}`],
  ["a control character in the path", `GET /a\x01b HTTP/1.1${rest}`],
  ["a NUL in the path", `GET /a\0b HTTP/1.1${rest}`],
  ["no path", `GET  HTTP/1.1${rest}`],
  ["a path without a slash", `GET x HTTP/1.1${rest}`],
  ["a backslash in its place", `GET \\a HTTP/1.1${rest}`],
  ["only a query", `GET ?a=1 HTTP/1.1${rest}`],
  ["an asterisk", `OPTIONS * HTTP/1.1${rest}`],
  ["another scheme", `GET ftp://localhost/ HTTP/1.1${rest}`],
  ["a path of 200,000 characters", `GET /${"a".repeat(200_000)} HTTP/1.1${rest}`],
  ["a header of 20,000 characters", `GET / HTTP/1.1\r\nX: ${"a".repeat(20_000)}${rest}`],
  ["300 headers", `GET / HTTP/1.1\r\n${Array.from({ length: 300 }, (_, n) => `X${n}: a`).join("\r\n")}${rest}`],
  ["HTTP/0.9", "GET /\r\n\r\n"],
  ["HTTP/1.2", `GET / HTTP/1.2${rest}`],
  ["HTTP/2.0", `GET / HTTP/2.0${rest}`],
  ["HTTP/2's beginning", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc"],
  ["bare line feeds", "GET / HTTP/1.1\nHost: localhost\n\n"],
  ["an unknown method", `FOO / HTTP/1.1${rest}`],
  ["a method in lower case", `get / HTTP/1.1${rest}`],
  ["a method of 3,000 characters", `${"A".repeat(3_000)} / HTTP/1.1${rest}`],
  ["two lengths", "POST /api/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"],
  ["a length below zero", "POST /api/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n"],
  ["a length that is no number", "POST /api/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n"],
  [
    "a length and chunks",
    "POST /api/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
  ["another transfer encoding", "POST /api/orders HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n"],
  ["a header without a colon", `GET / HTTP/1.1\r\nX${rest}`],
  ["a header over two lines", `GET / HTTP/1.1\r\nX: a\r\n b${rest}`],
  ["a space before the colon", `GET / HTTP/1.1\r\nX : a${rest}`],
  ["a NUL in a header", `GET / HTTP/1.1\r\nX: a\0b${rest}`],
];

/** Odd, and a path all the same. */
const oddPaths = [
  "//",
  "//evil.example/x",
  "/%",
  "/%zz",
  "/../../etc/passwd",
  "/%2e%2e/x",
  "/a\\b",
  "/a#b",
  "/\xff",
  "/:",
  "/@x",
  '/"<>^`{|}',
  "/api/items/%",
  "/api/orders/%ff",
  "/api/v3/orders/%zz",
  "/api/v3/orders/%00",
  "/get/%",
  "/orders/%c0%af",
  "/admin/auth/%",
];

describe.each(anyDatabase)("on $name, HTTP that nobody means", ({ create }) => {
  let service: ServiceProcess;
  let basic: string;
  beforeAll(async () => {
    service = await startProcess({ database: await create() });
    const { key, token } = service.credentials;
    basic = `authorization: Basic ${btoa(`${key}:${token}`)}\r\n`;
    await makeItem(service, "A");
    await makeOrder(service, ["A"]);
    // Whoever asks first has the administration area bundled, which takes memory once.
    await service.get("/admin");
  });

  const raw = (bytes: string) => sendRaw(service.port, bytes);
  const isSentence = ({ status, body }: RawAnswer, expected: number, words = "") => {
    expect({ status, body }).toEqual({ status: expected, body: expect.stringContaining(words) });
    expect(sentenceIn(body)).toMatch(/^\S[\s\S]{8,}[.…]$/);
  };

  test("without a host that can be read is refused with a sentence, in the interface's own form", async () => {
    for (const path of ["/", "/api/orders", "/api/v3/orders", "/admin", "/admin/auth/get-session"]) {
      for (const host of hosts)
        isSentence(await raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`), 400, "Host header");
      isSentence(await raw(`GET ${path} HTTP/1.0\r\n\r\n`), 400, "Host header");
    }
    for (const host of ["", ...hosts.map((one) => `Host: ${one}\r\n`)]) {
      const [xml, v3] = [
        await raw(`GET /api/orders HTTP/1.0\r\n${host}\r\n`),
        await raw(`GET /api/v3/orders?page=2 HTTP/1.0\r\n${host}\r\n`),
      ];
      expect([xml.head, v3.head]).toEqual([
        expect.stringContaining("application/xml"),
        expect.stringContaining("application/problem+json"),
      ]);
    }
  });

  test("is no proxy", async () => {
    for (const target of ["other.example:443", "//", "/", "//x"]) {
      isSentence(await raw(`CONNECT ${target} HTTP/1.1${rest}`), 400, "proxy");
    }
  });

  test("health is told to HTTP/1.0 without a host", async () => {
    expect((await raw("GET /healthz HTTP/1.0\r\n\r\n")).status).toBe(200);
    expect((await raw("GET /readyz HTTP/1.0\r\n\r\n")).status).toBe(200);
  });

  // The runtime discards the target's host (docs/operate/run.md). If it no longer does, the second status becomes 401.
  test("an address in full is taken, and the Host header names the store", async () => {
    for (const host of ["localhost", "nobody.localhost"]) {
      const answer = await raw(`GET http://${host}/api/account HTTP/1.1\r\n${basic}Host: localhost\r\n\r\n`);
      expect(answer.status).toBe(200);
    }
    const other = await raw(`GET http://localhost/api/account HTTP/1.1\r\n${basic}Host: nobody.localhost\r\n\r\n`);
    expect(other.status).toBe(401);
  });

  test.each(oddPaths)("the path %s is refused with a sentence, and nothing goes wrong inside", async (path) => {
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"]) {
      const answer = await raw(`${method} ${path} HTTP/1.1\r\n${basic}${rest.slice(2)}`);
      expect({ method, ...answer }).toMatchObject({ method, status: expect.any(Number) });
      expect(`${method} ${answer.status} ${answer.body.slice(0, 200)}`).toMatch(/^\w+ 4\d\d \S/);
    }
  });

  test.each([
    ["GET", "content-length: 7\r\n\r\nfilter="],
    ["GET", "content-length: 7\r\ncontent-length: 7\r\n\r\nfilter="],
    ["GET", "transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"],
    ["HEAD", "content-length: 7\r\n\r\nfilter="],
  ])("a %s with a body, %j, is refused and leads to the query", async (method, body) => {
    for (const path of [
      "/api/orders",
      "/api/orders.xml",
      "/api/orders/10000001/send_email",
      "/api/v3/orders",
      "/api/nothing",
    ]) {
      const answer = await raw(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${basic}connection: close\r\n${body}`);
      if (method === "HEAD") expect(answer.status).toBe(400);
      else isSentence(answer, 400, "query");
    }
  });

  test("a GET whose length is 0, and one of a page, go on", async () => {
    const answer = await raw(`GET /api/orders HTTP/1.1\r\nhost: localhost\r\n${basic}content-length: 0\r\n\r\n`);
    expect(answer.status).toBe(200);
    expect((await raw("GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\n\r\na")).status).toBe(200);
  });

  test.each(bare)("%s is refused, if not with a sentence", async (_, bytes) => {
    await holdsUp(service, { largestInput: bytes.length }, async () => {
      expect([0, 400, 431, 505]).toContain((await raw(bytes)).status);
    });
  });

  test("a body that breaks off, or whose chunks cannot be read, is not logged as an error of the service", async () => {
    await holdsUp(service, { largestInput: 1_000 }, async () => {
      for (const path of ["/api/orders", "/api/v3/orders", "/api/v3/orders/bulk", "/api/v3/files?filename=a"]) {
        const type = path.includes("v3") ? "application/json" : "application/xml";
        const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${basic}content-type: ${type}\r\n`;
        await breakOff(service.port, `${head}content-length: 9999\r\n\r\n<order>`);
        await raw(`${head}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n`);
      }
      await until("all are logged", () => (service.output.stderr.match(/"method":"POST"/g)?.length ?? 0) >= 8);
    });
    expect(service.output.stderr).not.toContain('"level":"error"');
  });

  test("made of any pieces is never answered with an error of the service", async () => {
    const method = fc.constantFrom(
      "GET",
      "HEAD",
      "POST",
      "PUT",
      "DELETE",
      "OPTIONS",
      "PATCH",
      "TRACE",
      "CONNECT",
      "get",
      "",
      "X",
    );
    const part = fc.oneof(
      fc.constantFrom(
        "/",
        "//",
        "..",
        "%",
        "%2e",
        "%00",
        "api",
        "v3",
        "orders",
        "items",
        "A",
        "?",
        "#",
        "\\",
        ":",
        "@",
        "*",
        ".xml",
        "get",
        "admin",
        "auth",
      ),
      fc.string({ unit: "binary-ascii", maxLength: 3 }),
    );
    const target = fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join("")}`);
    const header = fc.constantFrom(
      "Host: localhost",
      "Host: other",
      "Host:",
      "Content-Length: 2",
      "Content-Length: 02",
      "Transfer-Encoding: chunked",
      "Expect: 100-continue",
      "Expect: x",
      "Range: bytes=0-",
      "Upgrade: websocket",
      "X: \x80",
      "Content-Type: application/json",
      "Content-Encoding: gzip",
    );
    const request = fc.tuple(
      method,
      target,
      fc.constantFrom("HTTP/1.1", "HTTP/1.0", "HTTP/1.9", ""),
      fc.array(header, { maxLength: 4 }),
      fc.constantFrom("", "ab", "2\r\nab\r\n0\r\n\r\n"),
    );
    await holdsUp(service, { largestInput: 1_000 }, () =>
      fc.assert(
        fc.asyncProperty(request, async ([one, path, version, headers, body]) => {
          const lines = [`${one} ${path} ${version}`, ...headers, "Connection: close"].join("\r\n");
          const { status } = await raw(`${lines}\r\n\r\n${body}`);
          expect(status === 505 || status < 500).toBe(true);
        }),
        { numRuns: 200 },
      ),
    );
    expect(service.output.stderr).not.toContain('"level":"error"');
  });
});

/** Sends the bytes and closes the connection once the service has begun to read them. */
async function breakOff(port: number, bytes: string): Promise<void> {
  const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } });
  socket.write(bytes);
  socket.flush();
  // Connections are looked at in the order in which something came, and each answer takes a round of them.
  for (let round = 0; round < 3; round++) await sendRaw(port, "GET /healthz HTTP/1.0\r\n\r\n");
  socket.terminate();
}
