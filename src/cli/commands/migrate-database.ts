import { type Config, ConfigError, readConfig } from "../../config/config.ts";
import type { Context } from "../../context.ts";
import { readMark, reasonNotToUse, removeMark } from "../../data/backup/installation-marks.ts";
import type { Unreadable } from "../../data/backup/stored-bytes.ts";
import { totalOfStoredFiles } from "../../delivery/catalog/stored-files.ts";
import { DomainError } from "../../platform/errors.ts";
import { holdsInstallation } from "../empty-target.ts";
import { endTidily } from "../end-tidily.ts";
import { lockData, lockDatabase } from "../lock-data.ts";
import { Move, shownAddress } from "../move-installation.ts";
import { printObject } from "../print.ts";

interface Options {
  /** A `postgres://` address. */
  to?: string;
  /** Makes a moved database usable again. */
  undo?: boolean;
  /** Like `WAYBILL_FILES`. Without it, files stay where they are. */
  files?: string;
  json?: boolean;
}

type MoveOptions = Options & { to: string };

/**
 * Copies an installation from SQLite to an empty PostgreSQL database and, with `files`, its files to another store.
 * Finally compares every row of both databases, and every file with its hash. Changes nothing in the source except for
 * a mark that prevents serving it by mistake. Exit status 1 if the installation had already lost files.
 */
export async function migrateDatabase(context: Context, { to, ...rest }: Options): Promise<void> {
  const { config } = context;
  if (config.database !== null) {
    throw new DomainError(
      "invalid",
      "WAYBILL_DATABASE names a PostgreSQL database already. This command moves from SQLite.",
    );
  }
  if (rest.undo) return undoMove(context);
  if (to === undefined) throw new DomainError("invalid", "--to <address> is missing.");
  endTidily();
  const options = { ...rest, to };
  const targetConfig = configOf(options);
  await rejectMoved(context, targetConfig);
  const locks = [lockData(config.data)];
  try {
    locks.push(lockDatabase(config.data));
    // Another move may just have finished.
    await rejectMoved(context, targetConfig);
    if (await holdsInstallation(targetConfig).catch(inOptions)) {
      throw new DomainError("invalid", "--to: this database already holds an installation. Name an empty one.");
    }
    const move = new Move(context, targetConfig, options.files !== undefined);
    const { rows, unreadable } = await move.run();
    const { files, bytes } = await totalOfStoredFiles(context.db.read);
    printObject({ rows, files, bytes, unreadable_files: unreadable.length }, options);
    report(unreadable, options);
  } finally {
    for (const lock of locks) lock.release();
  }
}

/** Throws `ConfigError` if the database was moved before. */
async function rejectMoved(context: Context, target: Config): Promise<void> {
  const reason = await reasonNotToUse(context.db.read);
  if (reason !== null) throw new ConfigError(`WAYBILL_DATABASE: ${reason}${await whatIsThere(context, target)}`);
}

/** Says whether an earlier move to this address has finished; empty if it went elsewhere. */
async function whatIsThere({ db }: Context, target: Config): Promise<string> {
  const moved = await readMark(db.read, "moved");
  if (moved?.detail !== shownAddress(target)) return "";
  if (await holdsInstallation(target).catch(inOptions)) return " The installation is there, whole.";
  const next = "run `waybill migrate-database --undo`, and then this command again.";
  return ` There is no installation now: if the move was interrupted, ${next}`;
}

/** Removes the mark that a move has left. */
async function undoMove({ config, db }: Context): Promise<void> {
  const moved = await readMark(db.read, "moved");
  if (!moved) throw new DomainError("invalid", "This installation was not moved, so there is nothing to undo.");
  const lock = lockData(config.data, `Stop every server that uses ${moved.detail}, then run this again.`);
  try {
    await db.write((tx) => removeMark(tx, "moved", moved.detail));
    process.stdout.write(
      `This database can be used again. Never serve it together with ${moved.detail}: each would take orders of its own. This command sees only the servers that use ${config.data}: stop all others too.\n`,
    );
  } finally {
    lock.release();
  }
}

/** The settings with which the installation runs afterwards. */
function configOf({ to, files }: MoveOptions): Config {
  try {
    return readConfig({
      ...process.env,
      WAYBILL_DATABASE: to,
      ...(files === undefined ? {} : { WAYBILL_FILES: files }),
    });
  } catch (error) {
    return inOptions(error);
  }
}

/** Names the options instead of the settings in the error. */
function inOptions(error: unknown): never {
  if (!(error instanceof ConfigError)) throw error;
  throw new ConfigError(error.message.replace(/^WAYBILL_FILES/, "--files").replace(/^WAYBILL_DATABASE/, "--to"));
}

function report(unreadable: Unreadable[], { json = false, files }: MoveOptions): void {
  for (const { description, reason } of unreadable) process.stderr.write(`${description}: ${reason}\n`);
  if (unreadable.length > 0) process.exitCode = 1;
  if (json) return;
  const settings = files === undefined ? "WAYBILL_DATABASE" : "WAYBILL_DATABASE and WAYBILL_FILES";
  process.stdout.write(
    `Every row was compared. Now set ${settings} to the new address, keep all other settings, and start the server.\n`,
  );
}
