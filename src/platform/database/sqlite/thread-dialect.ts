import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
} from "kysely";
import type { DatabaseThread } from "./database-thread.ts";
import { SqliteCompiler } from "./sqlite-compiler.ts";

/** Kysely on connections in threads. Each query goes to the thread with the shortest queue. */
export function threadDialect(threads: DatabaseThread[]): Dialect {
  return {
    createDriver: () => new ThreadDriver(threads),
    createQueryCompiler: () => new SqliteCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class ThreadDriver implements Driver {
  constructor(private readonly threads: DatabaseThread[]) {}

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.threads.reduce((least, one) => (one.waiting < least.waiting ? one : least));
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // On a full or broken disk, SQLite has already rolled back.
    await connection.executeQuery(CompiledQuery.raw("rollback")).catch(() => {});
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await Promise.all(this.threads.map(closeOrEnd));
  }
}

/**
 * An open connection keeps the write-ahead log from being checkpointed. But nobody waits for a query that is still
 * running.
 */
async function closeOrEnd(thread: DatabaseThread): Promise<void> {
  if (thread.waiting > 0) thread.end(new Error("The database was closed."));
  else await thread.close().catch(() => {});
}
