import { CallerGone, DatabaseBusy } from "../database.ts";

interface Waiting {
  begin(): void;
  reject(error: unknown): void;
}

/** Runs at most `count` tasks at once. At most `most` others wait, in order, for any length of time. */
export class Semaphore {
  readonly #waiting = new Set<Waiting>();
  #free: number;

  constructor(
    count: number,
    private readonly most: number,
  ) {
    this.#free = count;
  }

  /**
   * Runs `work` as soon as there is room, and returns its result. Rejects with `DatabaseBusy` if too much is waiting,
   * and with `CallerGone` if `caller` is aborted before `work` starts.
   */
  async run<T>(work: () => Promise<T>, caller?: AbortSignal): Promise<T> {
    if (caller?.aborted) throw new CallerGone();
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(caller);
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) {
        this.#waiting.delete(next);
        next.begin();
      } else this.#free += 1;
    }
  }

  #turn(caller: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= this.most) return Promise.reject(new DatabaseBusy());
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { begin: resolve, reject };
    const leave = () => {
      if (this.#waiting.delete(waiting)) reject(new CallerGone());
    };
    this.#waiting.add(waiting);
    caller?.addEventListener("abort", leave);
    return promise.finally(() => caller?.removeEventListener("abort", leave));
  }

  /** Rejects all waiting work with `error`. None of it runs. */
  rejectWaiting(error: unknown): void {
    for (const { reject } of this.#waiting) reject(error);
    this.#waiting.clear();
  }
}
