import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from "kysely";
import type { Database, Reader } from "../database.ts";
import { SqliteCompiler } from "./sqlite-compiler.ts";

/**
 * Kysely for single statements on SQLite. A SELECT uses the reading connection. Any other statement is a separate unit on the
 * writing connection, so that it neither joins an open unit nor is rolled back with it.
 */
export function autocommitDialect(read: Reader, write: Database["write"]): Dialect {
  const connection: DatabaseConnection = {
    executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (query.query.kind === "SelectQueryNode") return read.executeQuery<R>(query as CompiledQuery<R>);
      return write((tx) => tx.executeQuery<R>(query as CompiledQuery<R>));
    },
    // biome-ignore lint/correctness/useYield: long lists are read in batches by key.
    async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
      throw new Error("Streaming is not supported. Read long lists in batches by key.");
    },
  };
  return {
    createDriver: () => new AutocommitDriver(connection),
    createQueryCompiler: () => new SqliteCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class AutocommitDriver implements Driver {
  constructor(private readonly connection: DatabaseConnection) {}

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.connection;
  }

  async beginTransaction(): Promise<void> {
    throw new Error("Use Database.write for transactions.");
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}
