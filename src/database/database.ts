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
   * As `read`, for queries that may go through many rows, such as searches and counts: on SQLite they run in threads of
   * their own, so that no other request waits for them.
   */
  readonly scan: Reader;

  /**
   * For a library that issues single statements: each one is a unit of its own, durable when it resolves. It has no
   * transactions, and a unit of `write` must not wait for it: on SQLite it waits for that unit to end.
   */
  readonly autocommit: Reader;

  /**
   * Runs `unit` in one transaction and resolves with its result once that is durable on disk. A unit that
   * throws changes nothing and rejects with what it threw. It must await everything it starts, do no network
   * and no file work, and may be run again from its beginning when the database asks for that. A unit whose turn has not
   * come when `caller` fires never runs: it rejects with `CallerGone`.
   */
  write<T>(unit: (tx: Tx) => Promise<T>, caller?: AbortSignal): Promise<T>;

  /** Reads a row; rejects with what stands in the way when the database cannot be read. */
  check(): Promise<void>;

  /** Waits for acknowledged work and closes every connection. */
  close(): Promise<void>;
}

/** Why a unit did not run: who asked for it had gone before its turn came. */
export class CallerGone extends Error {
  constructor() {
    super("The request was aborted, and nothing was changed.");
  }
}

/** The database for one caller: what it asks to be written is dropped when it has gone before that has begun. */
export function forCaller(db: Database, caller: AbortSignal): Database {
  return { ...db, write: (unit) => db.write(unit, caller) };
}

/** For `check`; a constant would be answered without a look at the data. */
export async function readAnyRow(reader: Reader): Promise<void> {
  await reader.selectFrom("accounts").select("id").limit(1).execute();
}

/** True when `error` says that a row with this unique value exists already, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^(23505|SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY))$/.test(code);
}

/** SQLite's and PostgreSQL's codes for a database that cannot work now: locked, full, broken, starting, stopping. */
const unavailable =
  /^(SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT)|ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|08|53|57P|58)/;

/** True when `error` says that the database cannot be reached or written just now, on either database. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && unavailable.test(code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return /timeout exceeded when trying to connect|connection terminated|connection timeout|not queryable/i.test(
    error.message,
  );
}
