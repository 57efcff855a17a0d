import { DomainError } from "../errors.ts";
import { CallerGone, type Database, DatabaseBusy, isUnavailable, mostWaiting, type Tx } from "./database.ts";

/** Most requests of one transaction. Limits how long the first of them waits, and how long it holds the event loop. */
const largestSet = 64;

/** The sum of the weights of one transaction's requests, unless a single one weighs more. */
const heaviestSet = 1_000;

interface Waiting<Request, Result> {
  request: Request;
  caller: AbortSignal | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface SetOptions<Request, Result> {
  /** Requests of the same group share transactions, and one group's transactions follow one another. */
  groupOf(request: Request): number;
  /** How many rows it writes, about. */
  weightOf?(request: Request): number;
  /** Carries out a set, and answers each request, in their order, with its result or with why it was refused. */
  write(tx: Tx, requests: Request[]): Promise<(Result | DomainError)[]>;
}

/** Carries out requests durably. Those of a group that arrive together share a transaction, and so its statements. */
export class SetWriter<Request, Result> {
  /** By group, for those with a transaction under way. */
  readonly #waiting = new Map<number, Waiting<Request, Result>[]>();

  constructor(
    private readonly db: Pick<Database, "write">,
    private readonly options: SetOptions<Request, Result>,
  ) {}

  /**
   * Resolves once the request is carried out durably. Rejects with its refusal, with why the transaction failed, with
   * `CallerGone` if `caller` was aborted before the transaction began, or with `DatabaseBusy` if too many are waiting. A
   * request that fails harms no other of its set.
   */
  write(request: Request, caller?: AbortSignal): Promise<Result> {
    const group = this.options.groupOf(request);
    return new Promise((resolve, reject) => {
      const one = { request, caller, resolve, reject };
      const waiting = this.#waiting.get(group);
      if (waiting) {
        if (waiting.length < mostWaiting) waiting.push(one);
        else reject(new DatabaseBusy());
        return;
      }
      const first = [one];
      this.#waiting.set(group, first);
      void this.#work(group, first);
    });
  }

  async #work(group: number, waiting: Waiting<Request, Result>[]): Promise<void> {
    while (waiting.length > 0) await this.#writeSet(waiting);
    this.#waiting.delete(group);
  }

  async #writeSet(waiting: Waiting<Request, Result>[]): Promise<void> {
    // Chosen when the transaction begins, so that all who came until then are in it; kept if it has to run again.
    const set: Waiting<Request, Result>[] = [];
    let reachedCommit = false;
    try {
      const outcomes = await this.db.write(async (tx) => {
        if (set.length === 0) set.push(...this.#take(waiting));
        reachedCommit = false;
        const written = await this.#run(tx, set);
        reachedCommit = true;
        return written;
      });
      settle(set, outcomes);
    } catch (error) {
      // After a commit that failed nobody knows what was written, and writing it again could write it twice.
      if (set.length > 1 && !reachedCommit && !isUnavailable(error)) await this.#writeEach(set);
      // Without a database, none of those who wait has a better chance than these.
      else for (const { reject } of set.length > 0 ? set : waiting.splice(0)) reject(error);
    }
  }

  /** After a failure that may be the fault of one of them. */
  async #writeEach(set: Waiting<Request, Result>[]): Promise<void> {
    for (const one of set) {
      try {
        settle([one], await this.db.write((tx) => this.#run(tx, [one])));
      } catch (error) {
        one.reject(error);
      }
    }
  }

  #run(tx: Tx, set: Waiting<Request, Result>[]): Promise<(Result | DomainError)[]> {
    if (set.length === 0) return Promise.resolve([]);
    return this.options.write(
      tx,
      set.map(({ request }) => request),
    );
  }

  /** Takes a set out of those that wait. Leaves none of those whose caller is gone in front of it. */
  #take(waiting: Waiting<Request, Result>[]): Waiting<Request, Result>[] {
    const { weightOf = () => 1 } = this.options;
    const set: Waiting<Request, Result>[] = [];
    let weight = 0;
    let seen = 0;
    for (const one of waiting) {
      if (one.caller?.aborted) {
        one.reject(new CallerGone());
      } else {
        weight += weightOf(one.request);
        if (set.length === largestSet || (set.length > 0 && weight > heaviestSet)) break;
        set.push(one);
      }
      seen++;
    }
    waiting.splice(0, seen);
    return set;
  }
}

function settle<Request, Result>(set: Waiting<Request, Result>[], outcomes: (Result | DomainError)[]): void {
  for (const [index, { resolve, reject }] of set.entries()) {
    const outcome = outcomes[index] as Result | DomainError;
    if (outcome instanceof DomainError) reject(outcome);
    else resolve(outcome);
  }
}
