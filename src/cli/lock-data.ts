import { ConfigError } from "../config/config.ts";
import { FolderInUse, lockFolder, shareFolder } from "../platform/database/folder-lock.ts";
import { reasonOf } from "../platform/errors.ts";

/**
 * Keeps every other server out of the data folder. Throws `ConfigError` if one uses it, with `next` for what to do, or if it
 * cannot be locked.
 */
export function lockData(data: string, next = "Stop the server first."): { release(): void } {
  try {
    return lockFolder(data);
  } catch (error) {
    if (error instanceof FolderInUse) throw new ConfigError(`WAYBILL_DATA: ${data} is in use. ${next}`);
    throw new ConfigError(`WAYBILL_DATA: ${data} cannot be used: serving.lock: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * For a server on PostgreSQL, several of which may use one data folder: keeps out who needs it alone. Throws `ConfigError` if
 * somebody has it alone. Where files cannot be locked, such as on some network disks, nobody is kept out.
 */
export function shareData(data: string): { release(): void } {
  try {
    return shareFolder(data);
  } catch (error) {
    if (!(error instanceof FolderInUse)) return { release() {} };
    const who = "a server on SQLite, a restore or a move of the database";
    throw new ConfigError(`WAYBILL_DATA: ${data} is in use by ${who}. Stop that first.`);
  }
}

/**
 * For who moves the SQLite database away: keeps out who would open it, until it says so itself. Throws `ConfigError` if a command
 * or a server has it open, and could write to it afterwards.
 */
export function lockDatabase(data: string): { release(): void } {
  try {
    return lockFolder(data, "database.lock");
  } catch (error) {
    if (!(error instanceof FolderInUse)) {
      throw new ConfigError(`WAYBILL_DATA: ${data} cannot be used: database.lock: ${reasonOf(error)}`, {
        cause: error,
      });
    }
    const next = "Wait until it has ended, or end it.";
    throw new ConfigError(
      `WAYBILL_DATA: another command, such as \`keys import\`, uses the database in ${data}. ${next}`,
    );
  }
}
