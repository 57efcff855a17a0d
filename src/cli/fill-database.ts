import type { Config } from "../config/config.ts";
import { openDatabase } from "../context.ts";
import { readMark, removeMark, setMark } from "../data/backup/installation-marks.ts";
import { type CopyWatcher, copySaved } from "../platform/database/copy/copy-saved.ts";
import type { Database, Reader } from "../platform/database/database.ts";
import type { SavedDatabase } from "../platform/database/sqlite/saved-database.ts";
import { DomainError } from "../platform/errors.ts";
import { instantNow } from "../platform/instants.ts";
import { hasAccounts } from "../store/accounts/accounts.ts";

/**
 * Marks the empty PostgreSQL database of the settings, so that no server starts to use it. A new database is marked
 * before its tables become visible. `id` is random.
 */
export function claimDatabase(config: Config, id: string): Promise<void> {
  const mark = (tx: Reader) => setMark(tx, "filling", id, instantNow());
  return withDatabase(
    config,
    (db) =>
      db.write(async (tx) => {
        await rejectAccounts(tx);
        if ((await readMark(tx, "filling"))?.detail !== id) await mark(tx);
      }),
    mark,
  );
}

/** Removes the mark. */
export function unclaimDatabase(config: Config, id: string): Promise<void> {
  return withDatabase(config, (db) => db.write((tx) => removeMark(tx, "filling", id)));
}

/**
 * Fills the database claimed with this ID with all of `saved`, or with nothing, and removes the mark. `ending` runs
 * just before the commit.
 */
export function fillDatabase(
  config: Config,
  saved: Pick<SavedDatabase, "tables">,
  { id, ...watcher }: CopyWatcher & { id: string },
): Promise<void> {
  return withDatabase(config, (db) =>
    copySaved(saved, db, {
      ...watcher,
      async beginning(tx) {
        await rejectAccounts(tx);
        if ((await readMark(tx, "filling"))?.detail === id) return;
        throw new DomainError(
          "taken",
          "Another restore or move into this database has begun. This one changed nothing.",
        );
      },
    }),
  );
}

async function rejectAccounts(reader: Reader): Promise<void> {
  if (!(await hasAccounts(reader))) return;
  throw new DomainError("taken", "This database got an installation meanwhile. Nothing was changed in it.");
}

async function withDatabase(
  config: Config,
  use: (db: Database) => Promise<void>,
  creating?: (tx: Reader) => Promise<void>,
): Promise<void> {
  const db = await openDatabase(config, false, { creating });
  try {
    await use(db);
  } finally {
    await db.close();
  }
}
