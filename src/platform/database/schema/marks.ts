import type { Instant } from "../../instants.ts";

/** What is to be known of the whole database before anybody uses it. */
export interface InstallationMarksTable {
  /**
   * - `filling`: a restore or a move into this database has begun. It removes the mark in the transaction that fills it.
   * - `restored`: the database is that of a backup. Kept, so that an interrupted restore can tell.
   * - `moved`: the installation is elsewhere since.
   * - `backed up`: when the latest backup on schedule was made.
   */
  name: "filling" | "restored" | "moved" | "backed up";
  /** A random ID of the restore or the move; the new address, without the password; the place of the backup. */
  detail: string;
  marked_at: Instant;
}
