import { stat } from "node:fs/promises";

/** Milliseconds from a commit to its checkpoint. */
const pause = 250;

/** Bytes. Below this size, a checkpoint costs more than it saves. */
const smallLog = 4 * 1_048_576;

/**
 * Pages of the log after which the writer itself does a checkpoint, on the event loop. If commits never pause, only that lets the
 * log restart from its beginning (https://sqlite.org/wal.html, "Avoiding Excessively Large WAL Files").
 */
export const pagesUntilRestart = 65_536;

/**
 * Checkpoints the SQLite database at `path`: copies commits from the write-ahead log into the file. Runs in a thread,
 * because syncing the disk would block the event loop. The thread starts once the log is large enough.
 */
export class Checkpointer {
  #thread: Worker | null = null;
  #timer: Timer | null = null;
  /** Resolves when the current checkpoint ends. */
  #running: Promise<void> | null = null;

  #isClosed = false;

  constructor(private readonly path: string) {}

  /** Call after each commit. Returns at once. */
  committed(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // If the thread could not start, the next commit tries again.
      this.#begin().catch(() => {});
    }, pause);
    this.#timer.unref();
  }

  /** Starts nothing new, and resolves when the current checkpoint has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    // `close` waits for the thread: without this, a command would exit here as if it had failed.
    this.#thread?.ref();
    await this.#running;
    this.#thread?.terminate();
  }

  async #begin(): Promise<void> {
    if (this.#running) {
      this.committed();
      return;
    }
    // Asynchronous, because it waits for a sync of the log.
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
  // The thread alone must not keep the process running.
  thread.unref();
  return thread;
}
