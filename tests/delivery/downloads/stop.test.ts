import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { databasesUnderTest } from "../../support/databases.ts";
import { orderFiles, stateOf } from "../../support/downloads.ts";
import { startProcess, until } from "../../support/service.ts";

/** More than the buffers of a connection hold, so that the server is in the middle of it while nobody reads. */
const sizeBytes = 25_000_000;

/** Between the header of an answer and its content. */
const blankLine = "\r\n\r\n";

describe.each(databasesUnderTest)("on $name", ({ create }) => {
  test("a server that is asked to stop lets a running download end, and takes no new connection", async () => {
    const database = await create();
    const service = await startProcess({ database });
    const content = randomBytes(sizeBytes);
    const order = await orderFiles(service, { "large.bin": content });

    const received = new Bun.CryptoHasher("sha256");
    let header = Buffer.alloc(0);
    let length = 0;
    const socket = connect(service.port, "127.0.0.1");
    const take = (data: Buffer) => {
      received.update(data);
      length += data.length;
      if (length === sizeBytes) socket.end();
    };
    const ended = new Promise<void>((resolve, reject) => {
      socket.once("close", () => resolve());
      socket.once("error", reject);
    });
    const started = new Promise<void>((resolve) => {
      socket.on("data", (data: Buffer) => {
        if (header.includes(blankLine)) return take(data);
        header = Buffer.concat([header, data]);
        const end = header.indexOf(blankLine);
        if (end < 0) return;
        take(header.subarray(end + blankLine.length));
        resolve();
      });
    });
    socket.write(`GET ${order.link} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await started;
    socket.pause();
    expect(length).toBeLessThan(sizeBytes);

    const stopped = service.stop();
    await until("new connections are refused", () => refused(service.port));
    expect(service.process.exitCode).toBeNull();
    socket.resume();
    await ended;
    expect(header.toString()).toStartWith("HTTP/1.1 200 ");
    expect(length).toBe(sizeBytes);
    expect(received.digest("hex")).toBe(new Bun.CryptoHasher("sha256").update(content).digest("hex"));
    expect(await stopped).toBe(0);

    const again = await service.restart();
    expect(await stateOf(again, order)).toEqual({ recorded: 1, counted: 1, remaining: 4 });
    expect(await again.stop()).toBe(0);
  });

  test("connections that are kept open without a request do not keep a server from stopping", async () => {
    const service = await startProcess({ database: await create() });
    const socket = connect(service.port, "127.0.0.1");
    const closed = new Promise((resolve) => socket.once("close", resolve));
    const answered = new Promise((resolve) => socket.once("data", resolve));
    socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await answered;
    expect(await service.stop()).toBe(0);
    await closed;
  });
});

function refused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
  });
}
