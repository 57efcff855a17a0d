import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { copyStored } from "../backup/move-files.ts";
import { checkStored, type Unreadable } from "../backup/stored-bytes.ts";
import { totalOfStoredFiles } from "../catalog/stored-files.ts";
import { forgetUnfinishedUploads } from "../catalog/uploads.ts";
import { type Config, ConfigError, readConfig } from "../config.ts";
import { type Context, openDatabase, openFiles, openSqlite, readFiles, sqlitePath } from "../context.ts";
import { copySaved } from "../database/copy/copy-saved.ts";
import type { Database } from "../database/database.ts";
import { holdSqlite } from "../database/live-sqlite.ts";
import { readSaved, type SavedDatabase } from "../database/saved-database.ts";
import { DomainError } from "../errors.ts";
import { forgetRemovals } from "../files/byte-removal.ts";
import type { FileStore } from "../files/store.ts";
import { holdsInstallation } from "./empty-target.ts";
import { lockData } from "./lock-data.ts";
import { printObject } from "./print.ts";
import { ProgressBar } from "./progress-bar.ts";

interface MoveOptions {
  /** A `postgres://` address. */
  to: string;
  /** As `WAYBILL_FILES`; files stay where they are without it. */
  files?: string;
  json?: boolean;
}

/**
 * Copies an installation from SQLite to an empty PostgreSQL database, and with `files` its files to another store. At the
 * end it compares every row of both databases, and every file with its hash. The source stays as it is. Exit status 1 if
 * files cannot be read that the installation had lost before.
 */
export async function migrateDatabase(context: Context, options: MoveOptions): Promise<void> {
  const { config } = context;
  if (config.database !== null) {
    throw new DomainError(
      "invalid",
      "WAYBILL_DATABASE names a PostgreSQL database already. This command moves from SQLite.",
    );
  }
  const targetConfig = configOf(options);
  const lock = lockData(config.data);
  try {
    if (await holdsInstallation(targetConfig)) {
      throw new DomainError("invalid", "--to: this database already holds an installation. Name an empty one.");
    }
    const move = new Move(context, targetConfig, options.files !== undefined);
    const { rows, unreadable } = await move.run();
    const { files, bytes } = await totalOfStoredFiles(context.db.read);
    printObject({ rows, files, bytes, unreadable_files: unreadable.length }, options);
    report(unreadable, options);
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
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.message.replace(/^WAYBILL_FILES/, "--files").replace(/^WAYBILL_DATABASE/, "--to"));
  }
}

class Move {
  readonly #bar = new ProgressBar();
  #rows = 0;

  constructor(
    private readonly context: Context,
    private readonly target: Config,
    private readonly movesFiles: boolean,
  ) {}

  async run(): Promise<{ rows: number; unreadable: Unreadable[] }> {
    const source = await holdSqlite(sqlitePath(this.context.config.data));
    try {
      const unreadable = this.movesFiles ? await this.#withFiles() : await this.#withoutFiles(source);
      return { rows: this.#rows, unreadable };
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
    const folder = await mkdtemp(join(this.context.config.data, "migrating-"));
    try {
      const path = join(folder, "database.sqlite");
      await this.context.db.saveTo(path);
      const to = await openFiles(this.target);
      const copy = await openSqlite(path);
      try {
        await this.#copyFiles(copy, to);
        await copy.write(async (tx) => {
          await forgetUnfinishedUploads(tx);
          await forgetRemovals(tx);
        });
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
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
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
    const target = await openDatabase(this.target, false);
    try {
      await copySaved(source, target, {
        copying: ({ table, done, total }) => {
          this.#rows = done;
          this.#bar.show(`copying rows${this.#table(table)}`, { done, total, unit: "rows" });
        },
        comparing: ({ table, done, total }) =>
          this.#bar.show(`comparing rows${this.#table(table)}`, { done, total, unit: "rows" }),
      });
    } finally {
      await target.close();
    }
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
