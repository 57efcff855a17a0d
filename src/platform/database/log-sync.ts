import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolders } from "../file-system.ts";

/**
 * Syncs the write-ahead log of the SQLite database at `path` to disk, in the thread pool: SQLite would do it on the event
 * loop, which then waits for the disk at each commit.
 */
export class LogSync {
  #log: FileHandle | null = null;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(private readonly path: string) {}

  /** Resolves when all that was committed before is on disk. Those who ask during a sync share the next one. */
  sync(): Promise<void> {
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.catch(() => {}).then(() => this.#start());
    return this.#next;
  }

  async close(): Promise<void> {
    await this.#running?.catch(() => {});
    await this.#log?.close();
  }

  #start(): Promise<void> {
    this.#next = null;
    const running = this.#syncNow().finally(() => {
      if (this.#running === running) this.#running = null;
    });
    this.#running = running;
    return running;
  }

  async #syncNow(): Promise<void> {
    this.#log ??= await this.#open();
    await this.#log.datasync();
  }

  /** While a connection is open, nobody replaces the log. The folder is synced, so that its entry survives too. */
  async #open(): Promise<FileHandle> {
    const log = await open(`${this.path}-wal`, "r+");
    await syncFolders(dirname(this.path));
    return log;
  }
}
