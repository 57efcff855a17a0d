import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import type { ThreadAnswer, ThreadQuestion } from "./thread-messages.ts";

type Result = Extract<ThreadAnswer, { rows: unknown[] }>;

interface Waiting {
  resolve(result: Result): void;
  reject(error: Error): void;
}

/**
 * A connection to the SQLite database at `path` whose queries run in a thread, one at a time, so that they do not block
 * the event loop. The thread starts with the first query.
 */
export class DatabaseThread implements DatabaseConnection {
  #worker: Worker | null = null;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  constructor(
    private readonly path: string,
    private readonly options: { readonly: boolean; pragmas: string[] },
  ) {}

  /** Queries without an answer so far. */
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

  /** Finishes waiting queries, closes the database, and ends the thread. */
  async close(): Promise<void> {
    if (this.#worker) await this.#ask((id) => ({ id, close: true }));
    this.end(new Error("The database was closed."));
  }

  /** Rejects waiting queries. The next query starts a new thread. */
  end(reason: Error): void {
    // A running query continues, but does not keep the process alive.
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
      // The thread keeps the process alive only while someone waits for it.
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
