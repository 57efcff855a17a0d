interface Waiting {
  begin(): void;
  reject(error: unknown): void;
}

/** Runs at most `count` pieces of work at once. The others wait in order, for as long as it takes. */
export class Semaphore {
  readonly #waiting: Waiting[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs `work` as soon as there is room for it, and returns its result. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((begin, reject) => this.#waiting.push({ begin, reject }));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next.begin();
      else this.#free += 1;
    }
  }

  /** Rejects everything that is waiting with `error`. None of it runs. */
  rejectWaiting(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
