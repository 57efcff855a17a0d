import { holdsSecret } from "../access/api-keys/shown-path.ts";
import type { Log } from "../platform/log.ts";
import type { Account } from "../store/accounts/accounts.ts";
import type { Client } from "./client.ts";

/** In customers' paths, the segment after one of these gives access to downloads, or to links to them. */
const beforeSecret = new Set(["orders", "get", "permalink", "preview", "library", "opened", "updates", "token"]);

/** In paths of programs that ask about a license, the segment after one of these may be the key. */
const beforeKey = new Set(["licenses", "machines"]);

interface Answered {
  client: Client;
  account: Account | null;
  startedAt: number;
  /** The ID of a call with the account's credentials, which the answer has too; null for any other request. */
  requestId: string | null;
}

/** Writes one line about an answered request; `startedAt` is a `performance.now()` time. */
export function logRequest(
  log: Log,
  request: Request,
  response: Response,
  { client, account, startedAt, requestId }: Answered,
): void {
  if (!log.isLevelEnabled("info")) return;
  log.info(
    {
      method: request.method,
      path: pathWithoutSecrets(new URL(request.url).pathname),
      status: response.status,
      milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
      account: account?.handle ?? null,
      ip_address: client.ipAddress,
      ...(requestId === null ? {} : { request_id: requestId }),
    },
    "request",
  );
}

/**
 * Hides segments that may be an email address or an API key, and those that give access to downloads. Paths below `/api`
 * otherwise contain only the store's own IDs, which give access to nothing.
 */
function pathWithoutSecrets(path: string): string {
  const ofCustomer = !path.startsWith("/api/");
  const ofProgram = path.startsWith("/v1/");
  let secretFollows = false;
  const hidden = (segment: string) => {
    if (segment === "") return segment;
    const hides = secretFollows || segment.includes("@") || holdsSecret(segment);
    const name = segment.toLowerCase();
    secretFollows = ofCustomer && (beforeSecret.has(name) || (ofProgram && beforeKey.has(name)));
    return hides ? "…" : segment;
  };
  // An escaped slash splits a segment in two.
  return path.split("/").map(decoded).join("/").split("/").map(hidden).join("/");
}

/** The router treats `/%67et/…` as `/get/…`, so this code must too. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
