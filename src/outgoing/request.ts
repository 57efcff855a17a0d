import { isIP, type Socket } from "node:net";
import { isIn, mayConnect, type Network } from "./addresses.ts";
import { AnswerReader, type OutgoingAnswer } from "./answer-reader.ts";
import { connectTo, nameOf, portOf } from "./connection.ts";
import { OutgoingProblem } from "./problem.ts";

export type { OutgoingAnswer } from "./answer-reader.ts";

/** A request to a server that a store or a stranger chose. */
export interface OutgoingRequest {
  /** `http:` or `https:`, without user and password. */
  url: URL;
  method: "GET" | "POST";
  /** Beside Host, User-Agent, Accept-Encoding, Content-Length and Connection. */
  headers?: Record<string, string>;
  body?: string;
  /** Milliseconds for everything: name servers, connection, request and answer. */
  timeout: number;
  /** Bytes of the answer's body that are read. */
  mostBytes: number;
  /** Whether only https may be used, except for addresses in `WAYBILL_OUTGOING_NETWORKS`. */
  requiresTls: boolean;
}

/**
 * Sends one request and resolves with the answer, whatever its status. Follows no redirect. Only connects to addresses that the
 * service may reach: the name is looked up once, and the address that was checked is the one that is connected to. An
 * answer that breaks off, or is too long, is not whole. Rejects with `OutgoingProblem` if there is no answer.
 */
export type SendRequest = (request: OutgoingRequest) => Promise<OutgoingAnswer>;

interface RequestSettings {
  /** The IP addresses of a name. */
  addresses(name: string): Promise<string[]>;
  /** `WAYBILL_OUTGOING_NETWORKS` */
  allowed: Network[];
}

/** Addresses of one name that are tried, one after the other. */
const mostTried = 3;

/** Milliseconds for one of several addresses to accept the connection. */
const connectTimeout = 5_000;

export function openRequests({ addresses, allowed }: RequestSettings): SendRequest {
  return async (request) => {
    const late = new OutgoingProblem("no_answer_in_time", `No answer within ${request.timeout / 1000} seconds.`);
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(late), request.timeout);
    const stopped = new Promise<never>((_, reject) => stop.signal.addEventListener("abort", () => reject(late)));
    stopped.catch(() => {});
    try {
      const found = await Promise.race([usableAddresses(request), stopped]);
      const socket = await connectToAny(request.url, found, stop.signal);
      return await converse(socket, request, stop.signal);
    } finally {
      clearTimeout(timer);
    }
  };

  async function usableAddresses({ url, requiresTls }: OutgoingRequest): Promise<string[]> {
    const name = nameOf(url);
    const found = isIP(name) ? [name] : await lookUp(name);
    if (found.length === 0) throw new OutgoingProblem("no_address", `The name ${name} has no address.`);
    const usable = found.filter((address) => mayConnect(address, allowed));
    if (usable.length === 0) {
      throw new OutgoingProblem("not_allowed", `${name} leads to no public address. Private networks are not allowed.`);
    }
    const fitting = usable.filter((address) => isIn(address, allowed) || fitsPublic(url, requiresTls));
    if (fitting.length > 0) return fitting.slice(0, mostTried);
    const what = requiresTls && url.protocol !== "https:" ? "an address with https" : "port 443, or one above 1023";
    throw new OutgoingProblem("not_allowed", `For public servers, use ${what}.`);
  }

  async function lookUp(name: string): Promise<string[]> {
    try {
      return await addresses(name);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new OutgoingProblem("no_address", `The name servers did not answer for ${name} (${code ?? message}).`);
    }
  }
}

/** Below 1024 are mail servers and the like, which take an HTTP request for commands of their own. */
function fitsPublic(url: URL, requiresTls: boolean): boolean {
  const port = portOf(url);
  return (!requiresTls || url.protocol === "https:") && (port === 443 || port === 80 || port > 1023);
}

async function connectToAny(url: URL, addresses: string[], stop: AbortSignal): Promise<Socket> {
  for (const [index, address] of addresses.entries()) {
    const isLast = index === addresses.length - 1;
    const patience = isLast ? stop : AbortSignal.any([stop, AbortSignal.timeout(connectTimeout)]);
    try {
      return await connectTo(url, address, patience);
    } catch (error) {
      if (isLast || stop.aborted) throw error;
    }
  }
  throw new OutgoingProblem("no_address", `The name ${nameOf(url)} has no address.`);
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

const brokenOff = () =>
  new OutgoingProblem("no_connection", "The server closed the connection and gave no complete answer.");

/** Throws for a header that would become two. */
function textOf({ url, method, headers = {}, body }: OutgoingRequest): string {
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
