interface Waiting {
  begin(): void;
  reject(error: unknown): void;
}

/** Lets at most `count` pieces of work run at once; the others wait for their turn, in order and as long as it takes. */
export class Turns {
  readonly #waiting: Waiting[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
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

  /** Rejects everything that waits; it never runs. */
  dismiss(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
