import { mkdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { type Config, ConfigError } from "../../config/config.ts";
import { secretPath } from "../../config/secret.ts";
import { inspectDatabase, openFiles, openKept, openSqlite, sqlitePath } from "../../context.ts";
import { sync } from "../../data/backup/durable-files.ts";
import type { InspectedBackup } from "../../data/backup/inspect-backup.ts";
import { readMark } from "../../data/backup/installation-marks.ts";
import { type RestoreTarget, restoreBackup } from "../../data/backup/restore.ts";
import {
  abandonRestore,
  endRestoring,
  isRestoring,
  traceOfInstallation,
  unfinishedRestore,
} from "../../data/backup/unfinished-restore.ts";
import { opensEverything } from "../../operations/housekeeping/encrypted.ts";
import { readSaved } from "../../platform/database/sqlite/saved-database.ts";
import { DomainError } from "../../platform/errors.ts";
import { createEncryption } from "../../platform/vault.ts";
import { holdsInstallation } from "../empty-target.ts";
import { claimDatabase, fillDatabase, unclaimDatabase } from "../fill-database.ts";
import { lockData } from "../lock-data.ts";
import { openNamedBackup } from "../named-backup.ts";
import { printObject } from "../print.ts";
import { summaryOf } from "./backup.ts";

/** Restores a backup as the installation of the settings, which must not exist yet. */
export async function restore(config: Config, path: string, options: { json?: boolean }): Promise<void> {
  const reader = await openNamedBackup(config, path);
  const release = await takeFolder(config.data);
  try {
    if (await endEarlierRestore(config)) {
      const next = "This backup was not used. Start the server.";
      throw new DomainError("invalid", `The interrupted restore was already complete. ${next}`);
    }
    await rejectInstallation(config);
    const target: RestoreTarget = {
      data: config.data,
      openSqlite,
      accept: (backup) => acceptSecret(config, backup),
      openFiles: () => openFiles(config),
      kept: openKept(config),
      secretPath: secretPath(config.data),
      claimDatabase: async (id) => void (config.database && (await claimDatabase(config, id))),
      giveUpDatabase: async (id) => void (config.database && (await unclaimDatabase(config, id))),
      placeDatabase: (database, id) => placeDatabase(config, database, id),
    };
    const manifest = await restoreBackup(reader, target);
    printObject({ data: config.data, ...summaryOf(manifest) }, options);
  } finally {
    await release();
  }
}

/**
 * Creates the data folder if it is missing, and locks it against servers. The returned function unlocks it, and removes
 * the folder if this created it and it is still empty.
 */
async function takeFolder(data: string): Promise<() => Promise<void>> {
  const created = await mkdir(data, { recursive: true, mode: 0o700 });
  const lock = lockData(data);
  return async () => {
    lock.release();
    if (created === undefined || (await traceOfInstallation(data)) !== null || (await isRestoring(data))) return;
    await rm(join(data, "serving.lock"), { force: true });
    await rmdir(data).catch(() => {});
  };
}

/**
 * Cleans up after an interrupted restore. Returns true if that had already put the database in place, which is the last
 * step: the installation exists then.
 */
async function endEarlierRestore(config: Config): Promise<boolean> {
  if (!(await isRestoring(config.data))) return false;
  const isPlaced = await holdsInstallation(config);
  if (isPlaced && (await holdsRestored(config, await unfinishedRestore(config.data)))) {
    await endRestoring(config.data);
    return true;
  }
  // A SQLite database that no restore created must not be removed.
  if (!isPlaced || config.database !== null) await abandonRestore(config.data);
  return false;
}

/** Whether this restore placed the database; it may be another installation's. */
async function holdsRestored(config: Config, id: string | null): Promise<boolean> {
  const inspection = await inspectDatabase(config);
  try {
    const { pending } = await inspection.schema();
    return pending.length === 0 && id !== null && (await readMark(inspection.read, "restored"))?.detail === id;
  } finally {
    await inspection.close();
  }
}

async function rejectInstallation(config: Config): Promise<void> {
  const trace = await traceOfInstallation(config.data);
  if (trace !== null) {
    throw new ConfigError(
      `WAYBILL_DATA: ${config.data} already holds an installation, or a part of one (${trace}). Restore into an empty folder.`,
    );
  }
  if (await holdsInstallation(config)) {
    throw new ConfigError("WAYBILL_DATABASE: this database already holds an installation. Restore into an empty one.");
  }
}

/** API tokens and second factors can be read only with the secret that encrypted them. */
async function acceptSecret(
  config: Config,
  { database, secret: generated }: InspectedBackup,
): Promise<{ needsSecret: boolean }> {
  const secret = config.secret ?? generated;
  if (secret === null) {
    throw new ConfigError(
      "WAYBILL_SECRET: not set, and the backup has no generated secret. Set it to the value that the installation had.",
    );
  }
  if (!(await opensEverything(database.read, createEncryption({ current: secret, old: config.secretOld })))) {
    const next =
      generated === null ? "Set it to the value that the installation had." : "Unset it to use the backup's.";
    throw new ConfigError(`WAYBILL_SECRET: the value (not shown) is not the secret of this backup. ${next}`);
  }
  return { needsSecret: config.secret === null };
}

async function placeDatabase(config: Config, path: string, id: string): Promise<void> {
  if (config.database === null) {
    await sync(path);
    await rename(path, sqlitePath(config.data));
    await sync(config.data);
    return;
  }
  const saved = readSaved(path);
  try {
    await fillDatabase(config, saved, { id, copying() {}, comparing() {} });
  } finally {
    await saved.close();
  }
}
