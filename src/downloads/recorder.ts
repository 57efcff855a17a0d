import type { Database } from "../database/database.ts";
import { SetWriter } from "../database/set-writer.ts";
import type { FileLink } from "./link.ts";
import { type RequestedDownload, recordDownloads } from "./record.ts";

/** Records downloads durably. Those of an account that arrive together share a transaction, and so its statements. */
export class DownloadRecorder {
  readonly #sets: SetWriter<RequestedDownload, null>;

  /** `counted` is told of every download that was recorded, here or by a transaction of the caller's own. */
  constructor(
    db: Pick<Database, "write">,
    readonly counted: (link: FileLink) => void = () => {},
  ) {
    this.#sets = new SetWriter(db, { groupOf: ({ link }) => link.accountId, write: recordDownloads });
  }

  /** Resolves once the download is recorded durably; otherwise throws as `recordDownloads` says, or why it failed. */
  async record(requested: RequestedDownload): Promise<void> {
    await this.#sets.write(requested);
    this.counted(requested.link);
  }
}
