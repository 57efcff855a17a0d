import { type Kysely, sql } from "kysely";

/** A table could not be locked in time, because another transaction uses it. */
export class TableInUse extends Error {
  constructor(
    readonly table: string,
    cause?: unknown,
  ) {
    super(`the table ${table} is in use`, { cause });
  }
}

/** PostgreSQL's codes for a lock timeout, and for a deadlock. */
const lockTimeout = "55P03";
const deadlock = "40P01";

/** PostgreSQL's error code, or undefined. */
export const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** True if a lock was not available within `setLockTimeout`. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === lockTimeout;

/** True if a lock timed out, or a deadlock made it impossible. */
export const isLockRefused = (error: unknown): boolean => isLockTimeout(error) || codeOf(error) === deadlock;

/**
 * Locks the tables one by one until the transaction ends, even against readers. Waits at most `patience` milliseconds for each,
 * while everything else that needs the table waits too. Throws `TableInUse`.
 */
export async function lockTables(connection: Kysely<unknown>, tables: string[], patience: number): Promise<void> {
  await setLockTimeout(connection, patience);
  for (const table of tables) {
    try {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(connection);
    } catch (error) {
      if (isLockRefused(error)) throw new TableInUse(table, error);
      throw error;
    }
  }
}

/** In milliseconds, until the transaction ends. */
export async function setLockTimeout(connection: Kysely<unknown>, timeout: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${timeout}ms`}, true)`.execute(connection);
}

/** A transaction that uses a table. */
export interface TableUser {
  /** Its process number on the database server. */
  pid: number;
  /** Its program's name, or the kind of process. */
  program: string;
  /** Seconds since the transaction began. */
  seconds: number;
}

/** The oldest transaction that uses the table, or null. */
export async function oldestUser(db: Kysely<unknown>, table: string): Promise<TableUser | null> {
  const { rows } = await sql<TableUser>`
    select activity.pid, coalesce(nullif(activity.application_name, ''), activity.backend_type) as program,
      extract(epoch from clock_timestamp() - activity.xact_start)::int as seconds
    from pg_locks as held
    inner join pg_class as held_table on held_table.oid = held.relation
    inner join pg_namespace as its_schema on its_schema.oid = held_table.relnamespace
    inner join pg_stat_activity as activity on activity.pid = held.pid
    where held.granted and held.database = (select oid from pg_database where datname = current_database())
      and its_schema.nspname = current_schema() and held_table.relname = ${table}
      and activity.xact_start is not null and activity.pid <> pg_backend_pid()
    order by activity.xact_start limit 1
  `.execute(db);
  return rows[0] ?? null;
}
