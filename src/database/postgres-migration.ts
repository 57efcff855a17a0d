import { type Kysely, PostgresAdapter, PostgresDialect, sql } from "kysely";
import { isLatest, migrateToLatest } from "./migrate.ts";

/** The number of the lock that keeps migrations apart; Kysely's, which earlier versions take. */
const migrationLock = "3853314791062309107";

/** Until another server has migrated. */
const lockPatience = "30min";

/**
 * How long a change of a table waits for the transactions that use it. Meanwhile, everything else that needs the table waits
 * behind it.
 */
const tablePatience = "2s";

/** Attempts to change tables that other servers use, and the milliseconds between them. */
const attempts = 60;
const pause = 1_000;

/** What PostgreSQL says when a lock was not to be had in time, and of a table that does not exist. */
const lockTimeout = "55P03";
const missingTable = "42P01";

/**
 * Brings the schema to the latest version, while older servers may be at work on it. Only one server does at a time. It
 * keeps nothing in its connection beyond a transaction, so that it works behind a pooler. The dialect of `db` is a
 * `MigratingDialect`.
 */
export async function migratePostgres(db: Kysely<unknown>): Promise<void> {
  // Without the lock, so that a start does not wait for anybody when there is nothing to do.
  if (await isLatest(db).catch(unlessMissing)) return;
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.connection().execute(migrateAlone);
    } catch (error) {
      if (attempt === attempts || (error as { code?: unknown }).code !== lockTimeout) throw error;
    }
    await Bun.sleep(pause);
  }
}

async function migrateAlone(connection: Kysely<unknown>): Promise<void> {
  await sql`begin`.execute(connection);
  try {
    await setLockTimeout(connection, lockPatience);
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)}::bigint)`.execute(connection);
    await setLockTimeout(connection, tablePatience);
    await migrateToLatest(connection, "postgres");
    await sql`commit`.execute(connection);
  } catch (error) {
    await sql`rollback`.execute(connection).catch(() => {});
    throw error;
  }
}

/** A database without the table of migrations is not the latest. */
function unlessMissing(error: unknown): false {
  if ((error as { code?: unknown }).code === missingTable) return false;
  throw error;
}

/** Until the transaction ends. */
async function setLockTimeout(connection: Kysely<unknown>, timeout: string): Promise<void> {
  await sql`select set_config('lock_timeout', ${timeout}, true)`.execute(connection);
}

/** PostgreSQL's dialect for `migratePostgres`, which takes the lock itself: Kysely's belongs to a connection. */
export class MigratingDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new AdapterWithoutLock();
  }
}

class AdapterWithoutLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
