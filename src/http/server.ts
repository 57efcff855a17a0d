import type { Account } from "../accounts/accounts.ts";
import { accountUrl } from "../accounts/address.ts";
import type { TokenVault } from "../accounts/credentials.ts";
import { accountOfHost } from "../accounts/host.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import type { FileStore } from "../files/store.ts";
import type { Log } from "../log.ts";
import { clientOf } from "./client.ts";
import { health } from "./health.ts";
import { logRequest } from "./request-log.ts";
import { createSurfaces } from "./surfaces.ts";

/** What requests are answered with. */
export interface ServerSettings {
  config: Pick<Config, "url" | "host" | "port" | "trustedProxies">;
  db: Database;
  files: FileStore;
  vault: TokenVault;
  log: Log;
}

export interface RunningServer {
  /** Takes no new requests, and resolves when those that are running have been answered whole. */
  stop(): Promise<void>;
}

/** Seconds without a byte in either direction after which a connection is given up. */
const idleTimeout = 120;

/** Larger than any body that a route takes; each route has a limit of its own. */
const largestBody = 100 * 1024 ** 3;

/** Starts to listen. Throws when the address cannot be listened on. */
export function startServer({ config, db, files, vault, log }: ServerSettings): RunningServer {
  let stopping = false;
  const services = { db, files, vault, log, accountUrl: (account: Account) => accountUrl(config.url, account) };
  const surfaceAt = createSurfaces(services);

  async function answer(request: Request, peerAddress: string): Promise<Response> {
    const startedAt = performance.now();
    const { pathname } = new URL(request.url);
    const healthy = await health(pathname, { db, files, log, stopping });
    if (healthy) return healthy;
    const client = clientOf(request, peerAddress, config.trustedProxies);
    const surface = surfaceAt(pathname);
    let account: Account | null = null;
    let response: Response;
    try {
      account = await accountOfHost(db.read, config.url, client.hostname);
      response = await surface.answer(request, { account, client });
    } catch (error) {
      response = surface.fail(request, error);
    }
    logRequest(log, request, response, { client, account, startedAt });
    return response;
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
    stop() {
      stopping = true;
      return server.stop();
    },
  };
}
