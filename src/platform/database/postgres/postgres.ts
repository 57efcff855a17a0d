import { Kysely, sql } from "kysely";
import pg from "pg";
import { savePostgres } from "../copy/save-postgres.ts";
import { CallerGone, type Database, mostWaiting, readAnyRow, type TransactionFigures, type Tx } from "../database.ts";
import { DatabaseProblem, databaseProblemOf } from "../database-problem.ts";
import { setOutside } from "../outside.ts";
import { prepared } from "../prepared.ts";
import type { Schema } from "../schema.ts";
import { usualConnections } from "./connection-count.ts";
import { isConnectionTimeout } from "./connection-errors.ts";
import { namingClient, planOutdated } from "./named-statements.ts";
import { refusingLimit, removeLimit } from "./partitions/limit.ts";
import { MigratingDialect, type MigrationOptions, migratePostgres } from "./postgres-migration.ts";
import { Semaphore } from "./semaphore.ts";
import { DatabaseSilent, watchedClient } from "./silence.ts";
import { keepTableStatistics } from "./table-statistics.ts";

/** PostgreSQL's codes for a transaction that must run again: it lost a race, or its plan was outdated. */
const mustRunAgain = new Set(["40001", "40P01", planOutdated]);
const attempts = 5;

/** Maximum random pause, in milliseconds, before the second attempt. It doubles before each later one. */
const firstPause = 10;

interface PostgresOptions extends MigrationOptions {
  /** Throws if the database has no schema yet. */
  mustExist?: boolean;
  /** Maximum number of connections, at least 2. */
  connections?: number | undefined;
  /**
   * `transaction` if a pooler may use another connection for each transaction. Then neither settings nor statements are
   * kept in a connection.
   */
  pooler?: "transaction" | null;
}

const int8 = pg.types.builtins.INT8;
const numeric = pg.types.builtins.NUMERIC;

/**
 * Connects to the database at `url` (`postgres://…`) and migrates it to the latest schema. Throws `DatabaseProblem` if
 * it cannot be used although the address is correct.
 */
export async function openPostgres(
  url: string,
  { mustExist = false, connections = usualConnections, pooler = null, ...migration }: PostgresOptions = {},
): Promise<Database> {
  const watched = watchedClient(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 4_000,
    keepAlive: true,
    ...(pooler
      ? { Client: watched }
      : // Releases the locks of an abandoned connection.
        { Client: namingClient(watched), idle_in_transaction_session_timeout: 10_000 }),
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format as "text"),
    },
  });
  // The pool drops a broken connection, and the next query opens another. Its unit, if any, rejects anyway. Without a
  // listener, the event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<Schema>({ dialect: new MigratingDialect({ pool }) });
  try {
    if (mustExist && !(await hasSchema(db)))
      throw new DatabaseProblem("there is no Waybill installation in this database");
    await migratePostgres(db as Kysely<unknown>, migration);
  } catch (error) {
    await db.destroy();
    throw databaseProblemOf(error);
  }

  const version = sharedVersion(db);
  const endStatistics = keepTableStatistics(db as Kysely<unknown>, version.ask);
  let observer: (figures: TransactionFigures) => void = () => {};
  // The other connections are for reads, which would otherwise time out behind units that wait for one row, such as a
  // product's in a rush of orders.
  const writing = new Semaphore(Math.floor((connections * 3) / 4), mostWaiting);
  const run = <T>(unit: (tx: Tx) => Promise<T>, caller?: AbortSignal) =>
    writing.run(async () => {
      let began = 0;
      const result = await db
        .transaction()
        .setIsolationLevel("read committed")
        .execute((tx) => {
          // The unit may have waited for a connection.
          if (caller?.aborted) throw new CallerGone();
          began = performance.now();
          // A pooler may have no second connection for the same unit. All units would then wait for each other.
          if (!pooler) setOutside(tx, db);
          return unit(tx);
        });
      version.changed();
      observer({ duration: performance.now() - began, group: null });
      return result;
    }, caller);

  const write: Database["write"] = async (unit, caller) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run(unit, caller);
      } catch (error) {
        // Waiting units would fail in the same way, long after their callers were told to retry.
        if (isSilence(error)) writing.rejectWaiting(error);
        if (attempt === attempts) throw error;
        const refusing = refusingLimit(error);
        if (refusing) await run((tx) => removeLimit(tx, refusing.partition, refusing.limit)).catch(() => {});
        else if (!mustRunAgain.has((error as { code?: string }).code ?? "")) throw error;
        // Random, so that transactions that collided do not collide again.
        await Bun.sleep(Math.random() * firstPause * 2 ** (attempt - 1));
      }
    }
  };

  return {
    read: db,
    scan: db,
    autocommit: db,
    write,
    writeUnsynced: (unit) => write(unit),
    writeBulk: (unit) => write(unit),
    writeUnchecked: (unit) => write(unit),
    version: version.ask,
    observe(next) {
      observer = next;
    },
    saveTo: (path, stopping) => savePostgres(db, path, stopping),
    check: () => readAnyRow(db),
    async close() {
      await endStatistics();
      await db.destroy();
    },
  };
}

const snapshot = prepared<Record<never, never>, { version: string }>((db) =>
  sql<{ version: string }>`select pg_current_snapshot()::text as version`.compile(db),
);

/**
 * The version is the set of transactions that a statement sees. Read-only transactions get no ID, so they do not change it. A
 * transaction that writes changes it when it ends: it leaves the list of open transactions, or is the first one after that list
 * to end. Callers that ask at the same time share one query.
 */
function sharedVersion(db: Kysely<Schema>): { ask(): Promise<string>; changed(): void } {
  let asked: Promise<string> | null = null;
  return {
    ask() {
      if (asked) return asked;
      const asking = snapshot(db, {})
        .then(([row]) => String(row?.version))
        .finally(() => {
          if (asked === asking) asked = null;
        });
      asked = asking;
      return asking;
    },
    // A query that is running may not see the change.
    changed() {
      asked = null;
    },
  };
}

async function hasSchema(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass('accounts')::text as found`.execute(db);
  return rows[0]?.found != null;
}

/** True if the server does not answer at all, rather than rejecting the connection. */
function isSilence(error: unknown): boolean {
  return error instanceof DatabaseSilent || (error instanceof Error && isConnectionTimeout(error));
}
