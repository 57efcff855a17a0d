import type { Account } from "../accounts/accounts.ts";
import { accountUrl } from "../accounts/address.ts";
import { accountOfHost } from "../accounts/host.ts";
import type { Context } from "../context.ts";
import { clientOf } from "./client.ts";
import { problem } from "./customers/respond.ts";
import { createCustomerPages } from "./customers/routes.ts";
import { health } from "./health.ts";
import { logRequest } from "./request-log.ts";
import { errorResponse } from "./xml/errors.ts";
import { createXmlInterface } from "./xml/routes.ts";

export interface RunningServer {
  /** Takes no new requests, gives those that are running up to `graceMilliseconds`, then breaks them off. */
  stop(graceMilliseconds: number): Promise<void>;
}

/** Seconds without a byte in either direction after which a connection is given up. */
const idleTimeout = 120;

/** Larger than any body that a route takes; each route has a limit of its own. */
const largestBody = 100 * 1024 ** 3;

/** Starts to listen. Throws when the address cannot be listened on. */
export function startServer({ config, db, files, vault, log }: Context): RunningServer {
  let stopping = false;
  const services = { db, files, vault, log, accountUrl: (account: Account) => accountUrl(config.url, account) };
  const xml = createXmlInterface(services);
  const customers = createCustomerPages(services);

  async function answer(request: Request, peerAddress: string): Promise<Response> {
    const startedAt = performance.now();
    const { pathname } = new URL(request.url);
    const healthy = await health(pathname, { db, files, log, stopping });
    if (healthy) return healthy;
    const client = clientOf(request, peerAddress, config.trustedProxies);
    const isApi = pathname === "/api" || pathname.startsWith("/api/");
    let account: Account | null = null;
    let response: Response;
    try {
      account = await accountOfHost(db.read, config.url, client.hostname);
      response = isApi ? await xml(request, account) : await customers(request, { account, client });
    } catch (error) {
      response = isApi ? errorResponse(error, log) : failure(request, error);
    }
    logRequest(log, request, response, { client, account, startedAt });
    return response;
  }

  function failure(request: Request, error: unknown): Response {
    log.error({ err: error }, "request failed");
    return problem(request, null, "unavailable");
  }

  const server = Bun.serve({
    hostname: config.host,
    port: config.port,
    idleTimeout,
    maxRequestBodySize: largestBody,
    development: false,
    fetch: (request, connection) => answer(request, connection.requestIP(request)?.address ?? ""),
    error(error) {
      log.error({ err: error }, "request failed");
      return new Response("Something went wrong.\n", { status: 500 });
    },
  });

  return {
    async stop(graceMilliseconds) {
      stopping = true;
      const finished = server.stop();
      const timer = setTimeout(() => server.stop(true), graceMilliseconds);
      await finished;
      clearTimeout(timer);
    },
  };
}
