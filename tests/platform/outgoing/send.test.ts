import { beforeAll, describe, expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createServer as createSecureServer } from "node:tls";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { AnswerReader } from "../../../src/platform/outgoing/answer-reader.ts";
import { type Network, openNetwork } from "../../../src/platform/outgoing/network.ts";
import type { OutgoingRequest } from "../../../src/platform/outgoing/request.ts";
import { selfSignedCertificate } from "../../support/certificates.ts";
import { afterTests } from "../../support/cleanup.ts";
import { startDnsServer } from "../../support/dns-server.ts";
import { failureOf, thrownBy } from "../../support/failures.ts";

// A store chooses the server, so every answer is a stranger's.
describe("a request to a server that a store chose", () => {
  let dns: Awaited<ReturnType<typeof startDnsServer>>;
  let network: Network;

  beforeAll(async () => {
    dns = await startDnsServer();
    network = openNetwork({ resolvers: [dns.address], allowed: [ipaddr.parseCIDR("127.0.0.0/8")] });
    dns.set("here.example", { A: "127.0.0.1" });
  });

  async function startServer(answer: (socket: Socket, request: string) => void) {
    const asked: string[] = [];
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", (request) => {
        asked.push(request.toString());
        answer(socket, request.toString());
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    afterTests(() => void server.close());
    const { port } = server.address() as { port: number };
    return { asked, port, url: new URL(`http://here.example:${port}/hook?a=1`) };
  }

  const send = (url: URL, more: Partial<OutgoingRequest> = {}, by = network) =>
    by.send({ url, method: "POST", body: "{}", timeout: 10_000, mostBytes: 2_048, requiresTls: true, ...more });

  test("brings method, headers and body, and the answer's status, headers and body come back", async () => {
    const server = await startServer((socket) =>
      socket.end("HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 4\r\n\r\nlatePAST"),
    );
    const answer = await send(server.url, { headers: { "X-One": "1" }, body: "é" });
    expect([answer.status, answer.headers.get("retry-after"), answer.body.toString(), answer.isWhole]).toEqual([
      503,
      "7",
      "late",
      true,
    ]);
    expect(server.asked[0]).toStartWith(`POST /hook?a=1 HTTP/1.1\r\nHost: here.example:${server.port}\r\n`);
    expect(server.asked[0]).toContain("\r\nX-One: 1\r\nContent-Length: 2\r\n");
  });

  test("follows no redirect", async () => {
    const inner = await startServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nsecret"));
    const outer = await startServer((socket) =>
      socket.end(`HTTP/1.1 307 Elsewhere\r\nLocation: ${inner.url}\r\nContent-Length: 0\r\n\r\n`),
    );
    expect((await send(outer.url)).status).toBe(307);
    expect(inner.asked).toEqual([]);
  });

  test("looks a name up once: one that changes in between leads nowhere else", async () => {
    const server = await startServer((socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n"));
    dns.set("changing.example", { A: "127.0.0.1" });
    dns.onceAsked("changing.example", "A", () => dns.set("changing.example", { A: "127.0.0.2" }));
    const { status } = await send(new URL(`http://changing.example:${server.port}/`));
    expect([status, dns.asked("changing.example", "A")]).toEqual([204, 1]);
  });

  test.each([
    ["a name with a private address", "https://inside.example/", { "inside.example": "10.0.0.1" }],
    ["a name of this machine", "https://self.example/", { "self.example": "127.0.0.1" }],
    ["a private address", "https://192.168.1.1/", {}],
    ["this machine", "https://127.0.0.1/", {}],
    ["this machine as one number", "https://2130706433/", {}],
    ["this machine by IPv6", "https://[::1]/", {}],
    ["this machine by IPv6, mapped", "https://[::ffff:127.0.0.1]/", {}],
    ["the cloud's own server", "https://169.254.169.254/latest/", {}],
    ["a public server without https", "http://public.example/", { "public.example": "93.184.215.14" }],
    ["a public mail server", "https://public.example:25/", { "public.example": "93.184.215.14" }],
  ])("does not reach %s", async (_, url, names: Record<string, string>) => {
    for (const [name, A] of Object.entries(names)) dns.set(name, { A });
    const strict = openNetwork({ resolvers: [dns.address], allowed: [] });
    expect(await failureOf(send(new URL(url), {}, strict))).toMatchObject({ reason: "not_allowed" });
  });

  test("to a name that does not exist says so", async () => {
    expect(await failureOf(send(new URL("https://nowhere.example/")))).toMatchObject({ reason: "no_address" });
  });

  test("where nobody listens says so", async () => {
    const server = await startServer(() => {});
    const unused = new URL(`http://127.0.0.1:${server.port}/`);
    const { port } = (await startServer(() => {})) as { port: number };
    unused.port = String(port === 1 ? 2 : 1);
    expect(await failureOf(send(unused))).toMatchObject({ reason: "no_connection" });
  });

  test("reads no more than it was told of ten megabytes, or of an answer without end", async () => {
    const large = await startServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n");
      socket.end("x".repeat(10_485_760));
    });
    const endless = await startServer((socket) => {
      const more = () => {
        if (!socket.destroyed) socket.write("2000\r\n".concat("x".repeat(8192), "\r\n"), more);
      };
      socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", more);
    });
    for (const { url } of [large, endless]) {
      const { status, body, isWhole } = await send(url);
      expect([status, body.length, isWhole]).toEqual([200, 2_048, false]);
    }
  });

  test("has the status of an answer whose body does not end in time", async () => {
    const slow = await startServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
      const timer = setInterval(() => socket.write("x"), 50);
      socket.on("close", () => clearInterval(timer));
    });
    const { status, isWhole } = await send(slow.url, { timeout: 3_000 });
    expect([status, isWhole]).toEqual([200, false]);
  });

  test("that nobody answers ends in time", async () => {
    const silent = await startServer(() => {});
    expect(await failureOf(send(silent.url, { timeout: 500 }))).toMatchObject({ reason: "no_answer_in_time" });
  });

  test("cannot be given more headers by one", async () => {
    const server = await startServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"));
    expect(await thrownBy(send(server.url, { headers: { "X-One": "1\r\nX-Two: 2" } }))).toThrow("line break");
    expect(server.asked).toEqual([]);
  });

  test("needs a certificate for the very name, although it connects to an address", async () => {
    const options = await selfSignedCertificate("right.example");
    const names: string[] = [];
    const server = createSecureServer(options, (socket) => {
      socket.on("error", () => {});
      socket.once("data", () => {
        names.push(String((socket as unknown as { servername: unknown }).servername));
        socket.end("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    afterTests(() => void server.close());
    const { port } = server.address() as { port: number };
    for (const name of ["right.example", "wrong.example"]) dns.set(name, { A: "127.0.0.1" });
    const ask = async (url: string, trusted: boolean) => {
      const child = Bun.spawn(
        [process.execPath, join(import.meta.dir, "../../support/programs/send-securely.ts"), dns.address, url],
        {
          env: { ...process.env, ...(trusted ? { NODE_EXTRA_CA_CERTS: options.path } : {}) },
        },
      );
      return child.stdout.text();
    };
    expect(await ask(`https://right.example:${port}/`, true)).toBe("200 hello");
    expect(names).toEqual(["right.example"]);
    expect(await ask(`https://wrong.example:${port}/`, true)).toBe("certificate");
    expect(await ask(`https://127.0.0.1:${port}/`, true)).toBe("certificate");
    expect(await ask(`https://right.example:${port}/`, false)).toBe("certificate");
  });
});

describe("an answer", () => {
  const chunks = fc.array(fc.string({ minLength: 1, maxLength: 30 }), { maxLength: 8 });

  /** Feeds the text in pieces of any size. */
  function read(text: string, sizes: number[], mostBytes: number) {
    const reader = new AnswerReader(mostBytes);
    const bytes = Buffer.from(text);
    for (let at = 0, index = 0; at < bytes.length; index++) {
      const size = sizes[index % sizes.length] ?? 1;
      reader.push(bytes.subarray(at, at + size));
      at += size;
    }
    return reader.answer({ closed: true });
  }

  test("is the same in whatever pieces it arrives, in chunks, with a length or until the end", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(chunks, sizes, fc.integer({ min: 0, max: 200 }), (parts, pieces, most) => {
        const whole = Buffer.from(parts.join(""));
        const coded = parts.map((part) => `${Buffer.byteLength(part).toString(16)};a=b\r\n${part}\r\n`).join("");
        for (const text of [
          `HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${coded}0\r\n\r\n`,
          `HTTP/1.1 200 OK\r\nContent-Length: ${whole.length}\r\n\r\n${whole}`,
          `HTTP/1.1 200\r\n\r\n${whole}`,
        ]) {
          const answer = read(text, pieces, most);
          expect(answer?.body).toEqual(whole.subarray(0, most));
          expect(answer?.isWhole).toBe(whole.length <= most);
        }
      }),
    );
  });

  test("that breaks off is not whole", () => {
    const head = "HTTP/1.1 200 OK\r\n";
    expect(read(`${head}Content-Length: 9\r\n\r\nshort`, [7], 100)?.isWhole).toBe(false);
    expect(read(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n`, [7], 100)?.isWhole).toBe(false);
  });

  test.each(["HTTP/1.1 200 OK\r\nContent-Length: -1", "HTTP/1.1 999 No", "HTTP/2 200", "HTTP/1.1 200 OK\r\nno colon"])(
    "is none with the head %j",
    (head) => expect(() => read(`${head}\r\n\r\n`, [100], 10)).toThrow("no answer that can be read"),
  );
});
