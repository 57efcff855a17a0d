import { connect, isIP, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { OutgoingProblem } from "./problem.ts";

/** Errors about the certificate, by node's and OpenSSL's codes. */
const certificateErrors = /CERT|ALTNAME|SELF_SIGNED|UNABLE_TO_/;

/**
 * Connects to the URL's server at a checked IP address. Its name is not resolved again, but the certificate must be
 * valid for it. Rejects with `OutgoingProblem`, or with the reason of `stop`.
 */
export function connectTo(url: URL, address: string, stop: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const isSecure = url.protocol === "https:";
  const port = portOf(url);
  const name = nameOf(url);
  const socket = isSecure
    ? connectSecurely({
        host: address,
        port,
        // Only for names: RFC 6066 does not allow addresses here.
        ...(isIP(name) ? {} : { servername: name }),
        ALPNProtocols: ["http/1.1"],
      })
    : connect({ host: address, port });
  const giveUp = () => {
    socket.destroy();
    reject(stop.reason);
  };
  const failed = (error: NodeJS.ErrnoException) => {
    stop.removeEventListener("abort", giveUp);
    reject(problemOf(error, name));
  };
  const closed = () => failed(new Error("the connection was closed"));
  stop.addEventListener("abort", giveUp, { once: true });
  if (stop.aborted) giveUp();
  // The listener stays, because an unhandled error event ends the process.
  socket.on("error", failed);
  socket.once("close", closed);
  socket.once(isSecure ? "secureConnect" : "connect", () => {
    stop.removeEventListener("abort", giveUp);
    socket.removeListener("close", closed);
    resolve(socket);
  });
  return promise;
}

/** The URL's host name, or its IP address without brackets. */
export const nameOf = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, "$1");

export const portOf = (url: URL) => Number(url.port) || (url.protocol === "https:" ? 443 : 80);

function problemOf(error: NodeJS.ErrnoException, name: string): OutgoingProblem {
  const words = `${error.code ?? ""} ${error.message}`.trim();
  if (certificateErrors.test(error.code ?? "")) {
    return new OutgoingProblem("certificate", `The certificate is not valid for ${name} (${words}).`);
  }
  return new OutgoingProblem("no_connection", `No connection to ${name} (${words}).`);
}
