import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { copyStored } from "../backup/copy-files.ts";
import { forgetTransient } from "../backup/forget-transient.ts";
import { readMark, reasonNotToUse, removeMark, setMark } from "../backup/installation-marks.ts";
import { namingFullDisk } from "../backup/room.ts";
import { checkStored, type Unreadable } from "../backup/stored-bytes.ts";
import { withWorkFolder } from "../backup/work-folder.ts";
import { totalOfStoredFiles } from "../catalog/stored-files.ts";
import { type Config, ConfigError, readConfig } from "../config.ts";
import { type Context, openFiles, openSqlite, readFiles, sqlitePath } from "../context.ts";
import type { Database, Tx } from "../database/database.ts";
import { holdSqlite } from "../database/live-sqlite.ts";
import { readSaved, type SavedDatabase } from "../database/saved-database.ts";
import { DomainError } from "../errors.ts";
import type { FileStore } from "../files/store.ts";
import { instantNow } from "../instants.ts";
import { holdsInstallation } from "./empty-target.ts";
import { endTidily } from "./end-tidily.ts";
import { claimDatabase, fillDatabase, unclaimDatabase } from "./fill-database.ts";
import { lockData } from "./lock-data.ts";
import { printObject } from "./print.ts";
import { ProgressBar } from "./progress-bar.ts";

interface Options {
  /** A `postgres://` address. */
  to?: string;
  /** Makes a database usable again that was moved. */
  undo?: boolean;
  /** As `WAYBILL_FILES`; files stay where they are without it. */
  files?: string;
  json?: boolean;
}

type MoveOptions = Options & { to: string };

/**
 * Copies an installation from SQLite to an empty PostgreSQL database, and with `files` its files to another store. At the
 * end it compares every row of both databases, and every file with its hash. The source stays as it is, but for a mark with
 * which nobody serves it by mistake. Exit status 1 if files cannot be read that the installation had lost before.
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
  const reason = await reasonNotToUse(context.db.read);
  if (reason !== null) throw new ConfigError(`WAYBILL_DATABASE: ${reason}`);
  const targetConfig = configOf(options);
  const lock = lockData(config.data);
  try {
    if (await holdsInstallation(targetConfig).catch(inOptions)) {
      throw new DomainError("invalid", "--to: this database already holds an installation. Name an empty one.");
    }
    const move = new Move(context, targetConfig, options.files !== undefined);
    const { rows, unreadable } = await namingFullDisk(config.data, () => move.run());
    const { files, bytes } = await totalOfStoredFiles(context.db.read);
    printObject({ rows, files, bytes, unreadable_files: unreadable.length }, options);
    report(unreadable, options);
  } finally {
    lock.release();
  }
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

/** A database's address, for people. */
function shownAddress(to: string): string {
  const { host, pathname, username } = new URL(to);
  return `postgres://${username && `${username}@`}${host}${pathname}`;
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

/** The options are named where the settings would be. */
function inOptions(error: unknown): never {
  if (!(error instanceof ConfigError)) throw error;
  throw new ConfigError(error.message.replace(/^WAYBILL_FILES/, "--files").replace(/^WAYBILL_DATABASE/, "--to"));
}

class Move {
  readonly #bar = new ProgressBar();
  readonly #id = randomBytes(16).toString("hex");
  #rows = 0;

  constructor(
    private readonly context: Context,
    private readonly target: Config,
    private readonly movesFiles: boolean,
  ) {}

  async run(): Promise<{ rows: number; unreadable: Unreadable[] }> {
    const source = await holdSqlite(sqlitePath(this.context.config.data));
    await claimDatabase(this.target, this.#id);
    try {
      const unreadable = this.movesFiles ? await this.#withFiles() : await this.#withoutFiles(source);
      await setMark(source.read as Tx, "moved", shownAddress(this.target.database ?? ""), instantNow());
      await source.commit();
      return { rows: this.#rows, unreadable };
    } catch (error) {
      // If this fails, the next move takes it over.
      await unclaimDatabase(this.target, this.#id).catch(() => {});
      throw error;
    } finally {
      this.#bar.end();
      await source.close();
    }
  }

  async #withoutFiles(source: SavedDatabase): Promise<Unreadable[]> {
    const unreadable = await this.#check(source, await readFiles(this.context.config));
    await this.#copyRows(source);
    return unreadable;
  }

  /** The keys of the new store are recorded in a copy, so that the source stays as it is. */
  async #withFiles(): Promise<Unreadable[]> {
    return withWorkFolder(this.context.config.data, async (folder) => {
      const path = join(folder, "database.sqlite");
      await this.context.db.saveTo(path);
      const to = await openFiles(this.target);
      const copy = await openSqlite(path);
      try {
        await this.#copyFiles(copy, to);
        await copy.write(forgetTransient);
      } finally {
        await copy.close();
      }
      const saved = readSaved(path);
      try {
        const unreadable = await this.#check(saved, await readFiles(this.target));
        await this.#copyRows(saved);
        return unreadable;
      } finally {
        await saved.close();
      }
    });
  }

  async #copyFiles(copy: Database, to: FileStore): Promise<void> {
    const { bytes: total } = await totalOfStoredFiles(copy.read);
    const from = await readFiles(this.context.config);
    let done = 0;
    await copyStored(copy, { from, to }, (size) => {
      done += size;
      this.#bar.show("copying files", { done, total, unit: "bytes" });
    });
  }

  async #check({ read }: SavedDatabase, files: Pick<FileStore, "open">): Promise<Unreadable[]> {
    const { bytes: total } = await totalOfStoredFiles(read);
    let done = 0;
    return checkStored(read, files, (size) => {
      done += size;
      this.#bar.show("checking files", { done, total, unit: "bytes" });
    });
  }

  async #copyRows(source: SavedDatabase): Promise<void> {
    await fillDatabase(this.target, source, {
      id: this.#id,
      copying: ({ table, done, total }) => {
        this.#rows = done;
        this.#bar.show(`copying rows${this.#table(table)}`, { done, total, unit: "rows" });
      },
      comparing: ({ table, done, total }) =>
        this.#bar.show(`comparing rows${this.#table(table)}`, { done, total, unit: "rows" }),
    });
  }

  #table = (name: string) => (process.stderr.isTTY ? ` of ${name}` : "");
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
