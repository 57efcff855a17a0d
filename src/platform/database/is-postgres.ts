import { PostgresAdapter, type QueryExecutor } from "kysely";

/** Whether the database is PostgreSQL; otherwise it is SQLite. */
export const isPostgres = (db: { getExecutor(): QueryExecutor }): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
