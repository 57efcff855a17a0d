import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { isConnectionTimeout } from "./connection-errors.ts";
import { CallerGone, type Database, readAnyRow, type TransactionFigures, type Tx } from "./database.ts";
import { migrateToLatest } from "./migrate.ts";
import { namingClient, planOutdated } from "./named-statements.ts";
import type { Schema } from "./schema.ts";
import { Semaphore } from "./semaphore.ts";
import { DatabaseSilent, watchedClient } from "./silence.ts";
import { keepTableStatistics } from "./table-statistics.ts";

/** PostgreSQL's error codes for a transaction that must be run again: it lost a race, or a plan was out of date. */
const mustRunAgain = new Set(["40001", "40P01", planOutdated]);
const attempts = 5;

const connections = 20;

/**
 * Maximum simultaneous units. The other connections are for reads, which would otherwise time out behind units that
 * wait for one row, such as a product's in a rush of orders.
 */
const writers = 15;

const int8 = pg.types.builtins.INT8;
const numeric = pg.types.builtins.NUMERIC;

/**
 * Connects to the database at `url` (`postgres://…`), brought up to the latest schema. With `mustExist`, throws if it
 * has no schema yet.
 */
export async function openPostgres(url: string, { mustExist = false } = {}): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    Client: namingClient(watchedClient(url)),
    max: connections,
    connectionTimeoutMillis: 4_000,
    keepAlive: true,
    // Of a connection that was given up: what it held is free again then.
    idle_in_transaction_session_timeout: 10_000,
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === int8 || oid === numeric ? Number : pg.types.getTypeParser(oid, format as "text"),
    },
  });
  // A connection that breaks is dropped from the pool and the next query opens another. The unit on it, if any, rejects
  // by itself; without a listener the event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    if (mustExist && !(await hasSchema(db))) throw new Error("there is no Waybill installation in this database");
    await migrateToLatest(db, "postgres");
  } catch (error) {
    await db.destroy();
    throw error;
  }

  const endStatistics = keepTableStatistics(db as Kysely<unknown>);
  let observer: (figures: TransactionFigures) => void = () => {};
  const writing = new Semaphore(writers);
  const run = <T>(unit: (tx: Tx) => Promise<T>, caller?: AbortSignal) =>
    writing.run(async () => {
      if (caller?.aborted) throw new CallerGone();
      let began = 0;
      const result = await db
        .transaction()
        .setIsolationLevel("read committed")
        .execute((tx) => {
          // It may have waited for a connection.
          if (caller?.aborted) throw new CallerGone();
          began = performance.now();
          return unit(tx);
        });
      observer({ duration: performance.now() - began, group: null });
      return result;
    });

  const write: Database["write"] = async (unit, caller) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run(unit, caller);
      } catch (error) {
        // Units that wait behind it would fail in the same way, long after their callers were told to try again.
        if (isSilence(error)) writing.rejectWaiting(error);
        if (attempt === attempts || !mustRunAgain.has((error as { code?: string }).code ?? "")) throw error;
      }
    }
  };

  return {
    read: db,
    scan: db,
    autocommit: db,
    write,
    writeBulk: (unit) => write(unit),
    observe(next) {
      observer = next;
    },
    check: () => readAnyRow(db),
    async close() {
      await endStatistics();
      await db.destroy();
    },
  };
}

async function hasSchema(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass('accounts')::text as found`.execute(db);
  return rows[0]?.found != null;
}

/** True if the server does not answer at all, as opposed to rejecting the connection. */
function isSilence(error: unknown): boolean {
  return error instanceof DatabaseSilent || (error instanceof Error && isConnectionTimeout(error));
}
