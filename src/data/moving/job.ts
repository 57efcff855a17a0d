import type { Database } from "../../platform/database/database.ts";
import type { FileStore } from "../../platform/files/store.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Comparison } from "./comparison.ts";
import type { Move } from "./moves.ts";
import type { OldService } from "./old-service.ts";

/** The context for the steps of a move. */
export interface Job {
  db: Database;
  files: FileStore;
  account: Account;
  service: OldService;
  comparison: Comparison;
  /** Null for a dry run of a move that has not begun. */
  move: Move | null;
  /** Only read and compare. */
  dryRun: boolean;
  now: Instant;
  progress(what: string, done: number, total: number, unit: string): void;
}

/** The move to write for; null in a dry run. */
export const writtenMove = ({ move, dryRun }: Job): Move | null => (dryRun ? null : move);
