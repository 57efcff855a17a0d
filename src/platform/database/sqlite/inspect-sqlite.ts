import { Database as SqliteConnection } from "bun:sqlite";
import { Kysely } from "kysely";
import { readSchema, type SqliteInspection } from "../inspection.ts";
import type { Schema } from "../schema.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";

/**
 * Opens the embedded database at `path` to inspect it. Throws if it does not exist or is not a database. The connection
 * is not read-only, because such a connection leaves files of the write-ahead log behind; but no statement can write.
 */
export function inspectSqlite(path: string): SqliteInspection {
  const connection = new SqliteConnection(path, { create: false, readwrite: true, strict: true });
  try {
    connection.run("pragma busy_timeout = 10000");
    connection.run("pragma query_only = on");
    // This is the first statement that reads the file.
    connection.query("select count(*) from sqlite_schema").get();
  } catch (error) {
    connection.close();
    throw error;
  }
  const read = new Kysely<Schema>({ dialect: sqliteDialect(connection) });
  return {
    kind: "sqlite",
    read,
    schema: readSchema(read),
    // One table at a time: each check holds a snapshot, and a running server's log grows meanwhile.
    *integrity() {
      const tables = connection
        .query<{ name: string }, []>("select name from sqlite_schema where type = 'table'")
        .all();
      for (const { name: table } of tables) yield { table, damage: damageIn(connection, table) };
    },
    async close() {
      connection.close();
    },
  };
}

function damageIn(connection: SqliteConnection, table: string): string[] {
  const check = connection.query<{ integrity_check: string }, []>(`pragma integrity_check(${quoted(table)})`);
  try {
    return check.all().flatMap(({ integrity_check: line }) => (line === "ok" ? [] : [line]));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    check.finalize();
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
