import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { KeptMessages } from "../../messages/mail/transport/mailer.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { DomainError } from "../../platform/errors.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { instantNow } from "../../platform/instants.ts";
import { forgetTransient } from "./clean-copied.ts";
import { type StoredContent, storedContents } from "./contents.ts";
import { type InspectedBackup, inspectBackup } from "./inspect-backup.ts";
import { setMark } from "./installation-marks.ts";
import { damaged, type Manifest, MessagesDigest, UnusableBackup } from "./manifest.ts";
import type { BackupEntry, BackupReader } from "./reader.ts";
import { isTorn, type Unreadable } from "./stored-bytes.ts";
import { abandonRestore, beginRestoring, endRestoring } from "./unfinished-restore.ts";
import { readWhole, type Visitor, walkBackup } from "./walk.ts";

/** Rows that one transaction changes. */
const batchSize = 100;

/** The target of a restore. It must not contain an installation. */
export interface RestoreTarget {
  /** The data folder, which nobody else uses. */
  data: string;
  /** Opens a SQLite database at a path and brings it to the latest schema. */
  openSqlite(path: string): Promise<Database>;
  /** Throws if the settings cannot run the backup's installation. Returns whether they need its secret. */
  accept(backup: InspectedBackup): Promise<{ needsSecret: boolean }>;
  /** Opens the file store. Called after `accept`. */
  openFiles(): Promise<FileStore>;
  kept: Pick<KeptMessages, "keepNamed">;
  secretPath: string;
  /** Prevents any other use of the database until it is placed or given up. */
  claimDatabase(id: string): Promise<void>;
  giveUpDatabase(id: string): Promise<void>;
  /**
   * Installs the database at `path`, completely or not at all. May move the file. Throws `DomainError` only if nothing
   * was changed.
   */
  placeDatabase(path: string, id: string): Promise<void>;
}

/**
 * Restores a backup. First reads all of it and checks every hash; if anything is wrong, throws `invalid` and changes
 * nothing. After an interruption, the data folder counts as empty, and the next restore starts again.
 */
export async function restoreBackup(reader: BackupReader, target: RestoreTarget): Promise<Manifest> {
  const { data } = target;
  const id = randomBytes(16).toString("hex");
  const folder = await beginRestoring(data, id);
  let manifest: Manifest;
  let path: string;
  try {
    ({ manifest, path } = await fill(reader, target, { folder, id }));
  } catch (error) {
    await giveUp(target, id);
    if (error instanceof UnusableBackup) throw new UnusableBackup(`${error.message} Nothing was changed.`);
    throw error;
  }
  try {
    await target.placeDatabase(path, id);
  } catch (error) {
    // After any other error, the database may or may not be in place. The next restore finds out.
    if (error instanceof DomainError) await giveUp(target, id);
    throw error;
  }
  await endRestoring(data);
  return manifest;
}

async function giveUp({ data, giveUpDatabase }: RestoreTarget, id: string): Promise<void> {
  await abandonRestore(data);
  // If this fails, the next restore or move takes the database over.
  await giveUpDatabase(id).catch(() => {});
}

/** Puts everything except the database in place, and prepares the database. */
async function fill(
  reader: BackupReader,
  target: RestoreTarget,
  { folder, id }: { folder: string; id: string },
): Promise<InspectedBackup> {
  const inspected = await inspectBackup(reader, folder, target.openSqlite);
  const { database, secret } = inspected;
  try {
    const { needsSecret } = await target.accept(inspected);
    await target.claimDatabase(id);
    const filling = new Filling(database, await target.openFiles(), target.kept, inspected.manifest);
    await walkBackup(reader, filling, () => storedContents(database.read));
    await filling.end();
    await database.write(async (tx) => {
      await forgetTransient(tx);
      await setMark(tx, "restored", id, instantNow());
    });
    if (needsSecret) await writeFile(target.secretPath, secret ?? "", { mode: 0o600, flag: "wx", flush: true });
  } finally {
    await database.close();
  }
  return inspected;
}

/** Puts messages and stored bytes in place, and records the new keys of the bytes. */
class Filling implements Visitor {
  #changes: ((tx: Tx) => Promise<void>)[] = [];
  readonly #messages = new MessagesDigest();
  /** The unreadable content listed in the manifest, by part. */
  readonly #unreadable: Map<string, Unreadable>;

  constructor(
    private readonly db: Database,
    private readonly files: FileStore,
    private readonly kept: Pick<KeptMessages, "keepNamed">,
    private readonly manifest: Manifest,
  ) {
    this.#unreadable = new Map(manifest.unreadable.map((one) => [one.part, one]));
  }

  database = skip;
  secret = skip;
  absent = () => {};

  async message(name: string, entry: BackupEntry): Promise<void> {
    const message = await readWhole(entry);
    this.#messages.add(name, message);
    await this.kept.keepNamed(name, message);
  }

  async stored(content: StoredContent, entry: BackupEntry): Promise<void> {
    const unreadable = this.#unreadable.get(content.part);
    // It was already missing, and stays so.
    if (unreadable && isTorn(unreadable)) return skip(entry);
    const { key, sha256 } = await this.files.put(entry.content);
    if (sha256 !== content.sha256 && !unreadable) throw changedSince(content.description);
    this.#changes.push((tx) => content.changeKey(tx, key));
    if (this.#changes.length >= batchSize) await this.#record();
  }

  /** Throws `invalid` if the backup has changed since it was checked. */
  async end(): Promise<void> {
    await this.#record();
    if (!Bun.deepEquals(this.#messages.result(), this.manifest.messages)) throw changedSince("mailbox");
  }

  async #record(): Promise<void> {
    const changes = this.#changes;
    this.#changes = [];
    await this.db.write(async (tx) => {
      for (const change of changes) await change(tx);
    });
  }
}

const changedSince = (what: string) => damaged(`its ${what} has changed since it was checked`);

async function skip({ content }: BackupEntry): Promise<void> {
  for await (const _ of content);
}
