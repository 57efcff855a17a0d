import type { Database as SqliteConnection } from "bun:sqlite";

/**
 * One read transaction for all reads of a round of the event loop: to begin and end one for each costs more than a short
 * read.
 */
export class ReadSnapshot {
  #isOpen = false;
  #isClosed = false;

  constructor(private readonly connection: SqliteConnection) {}

  /** To be called right before each read. */
  open(): void {
    if (this.#isOpen) return;
    this.connection.query("begin").run();
    this.#isOpen = true;
    setImmediate(() => this.end());
  }

  /** To be called after each commit, before anybody is told of it: reads that follow see it. */
  end(): void {
    if (!this.#isOpen || this.#isClosed) return;
    this.#isOpen = false;
    this.connection.query("commit").run();
  }

  /** Before the connection is closed. */
  close(): void {
    this.end();
    this.#isClosed = true;
  }
}
