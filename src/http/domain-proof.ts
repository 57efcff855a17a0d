import type { Database } from "../platform/database/database.ts";
import { isClaim } from "../store/accounts/domain-claims.ts";
import { proofPath } from "../store/accounts/domain-proof.ts";
import type { Client } from "./client.ts";

/** Answers the token path of a claimed domain, on that domain only; null for every other request. */
export async function answerDomainProof(
  db: Pick<Database, "read">,
  request: Request,
  { hostname }: Client,
): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith(proofPath) || (request.method !== "GET" && request.method !== "HEAD")) return null;
  const token = pathname.slice(proofPath.length);
  if (!/^[\w-]{20,64}$/.test(token) || !(await isClaim(db.read, hostname, token))) return null;
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  return new Response(`${token}\n`, { headers });
}
