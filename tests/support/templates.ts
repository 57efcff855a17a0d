import { existsSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { openPostgres } from "../../src/platform/database/postgres/postgres.ts";
import { openSqlite } from "../../src/platform/database/sqlite/sqlite.ts";
import { createDemoAccount } from "./demo-account.ts";
import { waybillProgram } from "./program.ts";

// A first start takes longer than many a test. So it is done once for the same sources, and copied. Not older than a
// day, since plans allow less to accounts of the first two weeks.
const day = new Date().toISOString().slice(0, 10);

/** The path of a SQLite file as the first start leaves it, with the account `demo`. */
export async function sqliteTemplate(): Promise<string> {
  const path = join(dirname(await waybillProgram()), `template-${day}.sqlite`);
  if (existsSync(path)) return path;
  const unfinished = `${path}-${process.pid}`;
  const db = await openSqlite(unfinished);
  await createDemoAccount(db);
  await db.close();
  renameSync(unfinished, path);
  return path;
}

/** The name of a database of this server, to be used as a template, as the first start leaves it. */
export async function postgresTemplate(server: string): Promise<string> {
  const name = `waybill_${day.replaceAll("-", "")}_${basename(dirname(await waybillProgram()))}`;
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
    const db = await openPostgres(Object.assign(new URL(server), { pathname: `/${unfinished}` }).href);
    await createDemoAccount(db);
    await db.close();
    await client.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

// The test runner makes the program and the template ahead of its processes, which would each make them.
if (import.meta.main) await sqliteTemplate();
