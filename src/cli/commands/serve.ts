import { mkdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { type Config, ConfigError } from "../../config/config.ts";
import { type Context, mailboxFolder, openBackupPlace, openBounceMailbox } from "../../context.ts";
import type { BackupWorker } from "../../data/backup/schedule.ts";
import { sweepWorkFolders } from "../../data/backup/work-folder.ts";
import { endInterruptedImports } from "../../data/csv/import-records.ts";
import { releaseRuns } from "../../data/moving/leases.ts";
import { startMoveWorker } from "../../data/moving/worker.ts";
import { startAnnouncementWorker } from "../../delivery/announcements/worker.ts";
import { messagePreparation } from "../../delivery/customer-emails/prepare.ts";
import { createStamper, type Stamper } from "../../delivery/downloads/stamper.ts";
import { startBackfillWorker } from "../../delivery/licenses/backfill.ts";
import { startIndexWorker } from "../../delivery/order-index/worker.ts";
import { type RunningServer, startServer } from "../../http/server.ts";
import { eventDescription } from "../../http/v3/webhooks/webhook-payloads.ts";
import { queueDomainNotice, queueWebhookNotice } from "../../messages/mail/account-outbox.ts";
import { startMailWorker } from "../../messages/mail/sending/worker.ts";
import { startWebhookWorker } from "../../messages/webhooks/worker.ts";
import { startHousekeeper } from "../../operations/housekeeping/housekeeper.ts";
import { createMetrics, type Metrics } from "../../operations/metrics/metrics.ts";
import { sweepTemporaryFiles } from "../../platform/files/temporary-files.ts";
import { releaseLeases } from "../../platform/queue/leases.ts";
import type { Worker } from "../../platform/worker.ts";
import { shopFetch } from "../../shops/connections/reading/shop-fetch.ts";
import { type ConnectionWorker, startConnectionWorker } from "../../shops/connections/worker.ts";
import { startBounceWorker } from "../../shops/mail-reports/mailbox-worker.ts";
import { accountById } from "../../store/accounts/accounts.ts";
import { accountUrl, peopleUrl } from "../../store/accounts/address.ts";
import { startDomainWorker } from "../../store/accounts/domain-worker.ts";
import { createFirstAccount } from "../first-account.ts";
import { installationOf } from "../installation.ts";
import { lockData, shareData } from "../lock-data.ts";
import type { ServerProcess } from "../server-process.ts";

/** Milliseconds for current requests and emails to finish when the service is asked to stop. */
const usualGrace = 30_000;

interface ServeOptions {
  grace?: number;
  /** Present if this is one of several processes that share the port. */
  serverProcess?: ServerProcess | null;
}

/** A service that answers. */
interface RunningService {
  /** The text to print for the person who has started it. */
  greeting: string;
  /** Stops it as `serve` explains; resolves with false if work was left unfinished. */
  stop(): Promise<boolean>;
}

/**
 * Runs the service until SIGTERM or SIGINT, then gives current work up to `grace` milliseconds to finish. Longer work
 * is canceled. Nothing acknowledged is lost: emails are retried after the next start.
 */
export async function serve(context: Context, options: ServeOptions = {}): Promise<void> {
  const { serverProcess } = options;
  // Before the first response, because a signal may come at any time after it.
  const stopped = Promise.race([stopSignal(), ...(serverProcess ? [serverProcess.abandoned] : [])]);
  const service = await startService(context, options);
  process.stdout.write(service.greeting);
  serverProcess?.serving();

  await stopped;
  if (!(await service.stop())) process.exit(0);
  serverProcess?.leave();
}

/** Starts the service in this process, and leaves signals to the caller. Throws `ConfigError` if it cannot start. */
export async function startService(
  context: Context,
  { grace = usualGrace, serverProcess = null }: ServeOptions = {},
): Promise<RunningService> {
  const { config, db, log } = context;
  // SQLite allows several processes, such as the command line. But a second server would send the same emails.
  const isOnlyServer = config.database === null;
  const lock = isOnlyServer ? lockData(config.data) : shareData(config.data);
  await sweepWorkFolders(config.data);
  if (isOnlyServer) {
    await releaseLeases(db, "emails");
    await releaseLeases(db, "webhook_deliveries");
    await endInterruptedImports(db);
    await releaseRuns(db);
  }
  const ownMetrics = createMetrics({ ...context, commitsGroups: config.database === null });
  const metrics = serverProcess?.sharing(ownMetrics) ?? ownMetrics;
  db.observe(metrics.transactionCommitted);
  // Started before the first account is created: its credentials are shown only once, and only by a server that has
  // started.
  const connections = startConnectionWorker({ ...context, fetch: shopFetch(context.network.send) });
  const stamper = await openStamper(context, serverProcess !== null);
  const server = await listen({ ...context, connections, stamper }, metrics, serverProcess !== null);
  const welcome = await createFirstAccount(context);
  const worker = startMail(context, metrics, server);
  const housekeeper = startHousekeeper({ ...context, stamper, url: config.url, isBusy: server.isBusy });
  const domainWorker = startDomainWorker({ ...context, service: config.url, tell: queueDomainNotice });
  const backfillWorker = startBackfillWorker(context);
  const announcementWorker = startAnnouncementWorker({ db, log, isBusy: server.isBusy });
  const indexWorker = startIndexWorker({ db, log, isBusy: server.isBusy });
  const webhookWorker = startWebhooks(context, server);
  const moveWorker = startMoveWorker({ ...context, stream: context.network.stream });
  const bounceMailbox = await openBounceMailbox(config);
  const bounceWorker = bounceMailbox && startBounceWorker({ db, log, mailbox: bounceMailbox });
  const backups = await startScheduledBackups(context, metrics);
  log.info({ url: config.url.origin, host: config.host, port: config.port }, "serving");
  return {
    greeting: welcome ?? greetingOf(config),
    async stop() {
      log.info("stopping");
      const workers = Promise.all([
        // Requests wait for it.
        stamper.stop(),
        server.stop(),
        worker.stop(),
        housekeeper.stop(),
        domainWorker.stop(),
        backfillWorker.stop(),
        announcementWorker.stop(),
        indexWorker.stop(),
        connections.stop(),
        webhookWorker.stop(),
        bounceWorker?.stop(),
        moveWorker.stop(),
        backups?.stop(),
      ]);
      if (!(await endsWithin(grace, workers))) {
        log.warn({ milliseconds: grace }, "stopped without waiting for unfinished work");
        return false;
      }
      metrics.stop();
      lock.release();
      log.info("stopped");
      return true;
    },
  };
}

/** Temporary files of killed processes are removed. */
async function openStamper(context: Context, isOneOfMany: boolean): Promise<Stamper> {
  const folder = join(context.config.data, "stamps");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweepTemporaryFiles(folder);
  return createStamper({ ...context, folder }, isOneOfMany ? { atOnce: 1 } : {});
}

async function listen(
  context: Context & { connections: ConnectionWorker; stamper: Stamper },
  metrics: Metrics,
  sharesPort: boolean,
): Promise<RunningServer> {
  const { host, port } = context.config;
  try {
    return startServer({ ...context, metrics, sharesPort });
  } catch (error) {
    // It reads the database, which is closed next.
    await context.connections.stop();
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`WAYBILL_PORT: ${port} on ${host} cannot be used: ${reason}`);
  }
}

function startMail(context: Context, metrics: Metrics, { isBusy }: RunningServer): Worker {
  const { url } = context.config;
  const prepare = messagePreparation({ ...context, accountUrl: (account) => accountUrl(url, account) });
  return startMailWorker({ ...context, prepare, tried: metrics.emailTried, isBusy });
}

function startWebhooks(context: Context, { isBusy }: RunningServer): Worker {
  const { url } = context.config;
  return startWebhookWorker({
    ...context,
    isBusy,
    send: context.network.send,
    describe: eventDescription({ ...context, accountUrl: (account) => accountUrl(url, account) }),
    async tellDisabled(tx, endpoint, now) {
      const account = await accountById(tx, endpoint.accountId);
      if (!account) return;
      const link = `${peopleUrl(url, account)}/admin/settings/webhooks/${endpoint.id}`;
      const because = endpoint.disabledBecause === "gone" ? "gone" : "failing";
      await queueWebhookNotice(tx, account, { url: endpoint.url, because, link }, now);
    },
  });
}

async function startScheduledBackups(context: Context, metrics: Metrics): Promise<BackupWorker | null> {
  const { backups } = context.config;
  if (backups === null) return null;
  const { endAbandonedHold, startBackups } = await import("../../data/backup/schedule.ts");
  // On SQLite, this is the only server.
  if (context.config.database === null) await endAbandonedHold(context.db);
  if ("folder" in backups.place && isInside(backups.place.folder, context.config.data)) {
    context.log.warn(
      { folder: backups.place.folder },
      "backups are inside the data folder; with it, they are lost too",
    );
  }
  return startBackups({
    ...(await installationOf(context)),
    ...backups,
    place: await openBackupPlace(backups.place, context.config),
    log: context.log,
    found: metrics.backupFound,
    ended: metrics.backupEnded,
  });
}

const isInside = (path: string, folder: string) => !/^\.\.(\/|$)/.test(relative(folder, path));

function greetingOf(config: Config): string {
  const mailbox = config.smtp === null ? `Emails are kept in ${mailboxFolder(config)}\n` : "";
  return `Waybill is running at ${config.url.origin}\n${mailbox}`;
}

/** Ctrl-C in a terminal arrives twice, because npm passes it on. So a second signal must not end the process. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve());
  });
}

/** Whether `work` ended within this time. It continues in any case. Rejects if `work` does. */
async function endsWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), milliseconds);
  const ended = await Promise.race([work.then(() => true), tooLate]);
  clearTimeout(timer);
  return ended;
}
