import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { instant, instantNow } from "../../instants.ts";
import type { PostgresInspection, PostgresServer } from "../inspection.ts";
import { readSchema } from "../inspection.ts";
import type { Schema } from "../schema.ts";

/** Milliseconds for connecting, and for each statement. */
const patience = 10_000;

const int8 = pg.types.builtins.INT8;

/** Opens one connection to the database at `url` to inspect it. Throws if it cannot be reached. */
export async function inspectPostgres(url: string): Promise<PostgresInspection> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === int8 ? Number : pg.types.getTypeParser(oid, format as "text"),
    },
  });
  pool.on("error", () => {});
  // A pool ends before its connections do.
  pool.on("connect", (client) => client.on("error", () => {}));
  const read = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await sql`select 1`.execute(read);
  } catch (error) {
    await read.destroy();
    throw error;
  }
  return {
    kind: "postgres",
    read,
    schema: readSchema(read),
    server: () => describeServer(read),
    close: () => read.destroy(),
  };
}

interface ServerRow {
  version: string;
  version_number: number;
  switched_off: string[];
  most: number;
  others: number;
}

async function describeServer(read: Kysely<Schema>): Promise<PostgresServer> {
  // Limits of the role and of the database are -1 if unset.
  const { rows } = await sql<ServerRow>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as version_number,
      (select coalesce(json_agg(name order by name), '[]') from pg_settings
        where setting = 'off' and name in ('fsync', 'full_page_writes', 'synchronous_commit')) as switched_off,
      least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
      ) as most,
      (select count(*)::int from pg_stat_activity
        where backend_type = 'client backend' and (usename <> current_user or datname <> current_database())) as others
  `.execute(read);
  const [row] = rows;
  if (!row) throw new Error("The server did not describe itself.");
  const before = instantNow();
  const { rows: clocks } = await sql<{ at: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as at
  `.execute(read);
  return {
    version: row.version,
    majorVersion: Math.floor(row.version_number / 10_000),
    switchedOff: row.switched_off,
    connections: { most: row.most, others: row.others },
    clock: { server: instant(clocks[0]?.at ?? Number.NaN), here: instant((before + instantNow()) / 2) },
  };
}
