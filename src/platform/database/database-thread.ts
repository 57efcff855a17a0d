import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { ThreadAnswer, ThreadQuestion } from "./thread-messages.ts";

type Result = Extract<ThreadAnswer, { rows: unknown[] }>;

interface Waiting {
  resolve(result: Result): void;
  reject(error: Error): void;
}

/**
 * A connection to the SQLite database at `path` whose queries run in a thread of its own, one at a time, so that the event
 * loop does not wait for them. The thread starts with the first query.
 */
export class DatabaseThread implements DatabaseConnection {
  #worker: Worker | null = null;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  constructor(
    private readonly path: string,
    private readonly options: { readonly: boolean; pragmas: string[] },
  ) {}

  /** Queries without an answer yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.#ask((id) => ({ id, sql, parameters }));
    return { rows: rows as R[], numAffectedRows: BigInt(changes) };
  }

  // biome-ignore lint/correctness/useYield: long lists are read in batches by key.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Streaming is not supported. Read long lists in batches by key.");
  }

  /** Closes the database after what waits, and ends the thread. */
  async close(): Promise<void> {
    if (this.#worker) await this.#ask((id) => ({ id, close: true }));
    this.end(new Error("The database was closed."));
  }

  /** Rejects what waits; the next query starts a new thread. */
  end(reason: Error): void {
    // A query that runs goes on until it ends, but does not keep the process.
    this.#worker?.unref();
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  #ask(question: (id: number) => ThreadQuestion): Promise<Result> {
    this.#worker ??= this.#start();
    const id = ++this.#lastId;
    return new Promise<Result>((resolve, reject) => {
      // While somebody waits for it, the thread keeps the process running; alone it does not.
      this.#worker?.ref();
      this.#waiting.set(id, { resolve, reject });
      this.#worker?.postMessage(question(id));
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL("./sqlite-thread.ts", import.meta.url).href);
    worker.onmessage = ({ data }: MessageEvent<ThreadAnswer>) => this.#settle(data);
    worker.onerror = ({ message }) => this.end(new Error(`A thread of the database ended: ${message}`));
    worker.postMessage({ path: this.path, ...this.options } satisfies ThreadQuestion);
    return worker;
  }

  #settle(answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.#worker?.unref();
    if ("rows" in answer) waiting?.resolve(answer);
    else waiting?.reject(Object.assign(new Error(answer.problem.message), { code: answer.problem.code }));
  }
}
