import { stat } from "node:fs/promises";

/** Milliseconds from a commit to the checkpoint that carries it over. */
const pause = 250;

/** Bytes of the log up to which it costs less to leave it alone than to start a thread. */
const smallLog = 4 * 1_048_576;

/**
 * Pages of the log after which the writer carries over what is left, on the event loop: only that lets the log begin
 * again at its start while commits never pause (https://sqlite.org/wal.html, "Avoiding Excessively Large WAL Files").
 */
export const pagesUntilRestart = 65_536;

/**
 * Carries what was committed from the write-ahead log of the SQLite database at `path` over into its file, in a thread,
 * because that syncs the disk and would hold the event loop. The thread starts with the first log that is not small.
 */
export class Checkpointer {
  #thread: Worker | null = null;
  #timer: Timer | null = null;
  /** Resolves when the checkpoint that is under way is over. */
  #running: Promise<void> | null = null;

  #isClosed = false;

  constructor(private readonly path: string) {}

  /** To be called after each commit; does nothing at once. */
  committed(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // If no thread could be started, the next commit tries again.
      this.#begin().catch(() => {});
    }, pause);
    this.#timer.unref();
  }

  /** Resolves when nothing is under way any more; begins nothing new. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    // Whoever closes waits for it: a command would otherwise end here, as if it had failed.
    this.#thread?.ref();
    await this.#running;
    this.#thread?.terminate();
  }

  async #begin(): Promise<void> {
    if (this.#running) {
      this.committed();
      return;
    }
    // Not synchronously: it waits for a sync of the log that is under way.
    const { size } = await stat(`${this.path}-wal`);
    if (size <= smallLog || this.#running || this.#isClosed) return;
    this.#thread ??= startThread();
    this.#running = this.#ask(this.#thread).finally(() => {
      this.#running = null;
    });
  }

  #ask(thread: Worker): Promise<void> {
    return new Promise((resolve) => {
      thread.onmessage = () => resolve();
      thread.onerror = () => {
        this.#thread = null;
        resolve();
      };
      thread.postMessage(this.path);
    });
  }
}

function startThread(): Worker {
  const thread = new Worker(new URL("./checkpoint-thread.ts", import.meta.url).href);
  // It alone keeps no process running.
  thread.unref();
  return thread;
}
