import { type BounceReport, recordBounce, senderAmong } from "../../messages/mail/bounces.ts";
import type { Database } from "../../platform/database/database.ts";
import { instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { startWorker, type Worker } from "../../platform/worker.ts";
import { allAccounts } from "../../store/accounts/accounts.ts";
import type { BounceMailbox, Fate, MailboxMessage } from "./bounce-mailbox.ts";
import { readBounceMessage } from "./bounce-message.ts";
import { claimMailbox, keepPosition, releaseMailbox } from "./mailbox-positions.ts";

interface BounceWorkerSettings {
  db: Database;
  log: Log;
  mailbox: BounceMailbox;
  /** Milliseconds between two rounds; default: a minute. */
  every?: number;
}

const minute = 60_000;

/** Messages without a report after which the position is stored. */
const storeEvery = 100;

/**
 * Reads mail servers' reports from a mailbox, one server at a time. A message counts only if it refers to an email that was sent
 * to that recipient; it is then marked as read. All others are left as they are.
 */
export const startBounceWorker = ({ every = minute, ...settings }: BounceWorkerSettings): Worker =>
  startWorker(settings.log.child({ mailbox: settings.mailbox.name }), (stopping) => [
    { work: () => readNew(settings, stopping), every, failure: "could not read the mailbox of bounces" },
  ]);

async function readNew({ db, log, mailbox }: BounceWorkerSettings, stopping: AbortSignal): Promise<void> {
  const claimed = await claimMailbox(db, mailbox.name, instantNow());
  if (!claimed) return;
  let passed = 0;
  try {
    await mailbox.read(claimed.position, async ({ position, content }: MailboxMessage): Promise<Fate> => {
      if (stopping.aborted) return "stop";
      const fate = content === null ? "passed" : await take(db, log, content);
      passed += 1;
      const isLast = content !== null || passed % storeEvery === 0;
      if (fate !== "stop" && isLast) await db.write((tx) => keepPosition(tx, mailbox.name, position, instantNow()));
      return fate;
    });
  } finally {
    await releaseMailbox(db, mailbox.name);
  }
}

/** `stop`: one of the emails in it is still being sent. */
async function take(db: Database, log: Log, content: Uint8Array): Promise<Fate> {
  let reports: BounceReport[] = [];
  try {
    reports = await readBounceMessage(content);
  } catch (error) {
    log.warn({ err: error }, "a message in the mailbox of bounces cannot be read; it stays as it is");
  }
  let fate: Fate = "passed";
  for (const report of reports) {
    const result = await record(db, report);
    if (result === "too_early") return "stop";
    if (result !== "unknown") fate = "seen";
  }
  return fate;
}

/** Records it for the store that sent the email. */
async function record(db: Database, report: BounceReport): Promise<Awaited<ReturnType<typeof recordBounce>>> {
  if (/[\p{Cc}\s]/u.test(report.messageId + report.recipient)) return "unknown";
  const accounts = await allAccounts(db.read);
  const ids = accounts.map(({ id }) => id);
  const accountId = await senderAmong(db.read, ids, report);
  if (accountId === undefined) return "unknown";
  return db.write((tx) => recordBounce(tx, accountId, report, instantNow()));
}
