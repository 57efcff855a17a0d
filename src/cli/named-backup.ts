import { basename, dirname, join, resolve } from "node:path";
import { backupsAddressIn } from "../config/backups-setting.ts";
import type { Config } from "../config/config.ts";
import { openBackupPlace } from "../context.ts";
import { isBackupName } from "../data/backup/backup-names.ts";
import { openBackup } from "../data/backup/open-backup.ts";
import type { BackupPlace } from "../data/backup/place.ts";
import type { BackupReader } from "../data/backup/reader.ts";
import { DomainError } from "../platform/errors.ts";

/** Most backups that an error names. */
const mostNamed = 3;

/**
 * Opens a backup by its name: a file, one in a folder of backups, or one in an S3 store, such as
 * `s3://BUCKET/PREFIX/20261122T230000Z?endpoint=…`. Throws `invalid` if there is none.
 */
export async function openNamedBackup(config: Config, text: string): Promise<BackupReader> {
  if (text === "-") {
    const next = "it is read twice, once to check it and once to restore it";
    throw new DomainError(
      "invalid",
      `A backup cannot be restored from standard input. Save it to a file first: ${next}.`,
    );
  }
  if (!/^s3:\/\//i.test(text)) return openBackup(resolve(text));
  const address = backupsAddressIn(text);
  if (!address) {
    const form = "s3://BUCKET/PREFIX/NAME?endpoint=https://HOST&region=REGION";
    throw new DomainError("invalid", `${JSON.stringify(text)} is not the address of a backup, such as ${form}.`);
  }
  const { region, credentials } = config.backupsStore;
  const name = basename(address.prefix);
  const parent = isBackupName(name) ? parentOf(address.prefix) : address.prefix;
  const s3 = { ...address, prefix: parent, region: address.region || region, credentials };
  const place = await openBackupPlace({ s3 }, config);
  const names = (await place.list()).map((backup) => backup.name);
  if (isBackupName(name) && names.includes(name)) return place.open(name);
  throw new DomainError("invalid", absence(place, isBackupName(name) ? name : null, names));
}

function absence({ shown }: BackupPlace, name: string | null, names: string[]): string {
  const latest = names.slice(-mostNamed).join(", ");
  if (names.length === 0) return `There is no complete backup at ${shown}.`;
  if (name === null) return `${shown} holds several backups. Name one of them, such as ${names.at(-1)}.`;
  return `There is no complete backup ${name} at ${shown}. The latest are ${latest}.`;
}

/** Empty, or text that ends in a slash. */
function parentOf(prefix: string): string {
  const parent = dirname(join(prefix));
  return parent === "." ? "" : `${parent}/`;
}
