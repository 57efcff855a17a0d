import { CompiledQuery, type Kysely, sql } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Row, Table } from "./tables.ts";

/** Rows per statement. Emails have long texts, and a whole batch is in memory. */
const batchSize = 250;

/** All rows of the table, in batches, in no particular order. On PostgreSQL, `db` must be a transaction. */
export function rowsOf(db: Kysely<never>, table: Table): AsyncGenerator<Row[]> {
  return isPostgres(db) ? postgresRows(db, table) : sqliteRows(db, table);
}

async function* sqliteRows(db: Kysely<never>, { name, columns }: Table): AsyncGenerator<Row[]> {
  let last = 0;
  for (;;) {
    const { rows } = await sql<Row & { "#": number }>`
      select rowid as "#", ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
      where rowid > ${last} order by rowid limit ${sql.lit(batchSize)}`.execute(db);
    last = rows.at(-1)?.["#"] ?? last;
    if (rows.length > 0) yield rows.map(({ "#": _, ...row }) => row);
    if (rows.length < batchSize) return;
  }
}

async function* postgresRows(db: Kysely<never>, { name, columns }: Table): AsyncGenerator<Row[]> {
  await sql`declare rows_of_table no scroll cursor for
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(batchSize)} from rows_of_table`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) break;
  }
  await sql`close rows_of_table`.execute(db);
}

/** Inserts rows unchanged, with their row numbers. */
export async function insertRows(db: Kysely<never>, table: Table, rows: Row[]): Promise<void> {
  await (isPostgres(db) ? insertIntoPostgres(db, table, rows) : insertIntoSqlite(db, table, rows));
}

async function insertIntoPostgres(db: Kysely<never>, { name, columns }: Table, rows: Row[]): Promise<void> {
  const named = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(name)} (${named}) overriding system value
    select ${named} from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::json)`.execute(db);
}

async function insertIntoSqlite(db: Kysely<never>, { name, columns }: Table, rows: Row[]): Promise<void> {
  const places = `(${columns.map(() => "?").join(", ")})`;
  const statement = `insert into ${quoted(name)} (${columns.map(quoted).join(", ")})
    values ${rows.map(() => places).join(", ")}`;
  const values = rows.flatMap((row) => columns.map((column) => row[column]));
  await db.executeQuery(CompiledQuery.raw(statement, values));
}

const quoted = (name: string) => `"${name}"`;

/** The highest row number that each table has ever used, including deleted rows. */
export async function lastRowNumbers(db: Kysely<never>, tables: Table[]): Promise<Map<string, number>> {
  if (!isPostgres(db)) {
    const { rows } = await sql<{ name: string; seq: number }>`
      select name, seq from sqlite_sequence where seq > 0`.execute(db);
    return new Map(rows.map(({ name, seq }) => [name, seq]));
  }
  const last = new Map<string, number>();
  for (const { name } of tables.filter(({ hasRowNumbers }) => hasRowNumbers)) {
    const { rows } = await sql<{ last: number | null }>`
      select pg_sequence_last_value(pg_get_serial_sequence(${name}, 'id')::regclass) as last`.execute(db);
    if (rows[0]?.last) last.set(name, rows[0].last);
  }
  return last;
}

/** Continues after these numbers, so that none is used twice. */
export async function continueRowNumbers(db: Kysely<never>, last: Map<string, number>): Promise<void> {
  for (const [name, number] of last) {
    if (isPostgres(db)) {
      await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${number})`.execute(db);
    } else {
      await sql`delete from sqlite_sequence where name = ${name}`.execute(db);
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${number})`.execute(db);
    }
  }
}
