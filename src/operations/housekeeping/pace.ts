import { pause } from "../../platform/repeat.ts";

/**
 * Milliseconds for which a step should block other writers. If it takes more than twice as long, steps become smaller.
 */
const intended = 3;

/** Milliseconds from one step to the next while requests keep the server busy. */
const busyRest = 20;

/** The largest step is this many times the smallest. */
const largestGrowth = 16;

interface PaceOptions {
  /** Rows of the smallest step, which is also the first. */
  least: number;
  /** Whether requests keep the server busy. */
  isBusy(): boolean;
  stopping: AbortSignal;
}

/**
 * Paces work of many steps. On an idle server, steps grow until each blocks other writers for a few milliseconds, with
 * pauses as long. While requests keep the server busy, steps are small and far apart.
 */
export class Pace {
  #rows: number;
  #held = 0;

  constructor(private readonly options: PaceOptions) {
    this.#rows = options.least;
  }

  /** Rows that the next step takes. */
  get rows(): number {
    return this.#rows;
  }

  /** Runs a step's work in its transaction, and measures for how long it blocks other writers. */
  async measure<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#held = performance.now() - began;
    }
  }

  /** Rests after a step. Resolves with whether to continue: false once `stopping` has fired. */
  async rest(): Promise<boolean> {
    const { least, isBusy, stopping } = this.options;
    const busy = isBusy();
    if (busy) this.#rows = least;
    else if (this.#held > 2 * intended) this.#rows = Math.max(least, Math.floor(this.#rows / 2));
    else if (this.#held < intended / 2) this.#rows = Math.min(least * largestGrowth, this.#rows * 2);
    await pause(busy ? busyRest : Math.max(1, this.#held), stopping);
    return !stopping.aborted;
  }
}
