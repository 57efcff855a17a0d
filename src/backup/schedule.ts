import { holdRemovals, type RemovalHold } from "../files/removal-holds.ts";
import { type Instant, instantNow } from "../instants.ts";
import type { Log } from "../log.ts";
import { repeat } from "../repeat.ts";
import { backUp } from "./back-up.ts";
import { forgetFailure, recordFailure } from "./failures.ts";
import type { BackupPlace } from "./place.ts";
import { removeOldBackups } from "./retention.ts";
import { withWorkFolder } from "./work-folder.ts";
import type { Installation } from "./write-backup.ts";

/** Milliseconds after a failure until the next try. */
const retryPause = 10 * 60_000;

/** The name of the hold that one node has at a time. */
const holdName = "backups on schedule";

interface ScheduleSettings extends Installation {
  place: BackupPlace;
  /** Milliseconds from one backup to the next. */
  every: number;
  keep: number;
  log: Log;
  /** Called with the instant of the latest backup in the place, whenever that may have changed. */
  found(latest: Instant | null): void;
  /** Called after each backup, and after each failure. */
  ended(outcome: "succeeded" | "failed"): void;
}

export interface BackupWorker {
  /** Begins nothing new, and resolves when what was under way has been given up. */
  stop(): Promise<void>;
}

/**
 * Makes backups: one at once if the latest is too old, and then regularly. When one is due is read from their
 * place, so a restart changes nothing. Of several nodes on one database, one makes it.
 */
export function startBackups(settings: ScheduleSettings): BackupWorker {
  const { log, place, every } = settings;
  const stopping = new AbortController();
  const running = repeat(() => backUpIfDue(settings, stopping.signal), {
    pause: Math.min(place.pause, every / 2),
    stopping: stopping.signal,
    failed(error) {
      if (stopping.signal.aborted) return 0;
      // What the log says as well, so nothing is lost if the database cannot be reached.
      void recordFailure(settings.db, error, instantNow()).catch(() => {});
      settings.ended("failed");
      log.error({ err: error }, "a backup failed; will try again in 10 minutes");
      return retryPause;
    },
  });
  return {
    async stop() {
      stopping.abort(new Error("The server stops."));
      await running;
    },
  };
}

async function backUpIfDue(settings: ScheduleSettings, stopping: AbortSignal): Promise<void> {
  const { place, db } = settings;
  await place.prepare();
  if (!(await isDue(settings))) return;
  const hold = await holdRemovals(db, holdName);
  // Another node is making it.
  if (!hold) return;
  try {
    // It may just have ended there.
    if (!(await isDue(settings))) return;
    await withWorkFolder(place.temporaryFolder, (workFolder) => make(settings, { workFolder, hold, stopping }));
  } finally {
    await hold.release();
  }
}

async function make(
  settings: ScheduleSettings,
  run: { workFolder: string; hold: RemovalHold; stopping: AbortSignal },
): Promise<void> {
  const { place, keep, log } = settings;
  const began = performance.now();
  const { created_at, rows, unreadable } = await backUp(settings, place, { createdAt: instantNow(), ...run });
  await forgetFailure(settings.db);
  const removed = await removeOldBackups(place, { keep, ...run });
  const milliseconds = Math.round(performance.now() - began);
  log.info({ created_at, orders: rows.orders, removed, milliseconds }, "made and checked a backup");
  if (unreadable.length > 0) log.error({ unreadable }, "the backup lacks files that the installation cannot read");
  settings.ended("succeeded");
  await findLatest(settings);
}

async function isDue(settings: ScheduleSettings): Promise<boolean> {
  const latest = await findLatest(settings);
  return latest === null || instantNow() >= latest + settings.every;
}

/** Backups that seem to be from the future, made while the clock was wrong, put nothing off. */
async function findLatest({ place, found }: ScheduleSettings): Promise<Instant | null> {
  const now = instantNow();
  const latest = (await place.list()).findLast(({ createdAt }) => createdAt <= now)?.createdAt ?? null;
  found(latest);
  return latest;
}
