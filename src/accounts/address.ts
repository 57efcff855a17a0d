import ipaddr from "ipaddr.js";

/** The service domain as `WAYBILL_URL` gives it. */
export type ServiceUrl = Pick<URL, "protocol" | "hostname" | "port">;

/**
 * Full base address of an account, with scheme, without a slash at its end. On a service domain that is an IP address,
 * which can have no subdomains, it is the service's own address (docs/settings.md, `WAYBILL_URL`).
 */
export function accountUrl(service: ServiceUrl, account: { handle: string; custom_domain: string | null }): string {
  const port = service.port ? `:${service.port}` : "";
  return `${service.protocol}//${accountHostname(service, account)}${port}`;
}

function accountHostname(service: ServiceUrl, account: { handle: string; custom_domain: string | null }): string {
  if (account.custom_domain) return account.custom_domain;
  return isLiteralAddress(service.hostname) ? service.hostname : `${account.handle}.${service.hostname}`;
}

/** True for the service domain, `localhost`, every name below one of them, and IP addresses. */
export function isServiceName(service: ServiceUrl, hostname: string): boolean {
  const names = [service.hostname, "localhost"];
  return isLiteralAddress(hostname) || names.some((name) => hostname === name || hostname.endsWith(`.${name}`));
}

/** True for `127.0.0.1` and `[::1]`. */
export function isLiteralAddress(hostname: string): boolean {
  return ipaddr.isValid(hostname.replace(/^\[|\]$/g, ""));
}
