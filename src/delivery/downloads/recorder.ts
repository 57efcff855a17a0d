import type { Database } from "../../platform/database/database.ts";
import { SetWriter } from "../../platform/database/set-writer.ts";
import type { DomainError } from "../../platform/errors.ts";
import type { FileLink } from "./link.ts";
import { type RequestedDownload, recordDownloads } from "./record.ts";

/** Records downloads durably. Simultaneous downloads of an account share a transaction and its statements. */
export class DownloadRecorder {
  readonly #sets: SetWriter<RequestedDownload, number>;

  /** Calls `counted` for every recorded download, including those recorded in a caller's own transaction. */
  constructor(
    private readonly db: Pick<Database, "write">,
    readonly counted: (link: FileLink) => void = () => {},
  ) {
    this.#sets = new SetWriter(db, { groupOf: ({ link }) => link.accountId, write: recordDownloads });
  }

  /**
   * Resolves with the row number once the download is durable. Otherwise throws as `recordDownloads`, or with the
   * failure.
   */
  async record(requested: RequestedDownload): Promise<number> {
    const id = await this.#sets.write(requested);
    this.counted(requested.link);
    return id;
  }

  /**
   * Records downloads of one account in one transaction, as far as their allowances reach. Once they are durable, resolves with
   * their outcomes like `recordDownloads`.
   */
  async recordTogether(requested: RequestedDownload[]): Promise<(DomainError | number)[]> {
    const outcomes = await this.db.write((tx) => recordDownloads(tx, requested));
    for (const [index, { link }] of requested.entries()) if (typeof outcomes[index] === "number") this.counted(link);
    return outcomes;
  }
}
