import { beforeAll, describe, expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { type Network, openNetwork } from "../../../src/platform/outgoing/network.ts";
import { afterTests } from "../../support/cleanup.ts";
import { startDnsServer } from "../../support/dns-server.ts";
import { thrownBy } from "../../support/failures.ts";

// A stranger chooses the domain, and so the web server that is asked.
describe("a web server of a custom domain", () => {
  let dns: Awaited<ReturnType<typeof startDnsServer>>;
  let network: Network;

  beforeAll(async () => {
    dns = await startDnsServer();
    network = openNetwork({ resolvers: [dns.address], allowed: [ipaddr.parseCIDR("127.0.0.0/8")] });
    dns.set("here.example", { A: "127.0.0.1" });
  });

  /** A server on loopback that does `answer` to each connection once it has asked. */
  async function startServer(answer: (socket: Socket) => void) {
    const asked: string[] = [];
    const closed = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("close", () => closed.resolve());
      socket.once("data", (request) => {
        asked.push(request.toString());
        answer(socket);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    afterTests(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The server has no port.");
    return { asked, closed: closed.promise, url: new URL(`http://here.example:${address.port}/path`) };
  }

  const answering = (text: string) => startServer((socket) => socket.end(text));

  test("is asked for the path as the domain, and its short text is read, in one piece or in chunks", async () => {
    const plain = await answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\ntoken");
    expect(await network.get(plain.url)).toBe("token");
    expect(plain.asked).toEqual([expect.stringMatching(/^GET \/path HTTP\/1\.1\r\nHost: here\.example:\d+\r\n/)]);
    const chunked = await answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ntoken\r\n0\r\n\r\n");
    expect(await network.get(chunked.url)).toBe("token");
  });

  test("is looked up once: a name that changes in between leads nowhere else", async () => {
    const first = await answering("HTTP/1.1 200 OK\r\n\r\nfirst");
    const name = "changing.example";
    dns.set(name, { A: "127.0.0.1" });
    dns.onceAsked(name, "A", () => dns.set(name, { A: "127.0.0.2" }));
    const text = await network.get(new URL(`http://${name}:${first.url.port}/`));
    expect([text, dns.asked(name, "A")]).toEqual(["first", 1]);
  });

  test("cannot redirect to another", async () => {
    const inner = await answering("HTTP/1.1 200 OK\r\n\r\nsecret");
    const outer = await answering(`HTTP/1.1 302 Found\r\nLocation: ${inner.url}\r\nContent-Length: 0\r\n\r\n`);
    expect(await network.get(outer.url)).toBeNull();
    expect(inner.asked).toEqual([]);
  });

  test("cannot answer without end", async () => {
    const endless = await startServer((socket) => {
      const send = () => {
        if (!socket.destroyed) socket.write("x".repeat(65_536), send);
      };
      socket.write("HTTP/1.1 200 OK\r\n\r\n", send);
    });
    const text = await network.get(endless.url);
    expect(text?.length).toBeLessThanOrEqual(16 * 1024);
    await endless.closed;
  });

  test("cannot keep the service waiting with silence or with a byte now and then", async () => {
    const silent = await startServer(() => {});
    const slow = await startServer((socket) => {
      const timer = setInterval(() => socket.write("x"), 100);
      socket.on("close", () => clearInterval(timer));
    });
    const answers = await Promise.allSettled([network.get(silent.url), network.get(slow.url)]);
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await Promise.all([silent.closed, slow.closed]);
  });

  test.each([
    ["nothing", "", "no complete answer"],
    ["no HTTP", "220 mail.example ESMTP\r\n", "no answer that can be read"],
    ["half a head", "HTTP/1.1 200 OK\r\nContent-Le", "no complete answer"],
    ["a head without end", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(40_000)}`, "no answer that can be read"],
  ])("that answers with %s has not answered", async (_, text, words) => {
    expect(await thrownBy(network.get((await answering(text)).url))).toThrow(words);
  });
});
