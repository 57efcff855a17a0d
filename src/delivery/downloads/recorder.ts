import type { Database } from "../../platform/database/database.ts";
import { SetWriter } from "../../platform/database/set-writer.ts";
import type { DomainError } from "../../platform/errors.ts";
import type { FileLink } from "./link.ts";
import { type RequestedDownload, recordDownloads } from "./record.ts";

/** Records downloads durably. Those of an account that arrive together share a transaction, and so its statements. */
export class DownloadRecorder {
  readonly #sets: SetWriter<RequestedDownload, number>;

  /** `counted` is told of every download that was recorded, here or by a transaction of the caller's own. */
  constructor(
    private readonly db: Pick<Database, "write">,
    readonly counted: (link: FileLink) => void = () => {},
  ) {
    this.#sets = new SetWriter(db, { groupOf: ({ link }) => link.accountId, write: recordDownloads });
  }

  /**
   * Resolves with the download's row number once it is recorded durably; otherwise throws as `recordDownloads` says, or why
   * it failed.
   */
  async record(requested: RequestedDownload): Promise<number> {
    const id = await this.#sets.write(requested);
    this.counted(requested.link);
    return id;
  }

  /**
   * Records downloads of one account in one transaction, each as far as its allowance reaches. Resolves with their outcomes as
   * `recordDownloads` does, once those that were recorded are durable.
   */
  async recordTogether(requested: RequestedDownload[]): Promise<(DomainError | number)[]> {
    const outcomes = await this.db.write((tx) => recordDownloads(tx, requested));
    for (const [index, { link }] of requested.entries()) if (typeof outcomes[index] === "number") this.counted(link);
    return outcomes;
  }
}
