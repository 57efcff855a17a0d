import type { Account } from "../accounts/accounts.ts";
import type { Log } from "../log.ts";
import type { Client } from "./client.ts";

/** What follows these in a customer's path opens a download to whoever knows it. */
const beforeSecret = new Set(["orders", "get", "permalink"]);

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

/**
 * Hides segments that may be an address, and those that open a download. The paths below `/api` name orders and items by
 * what their owner calls them, which opens nothing.
 */
function pathWithoutSecrets(path: string): string {
  const ofCustomer = !path.startsWith("/api/");
  let secretFollows = false;
  const hidden = (segment: string) => {
    if (segment === "") return segment;
    const hides = secretFollows || segment.includes("@");
    secretFollows = ofCustomer && beforeSecret.has(segment.toLowerCase());
    return hides ? "…" : segment;
  };
  // An escaped slash in a segment makes two of it.
  return path.split("/").map(decoded).join("/").split("/").map(hidden).join("/");
}

/** The router reads `/%67et/…` as `/get/…`, so this must too. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
