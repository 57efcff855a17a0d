import { ConfigError } from "../config/config.ts";
import { FolderInUse, lockFolder, shareFolder } from "../platform/database/sqlite/folder-lock.ts";
import { reasonOf } from "../platform/errors.ts";

/**
 * Locks the data folder against every other server. Throws `ConfigError` if a server uses it, with the advice `next`,
 * or if it cannot be locked.
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
 * Shares the data folder with other servers on PostgreSQL, and prevents exclusive use. Throws `ConfigError` if it is in
 * exclusive use. Does nothing where files cannot be locked, such as on some network disks.
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
 * Locks the SQLite database before it is moved elsewhere: nobody can open it until it is marked as moved. Throws
 * `ConfigError` if a command or a server has it open and could still write to it.
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
