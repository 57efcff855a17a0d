import type { Client } from "../client.ts";
import { addressHeader, signInPath } from "./better-auth.ts";
import type { SignInRequest } from "./read-request.ts";

/**
 * The request as better-auth gets it: its body contains only what was checked. `headers` are the request's, and are
 * changed. `without` is the name of a cookie to leave out.
 */
export function forwardedRequest(
  headers: Headers,
  { path, endpoint, input }: SignInRequest,
  { client, without }: { client: Client; without: string | null },
): Request {
  headers.set(addressHeader, client.ipAddress);
  headers.delete("content-length");
  if (input) headers.set("content-type", "application/json");
  if (without !== null) dropCookie(headers, without);
  return new Request(client.origin + signInPath + path, {
    method: endpoint.method,
    headers,
    body: input && JSON.stringify(input),
  });
}

function dropCookie(headers: Headers, name: string): void {
  const cookies = (headers.get("cookie") ?? "").split(";").map((cookie) => cookie.trim());
  headers.set("cookie", cookies.filter((cookie) => !cookie.startsWith(`${name}=`)).join("; "));
}
