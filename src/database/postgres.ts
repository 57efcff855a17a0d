import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { type Database, readAnyRow, type Tx } from "./database.ts";
import { migrateToLatest } from "./migrate.ts";
import type { Schema } from "./schema.ts";
import { Turns } from "./turns.ts";

/** PostgreSQL's ways of saying that a transaction lost a race and is to be run again. */
const lostRace = new Set(["40001", "40P01"]);
const attempts = 5;

const connections = 20;

/**
 * Units at once. The other connections are for reads, which would else time out behind units that wait for one row, such
 * as a product's in a rush of orders.
 */
const writers = 15;

const int8 = pg.types.builtins.INT8;
const numeric = pg.types.builtins.NUMERIC;

/** Connects to the database at `url` (`postgres://…`), brought up to the latest schema. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
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
    await migrateToLatest(db, "postgres");
  } catch (error) {
    await db.destroy();
    throw error;
  }

  const turns = new Turns(writers);
  const run = <T>(unit: (tx: Tx) => Promise<T>) =>
    turns.take(() => db.transaction().setIsolationLevel("read committed").execute(unit));

  return {
    read: db,
    scan: db,
    autocommit: db,
    async write(unit) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await run(unit);
        } catch (error) {
          if (attempt === attempts || !lostRace.has((error as { code?: string }).code ?? "")) throw error;
        }
      }
    },
    check: () => readAnyRow(db),
    close: () => db.destroy(),
  };
}
