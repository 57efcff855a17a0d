import type { Socket } from "node:net";
import { AnswerReader, type OutgoingAnswer } from "./answer-reader.ts";
import { OutgoingProblem } from "./problem.ts";
import { openReach, type ReachSettings } from "./reach.ts";

/** A request to a server chosen by a store or a stranger. */
export interface OutgoingRequest {
  /** `http:` or `https:`, without user and password. */
  url: URL;
  method: "GET" | "POST";
  /** In addition to Host, User-Agent, Accept-Encoding, Content-Length and Connection. */
  headers?: Record<string, string>;
  body?: string;
  /** Milliseconds for everything: DNS, connection, request and response. */
  timeout: number;
  /** Most bytes of the response's body to read. */
  mostBytes: number;
  /** Whether https is required, except for addresses in `WAYBILL_OUTGOING_NETWORKS`. */
  requiresTls: boolean;
}

/**
 * Sends one request and resolves with the response, whatever its status. Follows no redirects. Connects only to
 * addresses that the service may reach: the name is resolved once, and the checked address is the one connected to. A
 * response that breaks off or is too long is not whole. Rejects with `OutgoingProblem` if there is none.
 */
export type SendRequest = (request: OutgoingRequest) => Promise<OutgoingAnswer>;

export function openRequests(settings: ReachSettings): SendRequest {
  const reach = openReach(settings);
  return async (request) => {
    const late = new OutgoingProblem("no_answer_in_time", `No answer within ${request.timeout / 1000} seconds.`);
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(late), request.timeout);
    try {
      return await converse(await reach(request, stop.signal), request, stop.signal);
    } finally {
      clearTimeout(timer);
    }
  };
}

function converse(socket: Socket, request: OutgoingRequest, stop: AbortSignal): Promise<OutgoingAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutgoingAnswer>();
  const reader = new AnswerReader(request.mostBytes);
  const finish = (problem: unknown, closed = false) => {
    socket.destroy();
    const answer = reader.answer({ closed });
    if (answer) resolve(answer);
    else reject(problem);
  };
  const giveUp = () => finish(stop.reason);
  stop.addEventListener("abort", giveUp, { once: true });
  socket.on("data", (bytes: Buffer) => {
    try {
      reader.push(bytes);
    } catch (problem) {
      finish(problem);
      return;
    }
    if (reader.isDone) finish(null);
  });
  socket.on("end", () => finish(brokenOff(), true));
  socket.on("error", () => finish(brokenOff()));
  socket.on("close", () => finish(brokenOff(), true));
  socket.write(textOf(request));
  return promise.finally(() => stop.removeEventListener("abort", giveUp));
}

export const brokenOff = () =>
  new OutgoingProblem("no_connection", "The server closed the connection and gave no complete answer.");

/** The request as sent. Throws for a header that would become two. */
export function textOf({
  url,
  method,
  headers = {},
  body,
}: Pick<OutgoingRequest, "url" | "method" | "headers" | "body">): string {
  const all = {
    Host: url.host,
    "User-Agent": "Waybill",
    "Accept-Encoding": "identity",
    ...headers,
    ...(body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) }),
    Connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => {
    if (/[\r\n\0]/.test(name + value)) throw new Error(`The header ${JSON.stringify(name)} has a line break.`);
    return `${name}: ${value}\r\n`;
  });
  return `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
}
