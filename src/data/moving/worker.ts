import type { Database } from "../../platform/database/database.ts";
import { again, whenDue } from "../../platform/database/when-due.ts";
import { DomainError } from "../../platform/errors.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { type Instant, instant, instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import type { StreamRequest } from "../../platform/outgoing/stream.ts";
import { repeat } from "../../platform/repeat.ts";
import type { Vault } from "../../platform/vault.ts";
import { startWorker, type Worker } from "../../platform/worker.ts";
import { accountById } from "../../store/accounts/accounts.ts";
import { recordActivity } from "../../store/activity/activities.ts";
import { actorOf } from "../../store/activity/actors.ts";
import {
  type LeasedRun,
  leaseRun,
  nextLeaseEnd,
  type RunProgress,
  releaseRun,
  showProgress,
  waitingRun,
} from "./leases.ts";
import { moveAccount } from "./move-account.ts";
import { endRun, type RunEnd } from "./runs.ts";

/** Milliseconds between two checks for runs. */
const poll = 1_000;

/** Milliseconds between two heartbeats, and for which a heartbeat is valid. */
const lifeInterval = 1_000;
const lease = 15_000;

interface MoveWorkerSettings {
  db: Database;
  log: Log;
  files: FileStore;
  vault: Vault;
  /** Sends requests to addresses that owners may enter. */
  stream: StreamRequest;
}

/**
 * Moves accounts from other services one after another, including moves that another server left unfinished. It stops
 * soon: another server, or the next start, continues an unfinished move.
 */
export const startMoveWorker = (settings: MoveWorkerSettings): Worker =>
  startWorker(settings.log, (stopping) => [
    {
      work: whenDue(settings.db, (now) => moveNext(settings, now, stopping)),
      every: poll,
      failure: "could not work on a move; will try again",
    },
  ]);

async function moveNext(settings: MoveWorkerSettings, now: Instant, stopping: AbortSignal): Promise<Instant | null> {
  const { db } = settings;
  const id = await waitingRun(db.read, now);
  if (id === null) return nextLeaseEnd(db.read);
  const run = await db.write((tx) => leaseRun(tx, id, now, leaseEnd()));
  if (!run) return again;
  const end = await move(settings, run, stopping);
  if (end === null) await db.write((tx) => releaseRun(tx, id));
  else await db.write((tx) => endRun(tx, id, end, instantNow()));
  return again;
}

const leaseEnd = () => instant(instantNow() + lease);

/** Resolves with how the run ended; null if this server is stopping. */
async function move(
  { db, log, files, vault, stream }: MoveWorkerSettings,
  run: LeasedRun,
  stopping: AbortSignal,
): Promise<RunEnd | null> {
  const ended = new AbortController();
  const progress: RunProgress = { step: null, done: 0, total: 0, notice: null };
  const living = showLife(db, run.id, progress, () => ended.abort());
  try {
    const account = await accountById(db.read, run.accountId);
    if (!account) return { state: "stopped" };
    const { key, token } = JSON.parse(vault.decrypt(run.credentials ?? ""));
    const comparison = await moveAccount(
      {
        ...{ db, files, stream },
        signal: AbortSignal.any([stopping, ended.signal]),
        tell: (sentence) => Object.assign(progress, { notice: sentence }),
        progress: (step, done, total) => Object.assign(progress, { step, done, total, notice: null }),
        noteSettings: async (tx, accountId, fields) => {
          const changed = { kind: "account.changed", subject: null, fields, ipAddress: "", at: instantNow() } as const;
          await recordActivity(tx, accountId, { ...changed, actor: actorOf(run.actor) });
        },
      },
      account.handle,
      { from: new URL(run.source), key, token },
      { dryRun: run.dryRun === 1 },
    );
    return { state: "done", report: comparison.report };
  } catch (error) {
    if (ended.signal.aborted) return { state: "stopped" };
    if (stopping.aborted) return null;
    if (error instanceof DomainError) return { state: "failed", problem: error.message };
    log.error({ err: error, run: run.id }, "a move failed");
    return { state: "failed", problem: "An internal error occurred. Start again: it resumes where it stopped." };
  } finally {
    await living.stop();
  }
}

/** Regularly records a run's progress. Calls `gone` once something else has ended the run. */
function showLife(db: Database, id: number, progress: RunProgress, gone: () => void) {
  const stopping = new AbortController();
  const show = async () => {
    if (!(await db.write((tx) => showProgress(tx, id, progress, leaseEnd())))) gone();
  };
  // A failure is retried the next time.
  const repeating = repeat(show, { every: lifeInterval, stopping: stopping.signal, failed: () => lifeInterval });
  return {
    stop() {
      stopping.abort();
      return repeating;
    },
  };
}
