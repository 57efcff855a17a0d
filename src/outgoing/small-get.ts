import { connect } from "node:net";
import { connect as connectSecurely } from "node:tls";

/** Milliseconds for everything: the connection, the request and the answer. */
const deadline = 5_000;

/** Maximum bytes of a response with its headers. The rest is not read. */
const longestAnswer = 16 * 1024;

/**
 * Requests a small text at `url` from the web server at an IP address. The host name is not looked up again, so that
 * the checked address is the one connected to. Follows no redirects. Throws if there is no response in time.
 */
export function smallGet(url: URL, address: string): Promise<{ status: number; text: string }> {
  const isSecure = url.protocol === "https:";
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const socket = isSecure
    ? connectSecurely({ host: address, port, servername: url.hostname, ALPNProtocols: ["http/1.1"] })
    : connect({ host: address, port });
  const timer = setTimeout(() => socket.destroy(new Error("no answer in time")), deadline);
  let received = Buffer.alloc(0);
  socket.on(isSecure ? "secureConnect" : "connect", () => {
    const headers = `Host: ${url.host}\r\nUser-Agent: Waybill\r\nAccept: text/plain\r\nConnection: close`;
    socket.write(`GET ${url.pathname} HTTP/1.1\r\n${headers}\r\n\r\n`);
  });
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]).subarray(0, longestAnswer);
    if (received.length >= longestAnswer) socket.destroy();
  });
  socket.on("end", () => socket.destroy());
  socket.on("error", reject);
  socket.on("close", () => {
    clearTimeout(timer);
    const answer = readAnswer(received.toString("latin1"));
    if (answer) resolve(answer);
    else reject(new Error("no answer"));
  });
  return promise;
}

/** Null if it is not an HTTP/1 response. */
function readAnswer(text: string): { status: number; text: string } | null {
  const [, status, headers = "", body = ""] =
    /^HTTP\/1\.[01] (\d{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n([\s\S]*)$/.exec(text) ?? [];
  if (status === undefined) return null;
  const isChunked = /^transfer-encoding: *chunked *$/im.test(headers);
  return { status: Number(status), text: isChunked ? firstChunk(body) : body };
}

/** A small text comes in one chunk. */
function firstChunk(body: string): string {
  const [line = "", size = ""] = /^([0-9a-f]+)[^\r\n]*\r\n/i.exec(body) ?? [];
  return body.slice(line.length, line.length + Number.parseInt(size || "0", 16));
}
