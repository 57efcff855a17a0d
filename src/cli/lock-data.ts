import { ConfigError } from "../config.ts";
import { FolderInUse, lockFolder } from "../database/folder-lock.ts";
import { reasonOf } from "../errors.ts";

/** Keeps every other server out of the data folder. Throws `ConfigError` if one uses it, or if it cannot be locked. */
export function lockData(data: string): { release(): void } {
  try {
    return lockFolder(data);
  } catch (error) {
    if (error instanceof FolderInUse) throw new ConfigError(`WAYBILL_DATA: ${data} is in use. Stop the server first.`);
    throw new ConfigError(`WAYBILL_DATA: ${data} cannot be used: serving.lock: ${reasonOf(error)}`);
  }
}
