import { type Kysely, sql } from "kysely";

/** A table was not to be had in time, because another transaction uses it. */
export class TableInUse extends Error {
  constructor(
    readonly table: string,
    cause?: unknown,
  ) {
    super(`the table ${table} is in use`, { cause });
  }
}

/** PostgreSQL's codes: a lock was not to be had in time, and two transactions waited for each other. */
const lockTimeout = "55P03";
const deadlock = "40P01";

/** PostgreSQL's error code, or undefined. */
export const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** True if a lock was not to be had within what `setLockTimeout` allows. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === lockTimeout;

/**
 * Locks the tables, one after the other, until the transaction ends, also against readers. Waits at most `patience`
 * milliseconds for each; everything else that needs it waits meanwhile. Throws `TableInUse`.
 */
export async function lockTables(connection: Kysely<unknown>, tables: string[], patience: number): Promise<void> {
  await setLockTimeout(connection, patience);
  for (const table of tables) {
    try {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(connection);
    } catch (error) {
      if (isLockTimeout(error) || codeOf(error) === deadlock) throw new TableInUse(table, error);
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
  /** The number of its process on the database server. */
  pid: number;
  /** What its program calls itself, or the kind of process. */
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
