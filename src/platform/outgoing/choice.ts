import { isIP } from "node:net";
import { isIn, mayConnect, type Network } from "./addresses.ts";
import { nameOf, portOf } from "./connection.ts";

/**
 * Which of the IP addresses `found` of the URL's server may be connected to. If none may, `problem` is a sentence that says
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

/**
 * Why no request can ever go to an address that somebody enters; null if one may. Asks no name server: an IP address and
 * `localhost` are judged, any other name counts as public, unless there are networks in `allowed` to which it may lead. The text goes
 * after the name of a field.
 */
export function enteredProblem(text: string, requiresTls: boolean, allowed: Network[]): string | null {
  const url = URL.parse(text);
  // What is no address at all is for others to refuse.
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const found = knownAddresses(nameOf(url));
  const isName = found.length === 0;
  if (isName && (allowed.length > 0 || fitsPublic(url, requiresTls))) return null;
  const problem = isName ? publicProblem(url, requiresTls) : choose(url, { found, allowed, requiresTls }).problem;
  return problem && `cannot be used: ${problem.replace(/\.$/, "")}`;
}

/** The addresses that are known without asking: RFC 6761, section 6.3, for `localhost`. */
function knownAddresses(name: string): string[] {
  if (isIP(name)) return [name];
  return /(^|\.)localhost\.?$/.test(name) ? ["127.0.0.1", "::1"] : [];
}

/** Below 1024 are mail servers and the like, which take an HTTP request for commands of their own. */
function fitsPublic(url: URL, requiresTls: boolean): boolean {
  const port = portOf(url);
  return (!requiresTls || url.protocol === "https:") && (port === 443 || port === 80 || port > 1023);
}

function publicProblem(url: URL, requiresTls: boolean): string {
  const what = requiresTls && url.protocol !== "https:" ? "an address with https" : "port 443, or one above 1023";
  return `For public servers, use ${what}.`;
}
