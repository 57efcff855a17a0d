import type { Reader } from "../database/database.ts";
import { isLiteralAddress, type ServiceUrl } from "./address.ts";
import { type AccountWithCredentials, accountByCustomDomain, accountByHandle, onlyAccount } from "./queries.ts";

/**
 * The account that a request's host belongs to (docs/running.md, Host names): `HANDLE.service-domain`, a custom domain,
 * or, while exactly one account exists, the bare service domain, `localhost` or an IP address. Null if it belongs to
 * none. `hostname` is in lower case and without a port.
 */
export async function accountOfHost(
  reader: Reader,
  service: ServiceUrl,
  hostname: string,
): Promise<AccountWithCredentials | null> {
  if (hostname === service.hostname || hostname === "localhost" || isLiteralAddress(hostname)) {
    return onlyAccount(reader);
  }
  return accountOfOwnHost(reader, service, hostname);
}

/** The account that this host name belongs to for good: `HANDLE.service-domain`, or a custom domain. */
export async function accountOfOwnHost(
  reader: Reader,
  service: ServiceUrl,
  hostname: string,
): Promise<AccountWithCredentials | null> {
  const domain = `.${service.hostname}`;
  const handle = hostname.endsWith(domain) ? hostname.slice(0, -domain.length) : null;
  // Handles are checked first, so that another account's custom domain cannot take their place.
  const named = handle === null ? null : await accountByHandle(reader, handle);
  return named ?? accountByCustomDomain(reader, hostname);
}
