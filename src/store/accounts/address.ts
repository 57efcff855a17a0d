import ipaddr from "ipaddr.js";

/** The service domain as `WAYBILL_URL` gives it. */
export type ServiceUrl = Pick<URL, "protocol" | "hostname" | "port">;

/** What of an account its addresses depend on. */
interface AddressedAccount {
  handle: string;
  isMain: boolean;
}

/**
 * Full base address of an account, with scheme, without a slash at its end. The main account has the service's own, and so has
 * every account on a service domain that is an IP address, which can have no subdomains (docs/running.md, Host names).
 */
export function accountUrl(service: ServiceUrl, account: AddressedAccount & { customDomain: string | null }): string {
  return urlOf(service, account.customDomain ?? serviceHostname(service, account));
}

/**
 * Base address of the links that the account's people get by email, in the form of `accountUrl`. It is always on the
 * service's own host: a link signs its person in everywhere, and who runs a custom domain reads what is sent to it.
 */
export function peopleUrl(service: ServiceUrl, account: AddressedAccount): string {
  return urlOf(service, serviceHostname(service, account));
}

/** The account's host name below the service domain; the service's own for the main account, and where that is an IP address. */
export function serviceHostname(service: ServiceUrl, { handle, isMain }: AddressedAccount): string {
  return isMain || isLiteralAddress(service.hostname) ? service.hostname : `${handle}.${service.hostname}`;
}

function urlOf({ protocol, port }: ServiceUrl, hostname: string): string {
  return `${protocol}//${hostname}${port ? `:${port}` : ""}`;
}

/** True for the service domain, `localhost`, every name below one of them, and IP addresses. */
export function isServiceName(service: ServiceUrl, hostname: string): boolean {
  const names = [service.hostname, "localhost"];
  return isLiteralAddress(hostname) || names.some((name) => hostname === name || hostname.endsWith(`.${name}`));
}

/** True for names and addresses that lead to this machine from everywhere. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127\./.test(hostname);
}

/** True for `127.0.0.1` and `[::1]`. */
export function isLiteralAddress(hostname: string): boolean {
  // Every address ends with a digit or has a colon. To look at names any further would take longer than a query.
  if (!/\d$|:/.test(hostname)) return false;
  return ipaddr.isValid(hostname.replace(/^\[|\]$/g, ""));
}
