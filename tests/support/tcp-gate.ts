import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";
import { afterTests } from "./cleanup.ts";
import { freePort } from "./ports.ts";

/** A way to a server that can be closed, as a network or a restart does, and opened again. */
interface TcpGate {
  port: number;
  /** Breaks every connection off and refuses new ones. */
  close(): Promise<void>;
  open(): Promise<void>;
  /** Passes nothing on in either direction, and lets every connection be; what is sent meanwhile is lost. */
  silence(): void;
  /** Breaks off the connections that were silenced, and passes new ones on again. */
  speak(): void;
  /** Passes on so many bytes a second of what the target answers on each connection; infinity for no limit. */
  slow(bytesPerSecond: number): void;
}

/**
 * Starts to pass connections on to `target` from a free port of the loopback interface; of what the target answers, only
 * the first `most` bytes of each connection.
 */
export async function startTcpGate(
  target: { hostname: string; port: number },
  { most = Number.POSITIVE_INFINITY } = {},
): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  let silent = false;
  let rate = Number.POSITIVE_INFINITY;
  const unlessSilent = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        done(null, silent ? undefined : chunk);
      },
    });
  const slowly = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (rate === Number.POSITIVE_INFINITY) done(null, chunk);
        else setTimeout(() => done(null, chunk), (1000 * chunk.length) / rate);
      },
    });
  const server = createServer((incoming) => {
    const outgoing = connect(target.port, target.hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on("close", () => {
        sockets.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
      socket.on("error", () => {});
    }
    incoming.pipe(unlessSilent()).pipe(outgoing).pipe(unlessSilent()).pipe(slowly()).pipe(upTo(most)).pipe(incoming);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const silence = () => {
    silent = true;
  };
  const speak = () => {
    for (const socket of sockets) socket.destroy();
    silent = false;
  };
  const slow = (bytesPerSecond: number) => {
    rate = bytesPerSecond;
  };
  const port = await freePort();
  await listen(port);
  afterTests(close);
  return { port, close, open: () => listen(port), silence, speak, slow };
}

/** Passes on the first `most` bytes, and then nothing more, without an end. */
function upTo(most: number): Transform {
  let left = most;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const some = chunk.subarray(0, left);
      left -= some.length;
      this.push(some);
      if (left > 0) done();
    },
  });
}
