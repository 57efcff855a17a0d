import ipaddr from "ipaddr.js";

/** The service domain from `WAYBILL_URL`. */
export type ServiceUrl = Pick<URL, "protocol" | "hostname" | "port">;

/** The fields of an account that determine its URLs. */
interface AddressedAccount {
  handle: string;
  isMain: boolean;
}

/**
 * Base URL of an account, without a final slash. The main account has the service's own URL. If the service domain is an IP
 * address, which cannot have subdomains, every account has it (docs/operate/run.md, Host names).
 */
export function accountUrl(service: ServiceUrl, account: AddressedAccount & { customDomain: string | null }): string {
  return urlOf(service, account.customDomain ?? serviceHostname(service, account));
}

/**
 * Base URL of links in emails to the account's people, in the form of `accountUrl`. Always on the service's own host: a link
 * signs its person in everywhere, and the operator of a custom domain can read requests to it.
 */
export function peopleUrl(service: ServiceUrl, account: AddressedAccount): string {
  return urlOf(service, serviceHostname(service, account));
}

/**
 * The account's host name under the service domain. For the main account, and if the service domain is an IP address, it is the
 * service domain itself.
 */
export function serviceHostname(service: ServiceUrl, { handle, isMain }: AddressedAccount): string {
  return isMain || isLiteralAddress(service.hostname) ? service.hostname : `${handle}.${service.hostname}`;
}

function urlOf({ protocol, port }: ServiceUrl, hostname: string): string {
  return `${protocol}//${hostname}${port ? `:${port}` : ""}`;
}

/** True for the service domain, `localhost`, names under them, and IP addresses. */
export function isServiceName(service: ServiceUrl, hostname: string): boolean {
  const names = [service.hostname, "localhost"];
  return isLiteralAddress(hostname) || names.some((name) => hostname === name || hostname.endsWith(`.${name}`));
}

/** True for names and addresses that mean the local machine everywhere. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127\./.test(hostname);
}

/** True for `127.0.0.1` and `[::1]`. */
export function isLiteralAddress(hostname: string): boolean {
  // Every address ends with a digit or contains a colon. For other names, the following checks would take longer than a query.
  if (!/\d$|:/.test(hostname)) return false;
  return ipaddr.isValid(hostname.replace(/^\[|\]$/g, ""));
}
