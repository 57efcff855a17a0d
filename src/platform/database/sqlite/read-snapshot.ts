import type { Database as SqliteConnection } from "bun:sqlite";

/**
 * One read transaction for all reads in one round of the event loop. A transaction for each read would cost more than a short
 * read itself.
 */
export class ReadSnapshot {
  #isOpen = false;
  #isClosed = false;

  constructor(private readonly connection: SqliteConnection) {}

  /** Call right before each read. */
  open(): void {
    if (this.#isOpen) return;
    this.connection.query("begin").run();
    this.#isOpen = true;
    setImmediate(() => this.end());
  }

  /** Call after each commit, before anyone learns of it, so that later reads see it. */
  end(): void {
    if (!this.#isOpen || this.#isClosed) return;
    this.#isOpen = false;
    this.connection.query("commit").run();
  }

  /** Call before the connection is closed. */
  close(): void {
    this.end();
    this.#isClosed = true;
  }
}
