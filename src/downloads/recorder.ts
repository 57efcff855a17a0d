import type { Database } from "../database/database.ts";
import type { FileLink } from "./link.ts";
import { type RequestedDownload, recordDownloads } from "./record.ts";

/** Most downloads of one transaction. Limits how long the first of them waits, and how long it holds the event loop. */
const largestSet = 64;

interface Waiting {
  requested: RequestedDownload;
  resolve(): void;
  reject(error: unknown): void;
}

/** Records downloads durably. Those of an account that arrive together share a transaction, and so its statements. */
export class DownloadRecorder {
  /** By account, for those with a transaction under way. */
  readonly #waiting = new Map<number, Waiting[]>();

  /** `counted` is told of every download that was recorded, here or by a transaction of the caller's own. */
  constructor(
    private readonly db: Pick<Database, "write">,
    readonly counted: (link: FileLink) => void = () => {},
  ) {}

  /** Resolves once the download is recorded durably; otherwise throws as `recordDownloads` says, or why it failed. */
  record(requested: RequestedDownload): Promise<void> {
    const { accountId } = requested.link;
    return new Promise((resolve, reject) => {
      const one = { requested, resolve, reject };
      const waiting = this.#waiting.get(accountId);
      if (waiting) {
        waiting.push(one);
        return;
      }
      const first = [one];
      this.#waiting.set(accountId, first);
      void this.#work(accountId, first);
    });
  }

  async #work(accountId: number, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) await this.#recordSet(waiting);
    this.#waiting.delete(accountId);
  }

  async #recordSet(waiting: Waiting[]): Promise<void> {
    // Chosen when the transaction begins, so that all who came until then are in it; kept if it has to run again.
    const set: Waiting[] = [];
    try {
      const outcomes = await this.db.write((tx) => {
        if (set.length === 0) set.push(...waiting.splice(0, largestSet));
        return recordDownloads(
          tx,
          set.map(({ requested }) => requested),
        );
      });
      for (const [index, { requested, resolve, reject }] of set.entries()) {
        const refusal = outcomes[index];
        if (refusal) reject(refusal);
        else {
          this.counted(requested.link);
          resolve();
        }
      }
    } catch (error) {
      // Without a database, none of those who wait has a better chance than these.
      for (const { reject } of set.length > 0 ? set : waiting.splice(0)) reject(error);
    }
  }
}
