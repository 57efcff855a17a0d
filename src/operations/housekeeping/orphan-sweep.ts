import { randomBytes } from "node:crypto";
import { productsWithCovers } from "../../delivery/catalog/stored-covers.ts";
import { filesWithKeys } from "../../delivery/catalog/stored-files.ts";
import { unfinishedUploads, uploadLifetime } from "../../delivery/catalog/uploads.ts";
import { stampedWithKeys } from "../../delivery/stamps/stamped-files.ts";
import type { Database } from "../../platform/database/database.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { removalsOf } from "../../platform/files/byte-removal.ts";
import type { PartialFiles } from "../../platform/files/partial-files.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { accountsWithLogos } from "../../store/accounts/logo.ts";

/** Milliseconds between two sweeps, for all servers together. */
const interval = dayMilliseconds;

/**
 * Milliseconds before bytes can count as orphaned: the longest upload, which is recorded only at its end, plus a day.
 */
const graceTime = uploadLifetime + dayMilliseconds;

interface Sweeping {
  db: Database;
  files: FileStore;
  partials: PartialFiles;
  log: Log;
  stopping: AbortSignal;
}

/**
 * Once a day, removes stored bytes that are not used in the database: a server left them when it died between storing a file and
 * recording it. Removes nothing if the file store belongs to another database or to a later state of this one: bytes that look
 * orphaned here may be in use there.
 */
export async function sweepOrphans({ db, files, partials, log, stopping }: Sweeping, now: Instant): Promise<void> {
  if (!(await isDue(db, now))) return;
  const marked = await markOwn(db, files, log);
  if (marked === null) return;
  // If this server's clock is wrong, new bytes may look old.
  const before = instant(Math.min(now, marked) - graceTime);
  const named = (keys: string[]) => namedKeys(db, keys);
  const removed = await files.sweep({ before, named, stopping });
  const remains = await partials.sweep({ before, stopping });
  if (removed + remains > 0) log.info({ files: removed, remains }, "removed stored bytes that nothing names");
}

/** Whether this server should sweep now. If so, no other server does until the next time. */
async function isDue(db: Database, now: Instant): Promise<boolean> {
  const row = await db.write((tx) =>
    tx
      .updateTable("orphan_sweeps")
      .set({ due_at: instant(now + interval) })
      .where("due_at", "<=", now)
      .returning("id")
      .executeTakeFirst(),
  );
  return row !== undefined;
}

/**
 * If the file store has this database's mark, replaces it with a new one and returns the time by the store's clock. An
 * older copy of the database does not know the new mark, and gets null. If there is no mark, leaves one and returns
 * null: the store is swept the next time.
 */
async function markOwn(db: Database, files: FileStore, log: Log): Promise<Instant | null> {
  const known = await db.read.selectFrom("orphan_sweeps").select(["mark", "next_mark as nextMark"]).executeTakeFirst();
  const found = await files.readMark();
  if (found !== null && found !== known?.mark && found !== known?.nextMark) {
    log.error(
      "the file storage is also used by another database, or by a later state of this one: no orphans are removed",
    );
    return null;
  }
  const next_mark = randomBytes(16).toString("hex");
  // In this order, so that a server that dies in between still recognizes the mark.
  await db.write((tx) => tx.updateTable("orphan_sweeps").set({ mark: found, next_mark }).execute());
  const written = await files.writeMark(next_mark);
  return found === null ? null : written;
}

/** The keys that are used in the database. */
async function namedKeys(db: Database, keys: string[]): Promise<Set<string>> {
  const found = await Promise.all([
    filesWithKeys(db.read, keys),
    stampedWithKeys(db.read, keys),
    accountsWithLogos(db.read, keys),
    productsWithCovers(db.read, keys),
    removalsOf(db.read, keys),
    unfinishedUploads(db.read, keys),
  ]);
  return new Set(found.flat());
}
