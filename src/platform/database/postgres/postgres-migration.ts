import { type Kysely, PostgresAdapter, PostgresDialect, sql } from "kysely";
import { reasonOf } from "../../errors.ts";
import { DatabaseProblem, lackingRights, tableProblemOf } from "../database-problem.ts";
import { isLatest, migrate, rejectUnknown, schemaState } from "../migrate.ts";
import { migrations } from "../migrations.ts";
import type { Schema } from "../schema.ts";
import { codeOf, isLockTimeout, lockTables, oldestUser, setLockTimeout, TableInUse } from "./table-locks.ts";

/** The advisory lock that separates migrations. It is Kysely's, which earlier versions use. */
const migrationLock = "3853314791062309107";

/** Milliseconds to wait for another server's migration. */
const serverPatience = 30 * 60_000;

/**
 * How many milliseconds the first attempts, and later attempts, wait for transactions that use a table. Everything else that
 * needs the table waits behind them.
 */
const shortPatience = 2_000;
const longPatience = 8_000;
const shortAttempts = 5;

/**
 * Milliseconds for each of two tables. A transaction that uses one and needs the other may have waited for both. The
 * sum is less than a second, after which PostgreSQL would end it.
 */
const patienceForTwo = 400;

/** Milliseconds after which no further attempt begins. */
const totalPatience = 4 * 60_000;

/** Minimum and maximum pause between two attempts, in milliseconds, for those that waited behind the last one. */
const shortestPause = 500;
const longestPause = 1_500;

/** PostgreSQL's codes for a transaction that collided with another and can run again. */
const metAnother = new Set<unknown>(["40001", "40P01", "55P03"]);
/** PostgreSQL's code for a missing table. */
const missingTable = "42P01";

export interface MigrationOptions {
  /** Called with what a change of the schema is waiting for. */
  onWaiting?: ((reason: string) => void) | undefined;
  /** Writes to a new database before anyone sees its tables. Not called if there are tables. */
  creating?: ((tx: Kysely<Schema>) => Promise<void>) | undefined;
}

/**
 * Brings the schema to the latest version, while older servers may be running. Each migration is a separate transaction, so that
 * it locks only the tables that it changes (docs/contribute/decisions/0026-upgrades-beside-older-servers.md); a new database gets
 * all of them in one transaction. Only one server migrates at a time. Nothing stays in the connection beyond a transaction, so
 * this works behind a pooler. After each failed attempt, `onWaiting` is called with what it waits for. The dialect of `db` is a
 * `MigratingDialect`. Throws `DatabaseProblem`; then the migration that failed has changed nothing.
 */
export async function migratePostgres(
  db: Kysely<unknown>,
  {
    onWaiting = () => {},
    creating = async () => {},
    patience = totalPatience,
  }: Pick<MigrationOptions, "onWaiting" | "creating"> & { patience?: number } = {},
): Promise<void> {
  // Without the lock, so that a start with nothing to do need not wait.
  if (await isLatest(db).catch(unlessMissing)) return;
  const end = performance.now() + patience;
  for (let failures = 0; ; ) {
    const forTables = failures < shortAttempts ? shortPatience : longPatience;
    try {
      if (await db.connection().execute((connection) => migrateNext(connection, { forTables, creating }))) return;
    } catch (error) {
      if (error instanceof DatabaseProblem) throw error;
      if (!(error instanceof TableInUse) && !metAnother.has(codeOf(error))) {
        throw tableProblemOf(error) ?? new DatabaseProblem(`the schema could not be changed: ${reasonOf(error)}`);
      }
      const { reason, advice } = await describeWaiting(db, error);
      if (performance.now() >= end) {
        const tried = `the schema could not be changed in ${Math.round(patience / 1000)} seconds`;
        throw new DatabaseProblem(`${tried}: ${reason}. ${advice} Then start again`);
      }
      onWaiting(reason);
      failures += 1;
      await Bun.sleep(shortestPause + Math.random() * (longestPause - shortestPause));
    }
  }
}

/** Runs the next migration in one transaction. Resolves with whether the schema was already the latest. */
async function migrateNext(
  connection: Kysely<unknown>,
  { forTables, creating }: { forTables: number; creating: NonNullable<MigrationOptions["creating"]> },
): Promise<boolean> {
  await sql`begin`.execute(connection);
  try {
    await waitForOtherServers(connection);
    const { exists, pending, unknown } = await schemaState(connection);
    rejectUnknown({ pending, unknown });
    const next = pending[0];
    if (next !== undefined && exists) {
      const locks = migrations[next]?.locks ?? [];
      await lockTables(connection, locks, locks.length > 1 ? patienceForTwo : forTables);
      await migrate(connection, "postgres", next);
    } else if (next !== undefined) {
      await requireCreating(connection);
      await migrate(connection, "postgres");
      await creating(connection as Kysely<Schema>);
    }
    await sql`commit`.execute(connection);
    return next === undefined;
  } catch (error) {
    await sql`rollback`.execute(connection).catch(() => {});
    throw error;
  }
}

/** Otherwise, the migrator would hide the database's error behind a later one. */
async function requireCreating(connection: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ may: boolean | null }>`
    select has_schema_privilege(current_schema(), 'create') as may`.execute(connection);
  if (rows[0]?.may !== true) throw lackingRights("it may not create tables");
}

async function waitForOtherServers(connection: Kysely<unknown>): Promise<void> {
  await setLockTimeout(connection, serverPatience);
  try {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)}::bigint)`.execute(connection);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new DatabaseProblem("another server has been changing the schema for half an hour. Look at that one first");
  }
}

/** What the attempt collided with, and what a person can do about it. */
async function describeWaiting(db: Kysely<unknown>, error: unknown): Promise<{ reason: string; advice: string }> {
  const stopOthers = "Stop the servers of the version before.";
  if (!(error instanceof TableInUse)) return { reason: reasonOf(error), advice: stopOthers };
  const { table } = error;
  const user = await oldestUser(db, table).catch(() => null);
  if (!user) return { reason: `the table ${table} was always in use`, advice: stopOthers };
  const { pid, program, seconds } = user;
  return {
    reason: `the table ${table} is used by process ${pid} of PostgreSQL (${program}), in a transaction of ${seconds} seconds`,
    advice: `Stop that program, or end its transaction with "select pg_terminate_backend(${pid})".`,
  };
}

/** A database without the table of migrations is not the latest. */
function unlessMissing(error: unknown): false {
  if (codeOf(error) === missingTable) return false;
  throw error;
}

/** PostgreSQL's dialect for `migratePostgres`, which takes the lock itself: Kysely's lock belongs to a connection. */
export class MigratingDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new AdapterWithoutLock();
  }
}

class AdapterWithoutLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
