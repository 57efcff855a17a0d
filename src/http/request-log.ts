import type { Account } from "../accounts/accounts.ts";
import type { Log } from "../log.ts";
import type { Client } from "./client.ts";

/** What follows these in a customer's path opens a download to whoever knows it. */
const secretSegment = /(\/+(?:orders|get|permalink)\/+)[^/]+/gi;

const address = /[^/]+@[^/]+/g;

/** Writes one line about an answered request; `startedAt` as `performance.now()` gave it. */
export function logRequest(
  log: Log,
  request: Request,
  response: Response,
  { client, account, startedAt }: { client: Client; account: Account | null; startedAt: number },
): void {
  log.info(
    {
      method: request.method,
      path: pathWithoutSecrets(new URL(request.url).pathname),
      status: response.status,
      milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
      account: account?.handle ?? null,
      ip_address: client.ipAddress,
    },
    "request",
  );
}

/** The paths below `/api` name orders and items by what their owner calls them, which opens nothing but may be an address. */
function pathWithoutSecrets(path: string): string {
  return path.startsWith("/api/") ? decoded(path).replace(address, "…") : decoded(path).replace(secretSegment, "$1…");
}

/** The router reads `/%67et/…` as `/get/…`, so this must too. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
