import { isIP } from "node:net";
import { isIn, mayConnect, type Network } from "./addresses.ts";
import { nameOf, portOf } from "./connection.ts";

/**
 * Which of the IP addresses `found` of the URL's server may be connected to. If none, `problem` is a sentence that says
 * why.
 */
export function choose(
  url: URL,
  { found, allowed, requiresTls }: { found: string[]; allowed: Network[]; requiresTls: boolean },
): { fitting: string[]; problem: string | null } {
  const usable = found.filter((address) => mayConnect(address, allowed));
  if (usable.length === 0) {
    const problem = `${nameOf(url)} leads to no public address. Private networks are not allowed.`;
    return { fitting: [], problem };
  }
  const fitting = usable.filter((address) => isIn(address, allowed) || fitsPublic(url, requiresTls));
  return { fitting, problem: fitting.length > 0 ? null : publicProblem(url, requiresTls) };
}

/** What an entered address must have. */
export interface EnteredRules {
  /** Whether https is required, except for addresses in networks that the installation allows. */
  requiresTls: boolean;
  /** Whether a name is required, except for addresses in these networks. Default: false. */
  requiresName?: boolean;
}

/**
 * Why an entered address cannot be used; null if a request may reach it. Makes no DNS queries: IP addresses and `localhost`
 * are checked; other names count as public, unless `allowed` has networks that they may resolve to. The text follows a
 * field's name.
 */
export function enteredProblem(
  text: string,
  { requiresTls, requiresName = false }: EnteredRules,
  allowed: Network[],
): string | null {
  const url = URL.parse(text);
  // Other checks reject what is not a URL.
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const found = knownAddresses(nameOf(url));
  const isName = found.length === 0;
  if (isName && (allowed.length > 0 || fitsPublic(url, requiresTls))) return null;
  const unreachable = isName ? publicProblem(url, requiresTls) : choose(url, { found, allowed, requiresTls }).problem;
  const isUnnamed = requiresName && !found.some((address) => isIn(address, allowed));
  const problem = unreachable ?? (isUnnamed ? `${nameOf(url)} is an IP address. Use the server's name.` : null);
  return problem && `cannot be used: ${problem.replace(/\.$/, "")}`;
}

/** Addresses known without DNS: `localhost` (RFC 6761, section 6.3). */
function knownAddresses(name: string): string[] {
  if (isIP(name)) return [name];
  return /(^|\.)localhost\.?$/.test(name) ? ["127.0.0.1", "::1"] : [];
}

/**
 * Of web servers. Other ports below 1024 belong to mail servers and the like, which could take an HTTP request for commands; who
 * connects to mail servers (`smtp:`) chooses the ports.
 */
function fitsPublic(url: URL, requiresTls: boolean): boolean {
  if (url.protocol === "smtp:") return true;
  const port = portOf(url);
  return (!requiresTls || url.protocol === "https:") && (port === usualPort(url) || port > 1023);
}

const usualPort = ({ protocol }: URL) => (protocol === "https:" ? 443 : 80);

function publicProblem(url: URL, requiresTls: boolean): string {
  const what =
    requiresTls && url.protocol !== "https:" ? "an address with https" : `port ${usualPort(url)}, or one above 1023`;
  return `For public servers, use ${what}.`;
}
