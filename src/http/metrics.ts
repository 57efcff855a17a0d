import type { TrustedNetwork } from "../config/config.ts";
import type { Metrics } from "../operations/metrics/metrics.ts";
import type { Database } from "../platform/database/database.ts";
import { isLiteralAddress, type ServiceUrl } from "../store/accounts/address.ts";
import { accountOfOwnHost } from "../store/accounts/host.ts";
import { isPeerIn } from "./client.ts";
import { withoutBody } from "./head-response.ts";

export const metricsPath = "/metrics";

/** Headers that proxies add to forwarded requests. */
const ofProxies = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

interface Settings {
  db: Pick<Database, "read">;
  metrics: Pick<Metrics, "report">;
  readers: TrustedNetwork[];
  service: ServiceUrl;
}

/**
 * Answers requests for `/metrics` to the networks that may read it, unless a proxy forwarded the request or it names an account's own
 * host. Null for all others: for them, the path does not exist.
 */
export function createMetricsAnswer({
  db,
  metrics,
  readers,
  service,
}: Settings): (request: Request, peerAddress: string) => Promise<Response | null> {
  return async (request, peerAddress) => {
    if (!isPeerIn(peerAddress, readers)) return null;
    if (request.method !== "GET" && request.method !== "HEAD") return null;
    if (ofProxies.some((name) => request.headers.has(name))) return null;
    // A dot at the end of a name means nothing.
    const hostname = URL.parse(request.url)?.hostname.replace(/\.$/, "");
    if (!hostname || (await isAccountsHost(hostname))) return null;
    const { contentType, text } = await metrics.report();
    const response = new Response(text, { headers: { "content-type": contentType, "cache-control": "no-store" } });
    return request.method === "HEAD" ? withoutBody(response) : response;
  };

  async function isAccountsHost(hostname: string): Promise<boolean> {
    const isServices = hostname === service.hostname || hostname === "localhost" || isLiteralAddress(hostname);
    if (isServices) return false;
    // Without the database, it could be an account's host.
    const account = await accountOfOwnHost(db.read, service, hostname).catch(() => undefined);
    return account !== null;
  }
}
