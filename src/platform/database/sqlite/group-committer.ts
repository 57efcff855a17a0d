import { AsyncLocalStorage } from "node:async_hooks";
import { CallerGone, DatabaseBusy, mostWaiting, type TransactionFigures } from "../database.ts";
import { beginOnceFree } from "./begin.ts";

/** Maximum number of units in one commit. Limits how long the first unit of a group waits. */
const groupSize = 128;

/** Work that runs while no group is open. */
interface Alone {
  alone(): Promise<void>;
}

interface UnitOptions {
  /** A unit whose caller was aborted before its turn does not run. */
  caller?: AbortSignal | undefined;
  /** Whether it is acknowledged only once it is on disk; true by default. */
  synced?: boolean;
}

interface Waiting<Tx> extends Required<UnitOptions> {
  run(tx: Tx): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * The single writer of a database in which every commit costs a sync to disk. Units of work wait in a queue and run one after the
 * other, each in its own savepoint inside one outer transaction. One COMMIT and one sync make all of them durable. Only then are
 * they acknowledged. A unit that throws rolls back to its savepoint and does not affect the others. After a failed sync,
 * everything is rejected until the database is opened again.
 *
 * `execute` runs one statement on the writing connection; `runInSavepoint` runs one unit there; `inTransaction` says whether the
 * outer transaction is still open. `patience` is how long, in milliseconds, it waits for another process that writes. The
 * connection itself must not wait, because that would block the event loop. `sync` resolves when everything committed is on disk,
 * for a connection whose COMMIT does not sync. `committed` is called after every group.
 */
export class GroupCommitter<Tx> {
  readonly #waiting: (Waiting<Tx> | Alone)[] = [];
  #working: Promise<void> | null = null;
  /** Groups that are committed but not yet on disk. */
  readonly #syncing = new Set<Promise<void>>();
  /** Whether a whole group has failed since the last successful write of `check`. */
  #failed = false;
  /** Why a committed group did not reach the disk. Its state there is then unknown. */
  #broken: { cause: unknown } | null = null;

  constructor(
    private readonly execute: (sql: "begin immediate" | "commit" | "rollback") => void,
    private readonly runInSavepoint: <T>(unit: (tx: Tx) => Promise<T>) => Promise<T>,
    private readonly inTransaction: () => boolean,
    private readonly patience: number,
    private readonly sync: () => Promise<void> = async () => {},
    private readonly committed: (figures: TransactionFigures) => void = () => {},
  ) {}

  /**
   * Resolves with the unit's result once it is committed. Rejects if the unit or its group's commit failed, with `CallerGone` if
   * `caller` was aborted before the unit began, and with `DatabaseBusy` if too many are waiting.
   */
  run<T>(unit: (tx: Tx) => Promise<T>, { caller, synced = true }: UnitOptions = {}): Promise<T> {
    if (this.#waiting.length >= mostWaiting) return Promise.reject(new DatabaseBusy());
    return new Promise<T>((resolve, reject) => {
      // The first caller starts the work on the group, but each unit runs in the context of its own caller.
      const run = AsyncLocalStorage.bind(unit);
      this.#waiting.push({ run, caller, synced, resolve: resolve as (result: unknown) => void, reject });
      this.#working ??= this.#work();
    });
  }

  /** If a whole group has failed, such as on a full disk, runs `unit`, which writes. Rejects if that fails too. */
  async check(unit: (tx: Tx) => Promise<unknown>): Promise<void> {
    if (!this.#failed) return;
    await this.run(unit);
    this.#failed = false;
  }

  /** Runs `work` in its turn, while no group runs. */
  runAlone<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const bound = AsyncLocalStorage.bind(work);
      const run = async () => {
        if (this.#broken) throw this.#broken.cause;
        return bound();
      };
      this.#waiting.push({ alone: () => run().then(resolve, reject) });
      this.#working ??= this.#work();
    });
  }

  /** Resolves when no unit waits or runs, and all are on disk. */
  async drain(): Promise<void> {
    while (this.#working) await this.#working;
    await Promise.all(this.#syncing);
  }

  async #work(): Promise<void> {
    do {
      // First lets every request that has arrived continue, so that its unit joins this group. Awaiting a promise is not enough:
      // the server runs all microtasks of one request before the next.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#commitGroup();
    } while (this.#waiting.length > 0);
    this.#working = null;
  }

  async #commitGroup(): Promise<void> {
    const [first] = this.#waiting;
    if (first && "alone" in first) {
      this.#waiting.shift();
      await first.alone();
      return;
    }
    const entered: Waiting<Tx>[] = [];
    const acknowledgements: (() => void)[] = [];
    try {
      await this.#begin();
    } catch (error) {
      this.#rejectUnits(error);
      return;
    }
    const began = performance.now();
    try {
      while (entered.length < groupSize) {
        const unit = this.#nextUnit();
        if (!unit) break;
        if (unit.caller?.aborted) {
          unit.reject(new CallerGone());
          continue;
        }
        entered.push(unit);
        acknowledgements.push(await this.#runUnit(unit));
      }
      const ended = performance.now();
      this.execute("commit");
      this.#acknowledge(entered, acknowledgements, { began, ended });
    } catch (error) {
      this.#abandon(entered, error);
    }
  }

  /** Resolves the units once the group is on disk, if any of them needs that. The next group begins meanwhile. */
  #acknowledge(
    entered: Waiting<Tx>[],
    acknowledgements: (() => void)[],
    { began, ended }: { began: number; ended: number },
  ): void {
    const onDisk = entered.some(({ synced }) => synced) ? this.sync() : Promise.resolve();
    const syncing = onDisk
      .then(
        () => {
          const now = performance.now();
          this.committed({ duration: now - began, group: { units: entered.length, commitDuration: now - ended } });
          for (const acknowledge of acknowledgements) acknowledge();
        },
        (error) => {
          this.#failed = true;
          this.#broken ??= { cause: error };
          for (const unit of entered) unit.reject(error);
        },
      )
      .finally(() => this.#syncing.delete(syncing));
    this.#syncing.add(syncing);
  }

  /** Null if no unit comes before the next exclusive work. */
  #nextUnit(): Waiting<Tx> | null {
    const [first] = this.#waiting;
    if (!first || "alone" in first) return null;
    this.#waiting.shift();
    return first;
  }

  /** Waiting units would fail in the same way, long after their callers were told to retry. */
  #rejectUnits(error: unknown): void {
    this.#failed = true;
    for (const one of this.#waiting.splice(0)) {
      if ("alone" in one) this.#waiting.push(one);
      else one.reject(error);
    }
  }

  async #begin(): Promise<void> {
    if (this.#broken) throw this.#broken.cause;
    await beginOnceFree(() => this.execute("begin immediate"), this.patience);
  }

  /** Returns a function that settles the unit's promise once the group is durable. */
  async #runUnit(unit: Waiting<Tx>): Promise<() => void> {
    const outcome: { result?: unknown; failure?: { error: unknown } } = {};
    await this.runInSavepoint(async (tx) => {
      try {
        outcome.result = await unit.run(tx);
      } catch (error) {
        outcome.failure = { error };
        throw error;
      }
    }).catch((error) => {
      // Any other failure means that the savepoint, and so the group, is broken.
      if (outcome.failure?.error !== error) throw error;
    });
    const { result, failure } = outcome;
    // SQLite rolls back the whole transaction when the disk is full or broken.
    if (failure && !this.inTransaction()) throw failure.error;
    return () => (failure ? unit.reject(failure.error) : unit.resolve(result));
  }

  #abandon(entered: Waiting<Tx>[], error: unknown): void {
    this.#failed = true;
    try {
      this.execute("rollback");
    } catch {
      // SQLite has rolled back by itself.
    }
    for (const unit of entered) unit.reject(error);
  }
}
