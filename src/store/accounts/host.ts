import type { Reader } from "../../platform/database/database.ts";
import { isLiteralAddress, type ServiceUrl } from "./address.ts";
import { accountByFormerHandle } from "./former-handles.ts";
import {
  type AccountWithCredentials,
  accountByCustomDomain,
  accountByHandle,
  accountByLowerKey,
  mainAccount,
} from "./queries.ts";

/**
 * The account that a request's host belongs to (docs/operate/run.md, Host names): `HANDLE.service-domain`, a custom domain, or,
 * for the main account, a bare address of the service. Null if it belongs to none. `hostname` is in lowercase and without a port.
 */
export async function accountOfHost(
  reader: Reader,
  service: ServiceUrl,
  hostname: string,
): Promise<AccountWithCredentials | null> {
  return isBareAddress(service, hostname) ? mainAccount(reader) : accountOfOwnHost(reader, service, hostname);
}

/**
 * The account whose API key is the first part of the host name, as published clients call it: `KEY.service-domain`, in lowercase.
 * Only for the API, where the key proves nothing without its token.
 */
export async function accountOfKeyHost(
  reader: Reader,
  service: ServiceUrl,
  hostname: string,
): Promise<AccountWithCredentials | null> {
  const domain = `.${service.hostname}`;
  return hostname.endsWith(domain) ? accountByLowerKey(reader, hostname.slice(0, -domain.length)) : null;
}

/** True for the service domain itself, `localhost` and IP addresses. */
export const isBareAddress = (service: ServiceUrl, hostname: string): boolean =>
  hostname === service.hostname || hostname === "localhost" || isLiteralAddress(hostname);

/**
 * The account that permanently owns this host name: `HANDLE.service-domain`, also with a former handle, or a custom
 * domain.
 */
export async function accountOfOwnHost(
  reader: Reader,
  service: ServiceUrl,
  hostname: string,
): Promise<AccountWithCredentials | null> {
  const domain = `.${service.hostname}`;
  const handle = hostname.endsWith(domain) ? hostname.slice(0, -domain.length) : null;
  // Handles are checked first, so that another account's custom domain cannot take their place.
  const named = handle === null ? null : await accountByHandle(reader, handle);
  const former = handle === null || named ? null : await accountByFormerHandle(reader, handle);
  return named ?? former ?? accountByCustomDomain(reader, hostname);
}
