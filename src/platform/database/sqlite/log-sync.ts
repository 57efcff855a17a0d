import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolders } from "../../file-system.ts";

/**
 * Syncs the write-ahead log of the SQLite database at `path`, in the thread pool. SQLite would do it on the event loop, which
 * would then wait for the disk at each commit.
 */
export class LogSync {
  #log: FileHandle | null = null;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(private readonly path: string) {}

  /** Resolves when everything committed before the call is on disk. Calls during a sync share the next one. */
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

  /** While a connection is open, the log file is not replaced. The folder is synced so that its entry survives too. */
  async #open(): Promise<FileHandle> {
    const log = await open(`${this.path}-wal`, "r+");
    await syncFolders(dirname(this.path));
    return log;
  }
}
