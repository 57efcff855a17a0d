import type { SQLQueryBindings, Database as SqliteConnection, Statement } from "bun:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from "kysely";
import { giveWay } from "../../give-way.ts";
import { SqliteCompiler } from "./sqlite-compiler.ts";

/**
 * Kysely on one `bun:sqlite` connection. A Kysely transaction is a savepoint: the caller that owns the
 * connection begins and commits the transaction around it. `beforeQuery` is called right before each statement runs.
 */
export function sqliteDialect(connection: SqliteConnection, beforeQuery = () => {}): Dialect {
  const shared = new BunSqliteConnection(connection, beforeQuery);
  return {
    createDriver: () => new SavepointDriver(shared),
    createQueryCompiler: () => new SqliteCompiler(),
    createAdapter: () => new DirectAdapter(shared),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Runs compiled queries on the only connection, bypassing Kysely's connection handling. */
export class DirectAdapter extends SqliteAdapter {
  readonly #shared: DatabaseConnection;

  constructor(shared: DatabaseConnection) {
    super();
    this.#shared = shared;
  }

  execute<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    return this.#shared.executeQuery<Row>(query);
  }
}

class SavepointDriver implements Driver {
  readonly #shared: BunSqliteConnection;

  constructor(shared: BunSqliteConnection) {
    this.#shared = shared;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#shared;
  }

  async beginTransaction(): Promise<void> {
    await this.#shared.beginSavepoint();
  }

  async commitTransaction(): Promise<void> {
    await this.#shared.releaseSavepoint();
  }

  async rollbackTransaction(): Promise<void> {
    await this.#shared.rollbackSavepoint();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

/** Created once, because every unit of work runs them. */
const savepoint = CompiledQuery.raw("savepoint unit");
const release = CompiledQuery.raw("release unit");
const rollbackTo = CompiledQuery.raw("rollback to unit");

class BunSqliteConnection implements DatabaseConnection {
  readonly #connection: SqliteConnection;
  /** Whether each statement returns rows. Stored, because finding out costs as much as a short statement. */
  readonly #returning = new WeakMap<Statement, boolean>();
  /** Why SQLite rolled back the whole transaction by itself (a full disk, an I/O error) under a savepoint. */
  #lost: { cause: unknown } | null = null;

  constructor(
    connection: SqliteConnection,
    private readonly beforeQuery: () => void,
  ) {
    this.#connection = connection;
  }

  async beginSavepoint(): Promise<void> {
    this.#lost = null;
    await this.executeQuery(savepoint);
  }

  async releaseSavepoint(): Promise<void> {
    await this.executeQuery(release);
  }

  async rollbackSavepoint(): Promise<void> {
    if (this.#lost) return;
    await this.executeQuery(rollbackTo);
    await this.executeQuery(release);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Statements run on the event loop's thread. Awaiting many in a row would block it.
    await giveWay();
    // A statement run now would be a transaction of its own, and survive its unit.
    if (this.#lost) throw this.#lost.cause;
    this.beforeQuery();
    const { inTransaction } = this.#connection;
    try {
      return this.#run(query);
    } catch (error) {
      if (inTransaction && !this.#connection.inTransaction) this.#lost = { cause: error };
      throw error;
    }
  }

  #run<R>(query: CompiledQuery): QueryResult<R> {
    const statement = this.#connection.query(query.sql);
    const parameters = query.parameters as SQLQueryBindings[];
    if (this.#returnsRows(statement)) {
      const rows = statement.all(...parameters) as R[];
      return { rows, numAffectedRows: BigInt(rows.length) };
    }
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #returnsRows(statement: Statement): boolean {
    let returns = this.#returning.get(statement);
    if (returns === undefined) {
      returns = statement.columnNames.length > 0;
      this.#returning.set(statement, returns);
    }
    return returns;
  }

  // An open cursor would hold the connection's snapshot and hide newer commits from every other reader.
  // biome-ignore lint/correctness/useYield: long lists are read in batches by key.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Streaming is not supported. Read long lists in batches by key.");
  }
}
