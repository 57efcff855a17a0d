import ipaddr from "ipaddr.js";
import type { TrustedNetwork } from "../config/config.ts";
import { remembered } from "../platform/remembered.ts";
import { countryProblem } from "../store/accounts/hold-rules.ts";

/** The client behind a request, and the host it requested. */
export interface Client {
  /** IPv4 addresses without `::ffff:`. */
  ipAddress: string;
  userAgent: string;
  /** True if a trusted proxy forwarded the request for somebody else. */
  isForwarded: boolean;
  /** Lower case, without a port. */
  hostname: string;
  /** Scheme, host and port as the browser sees them; empty if the host is invalid. */
  origin: string;
  /** A code of two capital letters, as a trusted proxy sends it; null if unknown. */
  country: string | null;
}

interface ClientSettings {
  trustedProxies: TrustedNetwork[];
  /** The header in which a trusted proxy sends the client's country; null for none. */
  countryHeader: string | null;
  protocol?: string;
}

/**
 * Reads the client from the connection's peer, or, behind trusted proxies, from what they forwarded: the right-most
 * address in `X-Forwarded-For` that is not a trusted proxy (docs/reference/settings.md, `WAYBILL_TRUSTED_PROXIES`). `protocol` is
 * the service's public one (`https:`), used unless a trusted proxy sends another: this server itself uses plain HTTP.
 */
export function clientOf(
  request: Request,
  peerAddress: string,
  { trustedProxies: trusted, countryHeader, protocol = "http:" }: ClientSettings,
): Client {
  const peer = canonicalIp(peerAddress) ?? peerAddress;
  const behindProxy = isTrusted(peer, trusted);
  const { headers } = request;
  const host = (behindProxy && lastOf(headers.get("x-forwarded-host"))) || new URL(request.url).host;
  const forwardedProtocol = behindProxy ? lastOf(headers.get("x-forwarded-proto")) : undefined;
  return {
    ipAddress: behindProxy ? forwardedAddress(headers.get("x-forwarded-for"), peer, trusted) : peer,
    userAgent: headers.get("user-agent") ?? "",
    isForwarded: behindProxy && headers.has("x-forwarded-for"),
    hostname: hostnameOf(host),
    country: behindProxy && countryHeader !== null ? countryIn(headers.get(countryHeader)) : null,
    origin: originOf(host, /^https?$/i.test(forwardedProtocol ?? "") ? `${forwardedProtocol}:` : protocol),
  };
}

/** Proxies write `XX` for an unknown country. */
function countryIn(text: string | null): string | null {
  const code = text?.trim().toUpperCase() ?? "";
  return code !== "XX" && countryProblem(code) === null ? code : null;
}

function forwardedAddress(forwardedFor: string | null, peer: string, trusted: TrustedNetwork[]): string {
  let client = peer;
  for (const text of (forwardedFor ?? "").split(",").reverse()) {
    const address = canonicalIp(text.trim());
    // Anything to the left of an invalid entry was not written by a trusted proxy.
    if (address === null) return client;
    client = address;
    if (!isTrusted(address, trusted)) return client;
  }
  return client;
}

/** True if the connection's peer is in one of the networks, regardless of forwarded headers. */
export function isPeerIn(peerAddress: string, networks: TrustedNetwork[]): boolean {
  return isTrusted(canonicalIp(peerAddress) ?? "", networks);
}

function isTrusted(address: string, trusted: TrustedNetwork[]): boolean {
  if (trusted.length === 0 || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return trusted.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match([network, bits]));
}

/** Accepts a port and brackets, as some proxies write them; null if the text is not an address. */
const canonicalIp = remembered((text: string): string | null => {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  // Not ipaddr.isValid, which also accepts "1" and "0x7f.1".
  const valid = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return valid ? ipaddr.process(bare).toString() : null;
});

function lastOf(list: string | null): string | undefined {
  return list?.split(",").at(-1)?.trim();
}

const hostnameOf = remembered((host) => URL.parse(`http://${host}`)?.hostname.replace(/\.$/, "") ?? "");

const originAt = remembered((address) => URL.parse(address)?.origin ?? "");

const originOf = (host: string, protocol: string) => originAt(`${protocol}//${host}`);
