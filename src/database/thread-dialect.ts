import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { ThreadAnswer, ThreadQuestion } from "./thread-messages.ts";

/** Threads that read; each has a connection of its own, and runs one query at a time. */
const threads = 2;

/**
 * Kysely for reads that may go through many rows: each query runs in a thread with a read-only connection to the SQLite
 * database at `path`, so that the event loop does not wait for it. The threads start with the first query.
 */
export function threadDialect(path: string, busyTimeout: number): Dialect {
  const readers = Array.from({ length: threads }, () => new ReaderThread(path, busyTimeout));
  return {
    createDriver: () => new ThreadDriver(readers),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class ThreadDriver implements Driver {
  constructor(private readonly readers: ReaderThread[]) {}

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.readers.reduce((least, one) => (one.waiting < least.waiting ? one : least));
  }

  async beginTransaction(): Promise<void> {
    throw new Error("Use Database.write for transactions.");
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    for (const reader of this.readers) reader.end(new Error("The database was closed."));
  }
}

interface Waiting {
  resolve(rows: unknown[]): void;
  reject(error: Error): void;
}

class ReaderThread implements DatabaseConnection {
  #worker: Worker | null = null;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  constructor(
    private readonly path: string,
    private readonly busyTimeout: number,
  ) {}

  /** Queries without an answer yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.#worker ??= this.#start();
    const id = ++this.#lastId;
    const question: ThreadQuestion = { id, sql, parameters };
    const rows = await new Promise<unknown[]>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker?.postMessage(question);
    });
    return { rows: rows as R[] };
  }

  // biome-ignore lint/correctness/useYield: long lists are read in batches by key.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Streaming is not supported. Read long lists in batches by key.");
  }

  /** Rejects what waits; the next query starts a new thread. */
  end(reason: Error): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }

  #start(): Worker {
    const worker = new Worker(new URL("./reader-thread.ts", import.meta.url).href);
    // It alone keeps no process running.
    worker.unref();
    worker.onmessage = ({ data }: MessageEvent<ThreadAnswer>) => this.#settle(data);
    worker.onerror = ({ message }) => this.end(new Error(`A reader thread ended: ${message}`));
    const { path, busyTimeout } = this;
    worker.postMessage({ path, busyTimeout } satisfies ThreadQuestion);
    return worker;
  }

  #settle(answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ("rows" in answer) waiting?.resolve(answer.rows);
    else waiting?.reject(Object.assign(new Error(answer.problem.message), { code: answer.problem.code }));
  }
}
