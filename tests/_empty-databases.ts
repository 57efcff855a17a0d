import { existsSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { openPostgres } from "../src/database/postgres.ts";
import { openSqlite } from "../src/database/sqlite.ts";
import { waybillProgram } from "./_program.ts";

// Migrating takes longer than many a test. So it is done once for the same sources, and copied.

/** The path of a SQLite file with the schema and nothing else in it. */
export async function emptySqlite(): Promise<string> {
  const path = join(dirname(await waybillProgram()), "empty.sqlite");
  if (existsSync(path)) return path;
  const unfinished = `${path}-${process.pid}`;
  await (await openSqlite(unfinished)).close();
  renameSync(unfinished, path);
  return path;
}

/** The name of a database of this server, to be used as a template, with the schema and nothing else in it. */
export async function emptyPostgres(server: string): Promise<string> {
  const name = `waybill_empty_${basename(dirname(await waybillProgram()))}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    // Whoever is first makes it; the others wait. The lock ends with the connection.
    await client.query("select pg_advisory_lock(hashtext($1))", [name]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 1) return name;
    const unfinished = `${name}_new`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    await (await openPostgres(Object.assign(new URL(server), { pathname: `/${unfinished}` }).href)).close();
    await client.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}
