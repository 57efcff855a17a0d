import { availableParallelism } from "node:os";

/** The sender of a request. */
interface Asker {
  /** Whether the person has signed in on this device before. */
  isKnown: boolean;
  /** Aborted when they disconnect. */
  signal: AbortSignal;
}

/** Maximum number of waiting requests, separately for known devices and for others. */
const mostWaiting = 40;

/**
 * Hashing runs on the runtime's thread pool, which has one thread per processor and also reads files and looks up
 * names. Half of the threads are left for that. Each hash takes 64 MiB.
 */
const usualSlots = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/** Lets a few requests hash passwords at once; the others wait in order. */
export class HashQueue {
  readonly #known: (() => void)[] = [];
  readonly #others: (() => void)[] = [];
  /** Accepted requests that have not been answered yet. */
  readonly #entered = { known: 0, others: 0 };
  #free: number;
  /** Moving average of milliseconds per request. */
  #typical = 100;

  constructor(private readonly slots = usualSlots) {
    this.#free = slots;
  }

  /** Seconds until a full queue will be empty; null while there is room. */
  fullFor({ isKnown }: Pick<Asker, "isKnown">): number | null {
    if (this.#entered[isKnown ? "known" : "others"] < mostWaiting + this.slots) return null;
    return Math.max(1, Math.ceil((mostWaiting * this.#typical) / this.slots / 1000));
  }

  /**
   * Runs `work` when it is its turn. Known devices go first, so that strangers cannot keep them waiting. If there is
   * room in the queue, `refuse` runs before the wait; if it returns a result, that ends the request. If the queue is
   * full, or if the client disconnects while it waits, `busy` runs instead, with the seconds to wait.
   */
  async run<T>(
    { isKnown, signal }: Asker,
    {
      refuse,
      work,
      busy,
    }: { refuse: () => Promise<T | null>; work: () => Promise<T>; busy: (seconds: number) => Promise<T> },
  ): Promise<T> {
    const seconds = this.fullFor({ isKnown });
    if (seconds !== null) return busy(seconds);
    const entered = isKnown ? "known" : "others";
    this.#entered[entered] += 1;
    try {
      return (await refuse()) ?? (await this.#inTurn(isKnown, signal, work)) ?? (await busy(1));
    } finally {
      this.#entered[entered] -= 1;
    }
  }

  /** Null if the client disconnects before its turn. */
  async #inTurn<T>(isKnown: boolean, signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
    if (!(await this.#turn(isKnown ? this.#known : this.#others, signal))) return null;
    try {
      return await this.#timed(work);
    } finally {
      const next = this.#known.shift() ?? this.#others.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  /** Resolves with true when it is the request's turn, and with false if the client disconnects before. */
  async #turn(queue: (() => void)[], signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const start = () => resolve(true);
      queue.push(start);
      signal.addEventListener("abort", () => {
        const place = queue.indexOf(start);
        if (place < 0) return;
        queue.splice(place, 1);
        resolve(false);
      });
    });
  }

  async #timed<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const result = await work();
    this.#typical += (performance.now() - startedAt - this.#typical) / 8;
    return result;
  }
}
