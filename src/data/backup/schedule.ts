import { statfs } from "node:fs/promises";
import type { Database } from "../../platform/database/database.ts";
import { endPause, pauseRemovals, type RemovalPause } from "../../platform/files/removal-pauses.ts";
import { type Instant, instantNow, writeInstant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { repeat } from "../../platform/repeat.ts";
import { backUp } from "./back-up.ts";
import { storedContents } from "./contents.ts";
import { forgetFailure, recordFailure } from "./failures.ts";
import { readMark, setMark } from "./installation-marks.ts";
import type { BackupPlace } from "./place.ts";
import { removeOldBackups } from "./remove-old-backups.ts";
import { withWorkFolder } from "./work-folder.ts";
import type { Installation } from "./write-backup.ts";

/** Milliseconds from a failure to the next attempt. */
const retryPause = 10 * 60_000;

/** The name of the hold. One node has it at a time. */
const holdName = "backups on schedule";

interface ScheduleSettings extends Installation {
  place: BackupPlace;
  /** Milliseconds from one backup to the next. */
  every: number;
  keep: number;
  log: Log;
  /** Called with the time of the latest backup in the place, whenever it may have changed. */
  found(latest: Instant | null): void;
  /** Called after each backup or failure. `incomplete`: the backup lacks files that the installation cannot read. */
  ended(outcome: "succeeded" | "incomplete" | "failed"): void;
}

/** Ends the hold of a server that was killed. Call only while no server is running. */
export const endAbandonedHold = (db: Installation["db"]): Promise<void> => endPause(db, holdName);

export interface BackupWorker {
  /** Starts nothing new, and resolves when the current backup has been given up. */
  stop(): Promise<void>;
}

/**
 * Makes backups: one at once if the latest is too old, then regularly. The place's latest backup decides when the next
 * is due, so a restart changes nothing. If several nodes share a database, one of them makes it.
 */
export function startBackups(settings: ScheduleSettings): BackupWorker {
  const { log, place, every } = settings;
  const stopping = new AbortController();
  const running = repeat(() => backUpIfDue(settings, stopping.signal), {
    every: Math.min(place.pause, every / 2),
    stopping: stopping.signal,
    failed(error) {
      if (stopping.signal.aborted) return 0;
      // The log says it too, so nothing is lost if the database cannot be reached.
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
  const hold = await pauseRemovals(db, holdName);
  // Another node is making it.
  if (!hold) return;
  try {
    // Another node may just have made one.
    if (!(await isDue(settings))) return;
    await withWorkFolder(place.temporaryFolder, (workFolder) => make(settings, { workFolder, hold, stopping }));
  } finally {
    await hold.release();
  }
}

async function make(
  settings: ScheduleSettings,
  run: { workFolder: string; hold: RemovalPause; stopping: AbortSignal },
): Promise<void> {
  const { place, log } = settings;
  const began = performance.now();
  // Remains of failed backups may be what fills the disk. Keep those bytes that this backup needs too.
  const removedBefore = await tidy(settings, { ...run, kept: await hashesOf(settings.db) });
  await warnIfGone(settings);
  await requireRoom(place);
  const { created_at, rows, unreadable } = await backUp(settings, place, { createdAt: instantNow(), ...run });
  await settings.db.write(async (tx) => {
    await forgetFailure(tx);
    await setMark(tx, "backed up", place.shown, instantNow());
  });
  const removed = removedBefore + (await tidy(settings, run));
  const milliseconds = Math.round(performance.now() - began);
  log.info({ created_at, orders: rows.orders, removed, milliseconds }, "made and checked a backup");
  if (unreadable.length > 0) log.error({ unreadable }, "the backup lacks files that the installation cannot read");
  settings.ended(unreadable.length > 0 ? "incomplete" : "succeeded");
  await findLatest(settings);
}

/** If there were backups before and the place is empty, a disk may not be mounted. */
async function warnIfGone({ db, place, log }: ScheduleSettings): Promise<void> {
  const earlier = await readMark(db.read, "backed up");
  if (earlier?.detail !== place.shown || (await place.list()).length > 0) return;
  const at = writeInstant(earlier.markedAt);
  log.warn({ place: place.shown, at }, "earlier backups are gone; if their disk is not mounted, mount it");
}

/** Removes old backups; a failure does not prevent new ones. Returns how many it removed. */
async function tidy(
  { place, keep, log }: ScheduleSettings,
  run: { workFolder: string; hold: RemovalPause; kept?: ReadonlySet<string> },
): Promise<number> {
  try {
    const now = instantNow();
    const future = (await place.list()).filter(({ createdAt }) => createdAt > now).map(({ name }) => name);
    if (future.length > 0) {
      log.warn({ backups: future }, "backups seem to be from the future; they are kept until you remove them");
    }
    return await removeOldBackups(place, { keep, ...run });
  } catch (error) {
    log.error({ err: error }, "backups that are not needed any more could not all be removed");
    return 0;
  }
}

/** The SHA-256 of all stored bytes that the database names. */
async function hashesOf(db: Database): Promise<Set<string>> {
  const hashes = new Set<string>();
  for await (const { sha256 } of storedContents(db.scan)) hashes.add(sha256);
  return hashes;
}

async function isDue(settings: ScheduleSettings): Promise<boolean> {
  const latest = await findLatest(settings);
  return latest === null || instantNow() >= latest + settings.every;
}

/** Ignores backups from the future, made while the clock was wrong: they must not delay the next one. */
async function findLatest({ place, found }: ScheduleSettings): Promise<Instant | null> {
  const now = instantNow();
  const latest = (await place.list()).findLast(({ createdAt }) => createdAt <= now)?.createdAt ?? null;
  found(latest);
  return latest;
}

/** The disk has no room for another backup. */
class NoRoom extends Error {
  constructor({ shown }: BackupPlace, free: number, needed: number) {
    const sizes = `${free} bytes are free for temporary files, and the database alone needs ${needed}`;
    super(`There is no room for a backup at ${shown}: ${sizes}. Make room, or keep fewer backups.`);
    this.name = "NoRoom";
  }
}

/**
 * Throws `NoRoom` if the disk cannot hold the copies of the database that a backup needs. Estimates their size from the
 * latest backup.
 */
async function requireRoom(place: BackupPlace): Promise<void> {
  const latest = (await place.list()).at(-1);
  if (!latest) return;
  const first = await place.open(latest.name).entries().next();
  const needed = place.databaseCopies * (first.value?.sizeBytes ?? 0);
  const { bavail, bsize } = await statfs(place.temporaryFolder);
  if (bavail * bsize < needed) throw new NoRoom(place, bavail * bsize, needed);
}
