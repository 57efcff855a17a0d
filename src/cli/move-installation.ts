import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { type Context, openFiles, openSqlite, readFiles, sqlitePath } from "../context.ts";
import { forgetTransient } from "../data/backup/clean-copied.ts";
import { copyStored } from "../data/backup/copy-files.ts";
import { removeMark, setMark } from "../data/backup/installation-marks.ts";
import { checkStored, type Unreadable } from "../data/backup/stored-bytes.ts";
import { withWorkFolder } from "../data/backup/work-folder.ts";
import { totalOfStoredFiles } from "../delivery/catalog/stored-files.ts";
import { type Database, isUnavailable } from "../platform/database/database.ts";
import { type LockedDatabase, lockSqlite } from "../platform/database/sqlite/live-sqlite.ts";
import { readSaved, type SavedDatabase } from "../platform/database/sqlite/saved-database.ts";
import { DomainError, reasonOf } from "../platform/errors.ts";
import type { FileStore } from "../platform/files/store.ts";
import { fullDiskSentence } from "../platform/full-disk.ts";
import { instantNow } from "../platform/instants.ts";
import { holdsInstallation } from "./empty-target.ts";
import { claimDatabase, fillDatabase, unclaimDatabase } from "./fill-database.ts";
import { ProgressBar } from "./progress-bar.ts";

/** A database's address as people see it. */
export function shownAddress({ database }: Pick<Config, "database">): string {
  const { host, pathname, username } = new URL(database ?? "");
  return `postgres://${username && `${username}@`}${host}${pathname}`;
}

const notMoved = "Nothing was moved: the installation is where it was.";

/** One move of an installation to PostgreSQL, with its progress on standard error. */
export class Move {
  readonly #bar = new ProgressBar();
  readonly #id = randomBytes(16).toString("hex");
  #rows = 0;
  #unreadable: Unreadable[] = [];
  /** Whether the old database says that the installation has moved. */
  #isMarked = false;

  constructor(
    private readonly context: Context,
    private readonly target: Config,
    private readonly movesFiles: boolean,
  ) {}

  async run(): Promise<{ rows: number; unreadable: Unreadable[] }> {
    const source = await lockSqlite(sqlitePath(this.context.config.data));
    try {
      await claimDatabase(this.target, this.#id);
      await (this.movesFiles ? this.#withFiles(source) : this.#withoutFiles(source));
    } catch (error) {
      if (this.#isMarked) await this.#endAfter(error);
      else await this.#giveUp(error);
    } finally {
      this.#bar.end();
      await source.close();
    }
    return { rows: this.#rows, unreadable: this.#unreadable };
  }

  /** Gives up a move that is not marked as done. */
  async #giveUp(error: unknown): Promise<never> {
    // If this fails, the next move takes the database over.
    await unclaimDatabase(this.target, this.#id).catch(() => {});
    const full = await fullDiskSentence(error, this.context.config.data);
    const words = full ?? (isUnavailable(error) ? `${reasonOf(error)}.` : null);
    throw words === null ? error : new DomainError("invalid", `${words} ${notMoved}`);
  }

  /**
   * The new database failed during the commit, when the old one was already marked. Returns if the commit succeeded
   * after all. Otherwise removes the mark and throws `error`.
   */
  async #endAfter(error: unknown): Promise<void> {
    if (await this.#isFilled(error)) return;
    const { db } = this.context;
    await db
      .write((tx) => removeMark(tx, "moved", shownAddress(this.target)))
      .catch((failure) => {
        const next = "Then run `waybill migrate-database --undo`, and this command again.";
        const why = `${reasonOf(failure)}. ${notMoved} But it is marked as moved. Make sure that the disk has room. ${next}`;
        throw new DomainError("invalid", `PostgreSQL failed (${reasonOf(error)}), and so did the disk: ${why}`);
      });
    return this.#giveUp(error);
  }

  async #isFilled(error: unknown): Promise<boolean> {
    try {
      // Waits for a commit that may still be running: it removes the same row.
      await unclaimDatabase(this.target, this.#id);
      return await holdsInstallation(this.target);
    } catch {
      const state = "so it is not known whether it has the installation. The old database is marked as moved.";
      const next = "When PostgreSQL answers again, run this command again: it says what to do.";
      throw new DomainError("invalid", `PostgreSQL failed while it committed (${reasonOf(error)}), ${state} ${next}`);
    }
  }

  /**
   * Marks the old database as moved, before the new one is committed: if the disk is full, nothing has moved, and both
   * are never usable at once.
   */
  async #mark(source: LockedDatabase): Promise<void> {
    if (this.#isMarked) return;
    await setMark(source.read, "moved", shownAddress(this.target), instantNow());
    await source.commit();
    this.#isMarked = true;
  }

  async #withoutFiles(source: LockedDatabase): Promise<void> {
    this.#unreadable = await this.#check(source, await readFiles(this.context.config));
    await this.#copyRows(source, source);
  }

  /** Records the keys of the new store in a copy, so that the source does not change. */
  async #withFiles(source: LockedDatabase): Promise<void> {
    await withWorkFolder(this.context.config.data, async (folder) => {
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
        this.#unreadable = await this.#check(saved, await readFiles(this.target));
        await this.#copyRows(saved, source);
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

  async #copyRows(rows: SavedDatabase, source: LockedDatabase): Promise<void> {
    await fillDatabase(this.target, rows, {
      id: this.#id,
      ending: () => this.#mark(source),
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
