/** Maximum number of keys per query. */
const largestSet = 64;

/** Queries at once: while one is slow, another can run. */
const lanes = 2;

interface Waiting<Key, Value> {
  key: Key;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/**
 * Combines lookups: those that arrive while queries run share the next query. It starts after they were requested, so
 * it sees everything committed before.
 */
export class SetReader<Key, Value> {
  readonly #waiting: Waiting<Key, Value>[] = [];
  #working = 0;

  /** `find` resolves with the value of each key, in the order of the keys. */
  constructor(private readonly find: (keys: Key[]) => Promise<Value[]>) {}

  /** Rejects if the query of the key's set fails. */
  read(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (this.#working < lanes && this.#waiting.length <= 1) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#working += 1;
    // First lets every request of this round of the event loop continue, so that it joins.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#readSet(this.#waiting.splice(0, largestSet));
    this.#working -= 1;
  }

  async #readSet(set: Waiting<Key, Value>[]): Promise<void> {
    try {
      const values = await this.find(set.map(({ key }) => key));
      for (const [index, { resolve }] of set.entries()) resolve(values[index] as Value);
    } catch (error) {
      for (const { reject } of set) reject(error);
    }
  }
}
