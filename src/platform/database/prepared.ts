import {
  type Compilable,
  type CompiledQuery,
  type InsertQueryBuilder,
  type InsertResult,
  type QueryResult,
  sql,
} from "kysely";
import type { Reader } from "./database.ts";
import { isPostgres } from "./is-postgres.ts";
import { nameStatement } from "./postgres/named-statements.ts";
import type { Schema } from "./schema.ts";
import { DirectAdapter } from "./sqlite/sqlite-dialect.ts";

/** A placeholder for a value, filled in when the query runs. */
class Placeholder {
  constructor(readonly name: string) {}
}

/**
 * A query that is compiled once and then runs with new values. Compiling costs several times what SQLite needs for a row.
 * PostgreSQL keeps the plan, because planning costs several times what running does. `build` gets a placeholder for each value;
 * use it only where a value is allowed. The returned function resolves with all rows.
 */
export function prepared<Values extends Record<string, unknown>, Row>(
  build: (db: Reader, values: Values) => Compilable<Row> | CompiledQuery<Row>,
): (reader: Reader, values: Values) => Promise<Row[]> {
  const compiled: { sqlite?: CompiledQuery<Row>; postgres?: CompiledQuery<Row> } = {};
  return async (reader, values) => {
    const dialect = isPostgres(reader) ? "postgres" : "sqlite";
    compiled[dialect] ??= compile(build(reader, placeholders as Values));
    const { rows } = await run(reader, compiled[dialect], values);
    return rows;
  };
}

function run<Row>(
  reader: Reader,
  query: CompiledQuery<Row>,
  values: Record<string, unknown>,
): Promise<QueryResult<Row>> {
  const { adapter } = reader.getExecutor();
  const parameters = query.parameters.map((one) => (one instanceof Placeholder ? values[one.name] : one));
  const filled = { ...query, parameters };
  return adapter instanceof DirectAdapter ? adapter.execute<Row>(filled) : reader.executeQuery<Row>(filled);
}

function compile<Row>(built: Compilable<Row> | CompiledQuery<Row>): CompiledQuery<Row> {
  const query = "compile" in built ? built.compile() : built;
  nameStatement(query.sql);
  return query;
}

const placeholders = new Proxy(
  {},
  {
    get: (_, name) => new Placeholder(String(name)),
    // Without this, spreading the placeholders would silently result in an empty object.
    ownKeys() {
      throw new Error("A prepared query names each of its values.");
    },
  },
);

/**
 * Like `prepared`, for a statement that inserts rows from a set into a table whose row numbers the database assigns. Resolves
 * with the new numbers, in the order of the rows. SQLite assigns consecutive numbers, so they are computed: returning them would
 * take a fifth of the insert's time.
 */
export function preparedInsert<Values extends Record<string, unknown>, Table extends keyof Schema>(
  build: (db: Reader, values: Values) => InsertQueryBuilder<Schema, Table, InsertResult>,
): (tx: Reader, values: Values) => Promise<number[]> {
  const returning = prepared<Values, { id: number }>((db, values) =>
    build(db, values).returning(sql<number>`id`.as("id")),
  );
  let compiled: CompiledQuery | undefined;
  return async (tx, values) => {
    if (isPostgres(tx)) {
      const rows = await returning(tx, values);
      return rows.map(({ id }) => id).sort((one, other) => one - other);
    }
    compiled ??= compile(build(tx, placeholders as Values));
    const { insertId, numAffectedRows } = await run(tx, compiled, values);
    const last = Number(insertId);
    const count = Number(numAffectedRows);
    return Array.from({ length: count }, (_, index) => last - count + 1 + index);
  };
}
