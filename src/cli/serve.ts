import { accountUrl } from "../accounts/address.ts";
import type { Config } from "../config.ts";
import { ConfigError } from "../config.ts";
import { type Context, mailboxFolder, openContext } from "../context.ts";
import { lockFolder } from "../database/folder-lock.ts";
import { startServer } from "../http/server.ts";
import { releaseLeases } from "../mail/leases.ts";
import { startMailWorker } from "../mail/worker.ts";
import { createFirstAccount } from "./first-account.ts";

/** What running requests get to end when the server is asked to stop. */
const graceMilliseconds = 30_000;

/** Runs the service until SIGTERM or SIGINT, then stops it without losing work. */
export async function serve(config: Config): Promise<void> {
  const context = await openContext(config);
  const { db, mailer, log } = context;
  const embedded = config.database === null;
  const lock = embedded ? holdFolder(config) : null;
  if (embedded) await releaseLeases(db);
  const welcome = await createFirstAccount(context);
  const server = listen(context);
  const worker = startMailWorker({
    db,
    mailer,
    log,
    from: config.mailFrom,
    accountUrl: (account) => accountUrl(config.url, account),
  });
  log.info({ url: config.url.origin, host: config.host, port: config.port }, "serving");
  process.stdout.write(`${welcome ?? `Waybill serves ${config.url.origin}`}\n`);
  if (welcome === null && config.smtp === null) process.stdout.write(`Emails are kept in ${mailboxFolder(config)}\n`);

  await stopSignal();
  log.info("stopping");
  await Promise.all([server.stop(graceMilliseconds), worker.stop()]);
  await context.close();
  lock?.release();
  log.info("stopped");
}

function holdFolder(config: Config): { release(): void } {
  try {
    return lockFolder(config.data);
  } catch {
    throw new ConfigError(`WAYBILL_DATA: ${config.data} cannot be used: another server is using this folder`);
  }
}

function listen(context: Context) {
  const { host, port } = context.config;
  try {
    return startServer(context);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`WAYBILL_PORT: ${port} on ${host} cannot be used: ${reason}`);
  }
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  });
}
