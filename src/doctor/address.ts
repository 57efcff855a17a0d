import { lookup } from "node:dns/promises";
import { isLiteralAddress } from "../accounts/address.ts";
import { reasonOf } from "../errors.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning, problem } = findingsOf("address");

/** Milliseconds that the service's public address has to answer. */
const patience = 5_000;

/** True for names and addresses that lead to this machine from everywhere. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127\./.test(hostname);
}

/**
 * Whether customers can reach the service at `url`, as far as this machine can know. `handle` is that of an account,
 * whose host name must lead here too; null for none.
 */
export async function examineAddress(url: URL, handle: string | null): Promise<Finding[]> {
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
  const names = isLiteralAddress(hostname) ? [] : handle === null ? [hostname] : [hostname, `${handle}.${hostname}`];
  for (const name of names) {
    try {
      await lookup(name);
    } catch (error) {
      const advice = `Add address records for ${hostname} and *.${hostname} (docs/running.md, Host names).`;
      findings.push(problem(`The name ${name} has no address: ${reasonOf(error)}.`, advice));
    }
  }
  if (findings.every(({ status }) => status !== "problem")) findings.push(await visit(url));
  return findings;
}

async function visit({ origin }: URL): Promise<Finding> {
  try {
    const response = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(patience), redirect: "manual" });
    if (response.ok) return ok(`${origin} answers. Check it from another network too.`);
    const advice = "Check that the proxy passes requests on to Waybill, and that the server runs.";
    return warning(`${origin}/healthz was answered with ${response.status}, not 200.`, advice);
  } catch (error) {
    const advice = "If the server runs, open the address from another network: some routers block their own network.";
    return warning(`${origin} does not answer from here: ${reasonOf(error)}.`, advice);
  }
}
