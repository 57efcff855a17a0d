import type { Kysely, Transaction } from "kysely";
import { isConnectionLoss, isConnectionTimeout } from "./postgres/connection-errors.ts";
import type { Schema } from "./schema.ts";

export type Reader = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** Stores everything except the bytes of files, in SQLite or PostgreSQL. Only this folder knows which. */
export interface Database {
  /** For reads outside a transaction. Each query sees every acknowledged unit. */
  readonly read: Reader;

  /**
   * Like `read`, for queries that may read many rows, such as searches and counts. On SQLite they run in threads, so
   * that other requests need not wait.
   */
  readonly scan: Reader;

  /**
   * For a library that uses single statements. Each is a separate unit, durable when it resolves. There are no transactions. A
   * unit of `write` must not await it: on SQLite it waits for that unit to end.
   */
  readonly autocommit: Reader;

  /**
   * Runs `unit` in one transaction and resolves with its result once that is durable on disk. A unit that throws
   * changes nothing and rejects with its error. It must await everything it starts and do no network or file work. It
   * may be run again from the start if the database requires it. If `caller` is aborted before the unit's turn, it
   * never runs and rejects with `CallerGone`.
   */
  write<T>(unit: (tx: Tx) => Promise<T>, caller?: AbortSignal): Promise<T>;

  /**
   * Like `write`, but on SQLite it resolves without a sync to disk: if the machine crashes, but not if only the process does, the
   * unit can be lost, together with everything that was written after it. A later `write` also brings it to disk. Use it only for
   * work that is then simply done again, and that nobody was told about.
   */
  writeUnsynced<T>(unit: (tx: Tx) => Promise<T>): Promise<T>;

  /** Calls `observer` after each transaction of `write`, replacing an earlier observer. It must be quick and must not throw. */
  observe(observer: (figures: TransactionFigures) => void): void;

  /**
   * Like `write`, for a unit that writes so much that its statements and commit take long. On SQLite it runs in a
   * thread, so that only other writes wait.
   */
  writeBulk<T>(unit: (tx: Tx) => Promise<T>): Promise<T>;

  /**
   * Like `writeBulk`, for one of many small units that delete rows. This unit, or an earlier one, must also delete the rows that
   * refer to these: SQLite does not check that here, because the check would read whole tables for each row.
   */
  writeUnchecked<T>(unit: (tx: Tx) => Promise<T>): Promise<T>;

  /**
   * Identifies the state of the data: the result stays the same until a process commits a change. After `write` has resolved, the
   * result includes that change. Costs less than a read. `whenDue` uses it.
   */
  version(): Promise<string>;

  /**
   * Writes everything, as of one instant after the call, to a new SQLite database at `path`, with the same tables.
   * Others can read and write meanwhile. Not yet synced to disk when it resolves. Rejects once `stopping` fires.
   */
  saveTo(path: string, stopping?: AbortSignal): Promise<void>;

  /**
   * Reads a row. Rejects with the reason if the database cannot be read. On SQLite, if the last writes all failed, such as on a
   * full disk, also tries to write, and rejects if that fails.
   */
  check(): Promise<void>;

  /** Waits for acknowledged work and closes all connections. */
  close(): Promise<void>;
}

/** Durations of a committed transaction, in milliseconds. */
export interface TransactionFigures {
  /** From the beginning until it was durable. */
  duration: number;
  /** Only on SQLite, where several units share a transaction; null on PostgreSQL. */
  group: { units: number; commitDuration: number } | null;
}

/** Rejects a unit that did not run because its caller had disconnected. */
export class CallerGone extends Error {
  constructor() {
    super("The request was aborted, and nothing was changed.");
  }
}

/** Maximum number of units or requests in one queue. More would wait longer than their callers do. */
export const mostWaiting = 5_000;

/** Rejects work that did not start because too much is waiting for the database. */
export class DatabaseBusy extends Error {
  constructor() {
    super("Too many requests are waiting for the database.");
  }
}

/** The database for one caller: its writes are dropped if it disconnects before they begin. */
export function forCaller(db: Database, caller: AbortSignal): Database {
  return { ...db, write: (unit) => db.write(unit, caller) };
}

/**
 * For `check`: reads a row, because a database can answer a constant even if it has lost its data.
 * Crosses domains: every installation has accounts.
 */
export async function readAnyRow(reader: Reader): Promise<void> {
  await reader.selectFrom("accounts").select("id").limit(1).execute();
}

/** True if a row with this unique value already exists. */
export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^(23505|SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY))$/.test(code);
}

/** SQLite's and PostgreSQL's codes for a database that cannot work now: locked, full, broken, starting or stopping. */
const unavailable =
  /^(EIO|ENOSPC|EDQUOT|SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT)|ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|08|53|57P|58)/;

/** True if the database cannot be reached or written right now. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseBusy) return true;
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && unavailable.test(code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return isConnectionTimeout(error) || isConnectionLoss(error);
}
