import { lookup } from "node:dns/promises";
import { reasonOf } from "../../platform/errors.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { accountUrl, isLiteralAddress, isLoopbackName } from "../../store/accounts/address.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning, problem } = findingsOf("address");

/** Milliseconds to wait for the service's public address. */
const patience = 5_000;

/** Most addresses of accounts to try. */
const mostTried = 20;

/**
 * Whether customers can reach the service at `url`, and accounts at their own addresses, as far as this machine can
 * tell: each name resolves, and the server there has a certificate for it.
 */
export async function examineAddress(url: URL, accounts: Account[]): Promise<Finding[]> {
  const { hostname, origin } = url;
  if (isLoopbackName(hostname)) {
    const summary = `${origin} leads to each customer's own machine: links in emails work on this machine only.`;
    return [warning(summary, "Set WAYBILL_URL to the public address before customers order.")];
  }
  const findings: Finding[] = [];
  if (url.protocol === "http:") {
    const summary = `${origin} is not encrypted: others on the way can read links, and passwords at sign-in.`;
    findings.push(warning(summary, "Put a proxy with a certificate in front, and set WAYBILL_URL to https://."));
  }
  const origins = [origin, ...addressesOf(url, accounts)];
  const tried = await Promise.all(origins.slice(0, mostTried).map((one) => examineOrigin(one, url)));
  return [...findings, ...tried, ...notTried(origins.slice(mostTried))];
}

function notTried(origins: string[]): Finding[] {
  const [first, ...others] = origins;
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return [ok(`${mostTried} addresses were tried, but not ${first}${more}. Open a page there yourself.`)];
}

/** The addresses to try. A wildcard covers all names below the service domain, so one of them is enough. */
function addressesOf(url: URL, accounts: Account[]): string[] {
  const all = accounts.map((account) => accountUrl(url, account)).filter((address) => address !== url.origin);
  const isBelow = (address: string) => new URL(address).hostname.endsWith(`.${url.hostname}`);
  return [...all.filter(isBelow).slice(0, 1), ...all.filter((address) => !isBelow(address))];
}

async function examineOrigin(origin: string, service: URL): Promise<Finding> {
  const { hostname } = new URL(origin);
  const name = hostname.endsWith(`.${service.hostname}`) ? `*.${service.hostname}` : hostname;
  if (!isLiteralAddress(hostname)) {
    try {
      await lookup(hostname);
    } catch (error) {
      const advice = `Add address records for ${name} (docs/operate/run.md, Host names).`;
      return problem(`The name ${hostname} has no address: ${reasonOf(error)}.`, advice);
    }
  }
  return visit(origin, name);
}

/** Codes of errors about the certificate of a server (Bun's names for those of BoringSSL). */
const aboutCertificate = /CERT|SIGNATURE|ISSUER|SELF_SIGNED|HOSTNAME_MISMATCH/;

async function visit(origin: string, name: string): Promise<Finding> {
  try {
    const response = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(patience), redirect: "manual" });
    if (response.ok) return ok(`${origin} answers. Check it from another network too.`);
    const advice = "Check that the proxy passes requests on to Waybill, and that the server runs.";
    return warning(`${origin}/healthz was answered with ${response.status}, not 200.`, advice);
  } catch (error) {
    if (aboutCertificate.test(String((error as { code?: unknown }).code))) {
      const summary = `Browsers refuse the certificate at ${origin}: ${reasonOf(error)}.`;
      return problem(summary, `Give the proxy a certificate that is valid for ${name}.`);
    }
    const advice = "If the server runs, open the address from another network: some routers block their own network.";
    return warning(`${origin} does not answer from here: ${reasonOf(error)}.`, advice);
  }
}
