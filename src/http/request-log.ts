import type { Account } from "../accounts/accounts.ts";
import type { Log } from "../log.ts";
import type { Client } from "./client.ts";

/** What follows these in a path opens a download to whoever knows it. */
const secretSegment = /^\/(orders|get|permalink)\/[^/]+/;

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
      path: new URL(request.url).pathname.replace(secretSegment, "/$1/…"),
      status: response.status,
      milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
      account: account?.handle ?? null,
      ip_address: client.ipAddress,
    },
    "request",
  );
}
