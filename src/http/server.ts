import type { Server } from "bun";
import { LastUses } from "../access/api-keys/last-uses.ts";
import { RequestRecorder } from "../access/api-keys/request-recorder.ts";
import type { Config } from "../config/config.ts";
import { createImports } from "../data/csv/imports.ts";
import type { UploadFinisher } from "../delivery/catalog/upload-finisher.ts";
import { HoldWatch } from "../delivery/downloads/hold-watch.ts";
import { recordTransfers } from "../delivery/downloads/progress/transfers.ts";
import { DownloadRecorder } from "../delivery/downloads/recorder.ts";
import type { Stamper } from "../delivery/downloads/stamper.ts";
import { openOrderCreator } from "../delivery/orders/creating/create-orders.ts";
import { recordVisits } from "../delivery/visits/order-visits.ts";
import { recordOpenings } from "../messages/mail/openings.ts";
import type { KeptMessages } from "../messages/mail/transport/mailer.ts";
import type { Transports } from "../messages/mail/transport/transports.ts";
import type { Metrics } from "../operations/metrics/metrics.ts";
import type { Database } from "../platform/database/database.ts";
import { LaterWriter } from "../platform/database/later-writer.ts";
import type { FileStore } from "../platform/files/store.ts";
import { instantNow } from "../platform/instants.ts";
import type { Log } from "../platform/log.ts";
import type { Network } from "../platform/outgoing/network.ts";
import type { Secrets, Vault } from "../platform/vault.ts";
import type { ConnectionWorker } from "../shops/connections/worker.ts";
import type { Account } from "../store/accounts/accounts.ts";
import { accountUrl, peopleUrl } from "../store/accounts/address.ts";
import { accountOfHost, accountOfKeyHost } from "../store/accounts/host.ts";
import type { WordingRenderer } from "../store/wording/renderer.ts";
import type { ApiAccess } from "./api-access.ts";
import { rejectOddRequest } from "./bad-request.ts";
import { type Client, clientOf } from "./client.ts";
import { watchDescriptors } from "./descriptors.ts";
import { answerDomainProof } from "./domain-proof.ts";
import { createHealth } from "./health.ts";
import { createListener } from "./listener.ts";
import { createMetricsAnswer, metricsPath } from "./metrics.ts";
import { newRequestId } from "./request-ids.ts";
import { logRequest } from "./request-log.ts";
import { TransferWatch } from "./sending/watch-transfers.ts";
import { createHandover } from "./sending/web-server-handover.ts";
import { createSignIn } from "./sign-in/sign-in.ts";
import { type Caller, createSurfaces, isApi } from "./surfaces.ts";

/** What the server needs to answer requests. */
interface ServerSettings {
  config: Pick<
    Config,
    "url" | "host" | "port" | "trustedProxies" | "countryHeader" | "sendfile" | "metricsReaders" | "limits"
  >;
  db: Database;
  files: FileStore;
  uploads: UploadFinisher;
  renderer: WordingRenderer;
  /** Null with a mail server. */
  mailbox: KeptMessages | null;
  transports: Transports;
  network: Network;
  connections: ConnectionWorker;
  stamper: Stamper;
  vault: Vault;
  signInSecrets: Secrets;
  metrics: Metrics;
  log: Log;
  /** Whether other processes with this setting may listen on the port too. Linux divides the connections among them. */
  sharesPort: boolean;
}

export interface RunningServer {
  /** Whether many requests wait for an answer, or did a moment ago: clients that are answered together return together. */
  isBusy(): boolean;
  /**
   * Accepts no new requests, and resolves when all current ones have been answered completely. Resumable uploads end at once and
   * keep the received bytes.
   */
  stop(): Promise<void>;
}

/** Seconds without a byte in either direction after which a connection is given up. */
const idleTimeout = 120;

/** From this number of waiting requests on, the server counts as busy. */
const manyUnanswered = 16;

/** Milliseconds for which the server counts as busy after that. */
const busyFor = 100;

/** Milliseconds between two checks whether all requests have been answered. */
const lookAgain = 10;

/**
 * Bytes that a form may have in addition to the largest file. Each route has its own limit and its own error for it.
 */
const bodyOverhead = 1024 ** 2;

/** Starts to listen. Throws when the address cannot be listened on. */
export function startServer({
  config,
  db,
  files,
  uploads,
  renderer,
  mailbox,
  transports,
  network,
  connections,
  stamper,
  vault,
  signInSecrets,
  metrics,
  log,
  sharesPort,
}: ServerSettings): RunningServer {
  const stop = new AbortController();
  const stopping = stop.signal;
  const urlOf = (account: Account) => accountUrl(config.url, account);
  const peopleUrlOf = (account: Account) => peopleUrl(config.url, account);
  const signIn = createSignIn({
    db,
    log,
    secrets: signInSecrets,
    sendsEmail: async ({ id }) => (await transports.ofStore(id)).settings.server !== null,
    url: config.url,
    peopleUrl: peopleUrlOf,
  });
  const imports = createImports({ db, vault, log });
  const holdWatch = new HoldWatch({ db, log });
  const clientSettings = { ...config, protocol: config.url.protocol };
  const transfers = new LaterWriter({ db, log, write: recordTransfers, about: "how far downloads came" });
  const visits = new LaterWriter({ db, log, write: recordVisits, about: "visits of orders' pages" });
  const openings = new LaterWriter({ db, log, write: recordOpenings, about: "openings of emails" });
  const lastUses = new LastUses({ db, log });
  const requests = new RequestRecorder({ db, log });
  const watch = new TransferWatch((request) => listener.addressOf(request));
  const services = {
    db,
    downloads: new DownloadRecorder(db, ({ ordered }) => metrics.downloadCounted(ordered ? "order" : "permalink")),
    transfers,
    watch,
    lastUses,
    requests,
    visits,
    openings,
    orders: openOrderCreator(db),
    limits: config.limits,
    countryHeader: config.countryHeader,
    holdWatch,
    files,
    handover: createHandover(config.sendfile),
    uploads,
    renderer,
    mailbox,
    transports,
    network,
    connections,
    stamper,
    vault,
    signIn,
    imports,
    metrics,
    log,
    stopping,
    serviceUrl: config.url,
    accountUrl: urlOf,
    peopleUrl: peopleUrlOf,
  };
  const surfaceAt = createSurfaces(services);
  const health = createHealth({ db, files, partials: uploads.partials, log });
  const answerMetrics = createMetricsAnswer({ db, metrics, readers: config.metricsReaders, service: config.url });
  const descriptors = watchDescriptors();

  /** Unanswered requests, including those whose client is gone. */
  let unanswered = 0;
  let busyUntil = 0;

  async function answer(request: Request, peerAddress: string): Promise<Response> {
    unanswered++;
    if (unanswered >= manyUnanswered) busyUntil = performance.now() + busyFor;
    try {
      return await answerOne(request, peerAddress);
    } finally {
      unanswered--;
    }
  }

  async function answerOne(request: Request, peerAddress: string): Promise<Response> {
    const startedAt = performance.now();
    const pathname = pathnameOf(request.url);
    const healthy = await health(pathname, stopping.aborted);
    if (healthy) return healthy;
    const measured = pathname === metricsPath ? await answerMetrics(request, peerAddress) : null;
    if (measured) return measured;
    const surface = surfaceAt(request, pathname);
    let seen = request;
    let client: Client | null = null;
    let account: Account | null = null;
    let caller: Caller | null = null;
    let response: Response;
    try {
      rejectOddRequest(request);
      client = clientOf(request, peerAddress, clientSettings);
      const found =
        (await accountOfHost(db.read, config.url, client.hostname)) ??
        (isApi(pathname) ? await accountOfKeyHost(db.read, config.url, client.hostname) : null);
      account = found?.account ?? null;
      const credentials = found?.credentials ?? null;
      caller = { account, credentials, client, access: null };
      response = (await answerDomainProof(db, request, client)) ?? (await surface.answer(request, caller));
    } catch (error) {
      seen = withWholeAddress(request, pathname);
      response = surface.fail(seen, error);
    }
    client ??= clientOf(seen, peerAddress, clientSettings);
    metrics.requestAnswered(surface.name, response.status, performance.now() - startedAt);
    const requestId =
      account && caller?.access ? noteCall(seen, response, { account, access: caller.access, startedAt }) : null;
    logRequest(log, seen, response, { client, account, startedAt, requestId });
    return response;
  }

  /** Records a call for the developers of the account's programs. Returns its ID, which the response has too. */
  function noteCall(
    { method, url }: Request,
    { status, headers }: Response,
    { account, access, startedAt }: { account: Account; access: ApiAccess; startedAt: number },
  ): string {
    const requestId = newRequestId();
    headers.set("x-request-id", requestId);
    const duration = performance.now() - startedAt;
    requests.note({
      accountId: account.id,
      key: access.key,
      method,
      url,
      status,
      duration,
      requestId,
      at: instantNow(),
    });
    return requestId;
  }

  /**
   * The request with a complete URL, so that it can be answered and logged even if its host is invalid or its method is
   * CONNECT.
   */
  function withWholeAddress(request: Request, pathname: string): Request {
    if (URL.canParse(request.url) && request.method !== "CONNECT") return request;
    const address = new URL(config.url);
    address.pathname = pathname;
    return new Request(address.href, { headers: request.headers });
  }

  const options = {
    hostname: config.host,
    port: config.port,
    idleTimeout,
    maxRequestBodySize: 2 * config.limits.upload + bodyOverhead,
    development: false,
    // Outside development mode, Bun shares the port with any other process that does the same.
    reusePort: sharesPort,
    fetch(request: Request, connection: Server<undefined>) {
      // `/healthz` still answers.
      if (descriptors.isScarce() && !request.url.endsWith("/healthz")) {
        metrics.requestRejected();
        return tooCrowded();
      }
      return answer(request, connection.requestIP(request)?.address ?? "");
    },
    error(error: Error) {
      log.error({ err: error }, "request failed");
      return new Response("An internal error occurred.\n", { status: 500 });
    },
  };
  const listener = createListener(() => Bun.serve(options), descriptors, log);

  return {
    isBusy: () => unanswered >= manyUnanswered || performance.now() < busyUntil,
    async stop() {
      stop.abort();
      await listener.stop();
      // The listener does not wait for requests whose client is gone, but they still use the database.
      while (unanswered > 0) await Bun.sleep(lookAgain);
      await holdWatch.stop();
      await watch.look();
      await Promise.all([transfers.flush(), visits.flush(), openings.flush(), lastUses.flush(), requests.flush()]);
    },
  };
}

/** Load balancers that use HTTP/1.0 send no host, and the runtime then gives a path only, or an invalid host as it is. */
function pathnameOf(url: string): string {
  const path = URL.canParse(url) ? url : url.replace(/^https?:\/\/[^/?#]*/, "");
  return URL.parse(path, "http://localhost")?.pathname ?? "/";
}

/** Rejects new requests when there are too many connections, so that the current ones can be completed. */
function tooCrowded(): Response {
  const headers = { "retry-after": "5", connection: "close", "cache-control": "no-store" };
  return new Response("The service has too many connections at the moment. Try again shortly.\n", {
    status: 503,
    headers,
  });
}
