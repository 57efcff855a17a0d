import type { Kysely, Transaction } from "kysely";
import { isConnectionLoss, isConnectionTimeout } from "./connection-errors.ts";
import type { Schema } from "./schema.ts";

export type Reader = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** Stores everything but the bytes of files, in SQLite or PostgreSQL. Only this folder knows which. */
export interface Database {
  /** For reads outside a transaction. Each query sees every unit acknowledged before it. */
  readonly read: Reader;

  /**
   * Like `read`, for queries that may go through many rows, such as searches and counts. On SQLite, they run in
   * threads, so that no other request waits for them.
   */
  readonly scan: Reader;

  /**
   * For a library that uses single statements. Each one is its own unit, durable when it resolves. There are no
   * transactions. A unit of `write` must not wait for it, because on SQLite it waits for that unit to end.
   */
  readonly autocommit: Reader;

  /**
   * Runs `unit` in one transaction and resolves with its result once that is durable on disk. A unit that throws
   * changes nothing and rejects with its error. It must await everything it starts and do no network or file work. It
   * may be run again from the start if the database requires it. If `caller` is aborted before the unit's turn, it
   * never runs and rejects with `CallerGone`.
   */
  write<T>(unit: (tx: Tx) => Promise<T>, caller?: AbortSignal): Promise<T>;

  /** Calls `observer`, in place of an earlier one, after each transaction of `write`. It must be quick and not throw. */
  observe(observer: (figures: TransactionFigures) => void): void;

  /**
   * Like `write`, for a unit that writes so much that its statements and its commit take long. On SQLite they run in a
   * thread; only other writes wait for it.
   */
  writeBulk<T>(unit: (tx: Tx) => Promise<T>): Promise<T>;

  /**
   * Like `writeBulk`, for a small unit of many that deletes rows. What refers to the rows is deleted too, by the unit or before
   * it: on SQLite nobody looks, which would read whole tables for each row.
   */
  writeUnchecked<T>(unit: (tx: Tx) => Promise<T>): Promise<T>;

  /**
   * Writes everything, as of one instant after the call, into a new SQLite database at `path`, with the same tables on
   * either database. Others read and write meanwhile. Not yet synced to disk when it resolves.
   * Rejects once `stopping` has fired.
   */
  saveTo(path: string, stopping?: AbortSignal): Promise<void>;

  /**
   * Reads a row. Rejects with the reason if the database cannot be read. On SQLite, also tries to write if the last writes
   * failed as a whole, such as on a full disk, and rejects if that fails too.
   */
  check(): Promise<void>;

  /** Waits for acknowledged work and closes every connection. */
  close(): Promise<void>;
}

/** What a committed transaction took, in milliseconds. */
export interface TransactionFigures {
  /** From its begin until it was durable. */
  duration: number;
  /** On SQLite, where several units share a transaction; null on PostgreSQL. */
  group: { units: number; commitDuration: number } | null;
}

/** The error for a unit that did not run, because its caller had disconnected before its turn. */
export class CallerGone extends Error {
  constructor() {
    super("The request was aborted, and nothing was changed.");
  }
}

/** Units, or requests, that may wait in one queue for their turn. More would wait longer than their callers do. */
export const mostWaiting = 5_000;

/** The error for work that did not begin, because too much is waiting for the database already. */
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
 * For `check`. A constant would be answered without reading the data.
 * Crosses domains: a check needs some table, whichever.
 */
export async function readAnyRow(reader: Reader): Promise<void> {
  await reader.selectFrom("accounts").select("id").limit(1).execute();
}

/** True if `error` says, on either database, that a row with this unique value already exists. */
export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^(23505|SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY))$/.test(code);
}

/** SQLite's and PostgreSQL's codes for a database that cannot work now: locked, full, broken, starting, stopping. */
const unavailable =
  /^(EIO|ENOSPC|EDQUOT|SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT)|ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|08|53|57P|58)/;

/** True if `error` says, on either database, that it cannot be reached or written at the moment. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseBusy) return true;
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && unavailable.test(code)) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return isConnectionTimeout(error) || isConnectionLoss(error);
}
