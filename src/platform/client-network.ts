import ipaddr from "ipaddr.js";

/**
 * The unit by which limits count: an IPv4 address, or the /64 network of an IPv6 address, because one customer usually
 * has all of it.
 */
export function clientNetwork(ipAddress: string): string {
  if (!ipaddr.IPv6.isValid(ipAddress)) return ipAddress;
  return ipaddr.IPv6.networkAddressFromCIDR(`${ipAddress}/64`).toString();
}
