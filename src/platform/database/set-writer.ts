import { DomainError } from "../errors.ts";
import { CallerGone, type Database, DatabaseBusy, isUnavailable, mostWaiting, type Tx } from "./database.ts";

/** Maximum number of requests per transaction. Limits how long the first one waits, and how long the event loop is blocked. */
const largestSet = 64;

/** Maximum weight of one transaction, unless a single request weighs more. */
const heaviestSet = 1_000;

/** Waiting requests needed to start another set of a group while one is running: small sets cost more per request. */
const worthAnotherSet = 16;

interface Waiting<Input, Result> {
  request: Input;
  caller: AbortSignal | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface SetOptions<Input, Result> {
  /** Requests of the same group share transactions. */
  groupOf(request: Input): number;
  /** Maximum number of simultaneous transactions of one group; 1 by default. */
  setsAtOnce?: number;
  /** About how many rows it writes. */
  weightOf?(request: Input): number;
  /** Carries out a set. Returns the result or the refusal of each request, in their order. */
  write(tx: Tx, requests: Input[]): Promise<(Result | DomainError)[]>;
}

interface Group<Input, Result> {
  waiting: Waiting<Input, Result>[];
  setsUnderWay: number;
  /** Whether one of them has not chosen its requests yet: waiting ones may still be included. */
  isBeginning: boolean;
}

/** Carries out requests durably. Simultaneous requests of a group share a transaction and its statements. */
export class SetWriter<Input, Result> {
  /** Groups with a running transaction. */
  readonly #groups = new Map<number, Group<Input, Result>>();

  constructor(
    private readonly db: Pick<Database, "write">,
    private readonly options: SetOptions<Input, Result>,
  ) {}

  /**
   * Resolves once the request is durable. Rejects with its refusal, with the transaction's error, with `CallerGone` if `caller`
   * was aborted before the transaction began, or with `DatabaseBusy` if too many are waiting. A failing request does not affect
   * the others in its set.
   */
  write(request: Input, caller?: AbortSignal): Promise<Result> {
    const key = this.options.groupOf(request);
    const group = this.#groups.get(key) ?? { waiting: [], setsUnderWay: 0, isBeginning: false };
    this.#groups.set(key, group);
    if (group.waiting.length >= mostWaiting) return Promise.reject(new DatabaseBusy());
    return new Promise((resolve, reject) => {
      group.waiting.push({ request, caller, resolve, reject });
      this.#beginSet(key, group);
    });
  }

  /** Starts a set if enough requests wait and another may run. */
  #beginSet(key: number, group: Group<Input, Result>): void {
    const { waiting, setsUnderWay, isBeginning } = group;
    const { setsAtOnce = 1 } = this.options;
    if (isBeginning || setsUnderWay === setsAtOnce) return;
    if (waiting.length >= (setsUnderWay === 0 ? 1 : worthAnotherSet)) void this.#work(key, group);
    else if (setsUnderWay === 0) this.#groups.delete(key);
  }

  async #work(key: number, group: Group<Input, Result>): Promise<void> {
    group.setsUnderWay += 1;
    group.isBeginning = true;
    let hasBegun = false;
    const begun = () => {
      if (hasBegun) return;
      hasBegun = true;
      group.isBeginning = false;
      this.#beginSet(key, group);
    };
    await this.#writeSet(group.waiting, begun);
    group.setsUnderWay -= 1;
    begun();
    this.#beginSet(key, group);
  }

  /** Calls `begun` once it has chosen its requests. */
  async #writeSet(waiting: Waiting<Input, Result>[], begun: () => void): Promise<void> {
    // Chosen when the transaction begins, so that it includes all requests that have arrived. Kept if the transaction must run
    // again.
    const set: Waiting<Input, Result>[] = [];
    let reachedCommit = false;
    try {
      const outcomes = await this.db.write(async (tx) => {
        if (set.length === 0) set.push(...this.#take(waiting));
        begun();
        reachedCommit = false;
        const written = await this.#run(tx, set);
        reachedCommit = true;
        return written;
      });
      settle(set, outcomes);
    } catch (error) {
      // After a failed commit it is unknown what was written. Writing it again could write it twice.
      if (set.length > 1 && !reachedCommit && !isUnavailable(error)) await this.#writeEach(set);
      // Without a database, waiting requests would fail too.
      else for (const { reject } of set.length > 0 ? set : waiting.splice(0)) reject(error);
    }
  }

  /** Used after a failure that one of them may have caused. */
  async #writeEach(set: Waiting<Input, Result>[]): Promise<void> {
    for (const one of set) {
      try {
        settle([one], await this.db.write((tx) => this.#run(tx, [one])));
      } catch (error) {
        one.reject(error);
      }
    }
  }

  #run(tx: Tx, set: Waiting<Input, Result>[]): Promise<(Result | DomainError)[]> {
    if (set.length === 0) return Promise.resolve([]);
    return this.options.write(
      tx,
      set.map(({ request }) => request),
    );
  }

  /** Takes the next set from the waiting requests, and drops those before it whose callers have disconnected. */
  #take(waiting: Waiting<Input, Result>[]): Waiting<Input, Result>[] {
    const { weightOf = () => 1 } = this.options;
    const set: Waiting<Input, Result>[] = [];
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

function settle<Input, Result>(set: Waiting<Input, Result>[], outcomes: (Result | DomainError)[]): void {
  for (const [index, { resolve, reject }] of set.entries()) {
    const outcome = outcomes[index] as Result | DomainError;
    if (outcome instanceof DomainError) reject(outcome);
    else resolve(outcome);
  }
}
