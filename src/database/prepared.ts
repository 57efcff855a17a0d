import { type Compilable, type CompiledQuery, PostgresAdapter } from "kysely";
import type { Reader } from "./database.ts";
import { nameStatement } from "./named-statements.ts";
import { DirectAdapter } from "./sqlite-dialect.ts";

/** Stands for a value in a query until it runs. */
class Placeholder {
  constructor(readonly name: string) {}
}

/**
 * A query that is built and compiled once, and then runs with new values: building and compiling cost several times what
 * SQLite needs for a row, and PostgreSQL keeps the plan, which costs several times what running it does. `build` gets a
 * placeholder for each value, to use where a value stands and nowhere else. What is returned resolves with all rows.
 */
export function prepared<Values extends Record<string, unknown>, Row>(
  build: (db: Reader, values: Values) => Compilable<Row> | CompiledQuery<Row>,
): (reader: Reader, values: Values) => Promise<Row[]> {
  const compiled: { sqlite?: CompiledQuery<Row>; postgres?: CompiledQuery<Row> } = {};
  return async (reader, values) => {
    const { adapter } = reader.getExecutor();
    const dialect = adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
    compiled[dialect] ??= compile(build(reader, placeholders as Values));
    const query = compiled[dialect];
    const parameters = query.parameters.map((one) => (one instanceof Placeholder ? values[one.name] : one));
    const filled = { ...query, parameters };
    const { rows } = await (adapter instanceof DirectAdapter
      ? adapter.execute<Row>(filled)
      : reader.executeQuery<Row>(filled));
    return rows;
  };
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
    // A spread would silently hold nothing.
    ownKeys() {
      throw new Error("A prepared query names each of its values.");
    },
  },
);
