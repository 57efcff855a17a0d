import { expect, test } from "bun:test";
import { type Kysely, sql } from "kysely";
import { analyzeGrown } from "../../../src/platform/database/postgres/table-statistics.ts";
import { databasesUnderTest } from "../../support/databases.ts";

const postgres = databasesUnderTest.filter(({ name }) => name === "postgres");

test.each(postgres)("on $name, a table of Waybill's that has grown is analyzed, and none of others", async (one) => {
  const { open } = await one.create();
  const { autocommit } = await open();
  const analyzed = await autocommit.connection().execute(async (connection) => {
    const db = connection as unknown as Kysely<unknown>;
    await sql`insert into rate_limits select 'key ' || n, 1, 0 from generate_series(1, 1000) as n`.execute(db);
    await sql`create table of_others as select n from generate_series(1, 1000) as n`.execute(db);
    // PostgreSQL would otherwise show the growth a moment later.
    await sql`select pg_stat_force_next_flush()`.execute(db);
    await analyzeGrown(db);
    const { rows } = await sql`select relname as name from pg_stat_user_tables
      where last_analyze is not null and relname in ('rate_limits', 'of_others')`.execute(db);
    return rows;
  });
  expect(analyzed).toEqual([{ name: "rate_limits" }]);
});
