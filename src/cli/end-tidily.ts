import { constants } from "node:os";
import { removeWorkFolders } from "../data/backup/work-folder.ts";

/** For a command that has temporary files and does not wait for signals: removes them when it is asked to end. */
export function endTidily(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      removeWorkFolders();
      process.exit(128 + constants.signals[signal]);
    });
  }
}
