import type { Kysely, Transaction } from "kysely";
import type { Schema } from "./schema.ts";

export type Reader = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/**
 * The store of everything but file bytes. SQLite and PostgreSQL both stand behind it; nothing outside this
 * folder knows which.
 */
export interface Database {
  /** For reads outside a transaction; each query sees every unit acknowledged before it. */
  readonly read: Reader;

  /**
   * Runs `unit` in one transaction and resolves with its result once that is durable on disk. A unit that
   * throws changes nothing and rejects with what it threw. It must await everything it starts, do no network
   * and no file work, and may be run again from its beginning when the database asks for that.
   */
  write<T>(unit: (tx: Tx) => Promise<T>): Promise<T>;

  /** Waits for acknowledged work and closes every connection. */
  close(): Promise<void>;
}

/** True when `error` says that a row with this unique value exists already, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "23505" || (typeof code === "string" && code.startsWith("SQLITE_CONSTRAINT_UNIQUE"));
}
