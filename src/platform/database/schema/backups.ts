import type { Instant } from "../../instants.ts";

/** One row, or none if the last backup on schedule succeeded. */
export interface BackupFailuresTable {
  id: 1;
  failed_at: Instant;
  /** One line, for people. */
  reason: string;
}
