import ipaddr from "ipaddr.js";

/** An IP address and the length of its network's prefix. */
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

const globalIPv6: Network = ipaddr.parseCIDR("2000::/3");

/**
 * Whether the service may connect to an IP address chosen by a stranger: public ones, and those in `allowed`
 * (docs/reference/settings.md, `WAYBILL_OUTGOING_NETWORKS`). Private, loopback, link-local, shared (CGNAT), unique local, mapped,
 * translated, multicast and reserved addresses are not public.
 */
export function mayConnect(address: string, allowed: Network[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  if (isIn(address, allowed)) return true;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(globalIPv6);
}

/** Whether the IP address is in one of the networks. */
export function isIn(address: string, networks: Network[]): boolean {
  const parsed = ipaddr.parse(address);
  return networks.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match([network, bits]));
}
