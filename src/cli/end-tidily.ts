import { constants } from "node:os";
import { removeWorkFolders } from "../data/backup/work-folder.ts";

/** Removes temporary files when a signal ends the command. For commands without their own signal handling. */
export function endTidily(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      removeWorkFolders();
      process.exit(128 + constants.signals[signal]);
    });
  }
}
