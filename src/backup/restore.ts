import { writeFile } from "node:fs/promises";
import { forgetUnfinishedUploads } from "../catalog/uploads.ts";
import type { Database, Tx } from "../database/database.ts";
import { forgetRemovals } from "../files/byte-removal.ts";
import { endAllHolds } from "../files/removal-holds.ts";
import type { FileStore } from "../files/store.ts";
import type { KeptMessages } from "../mail/mailer.ts";
import { type StoredContent, storedContents } from "./contents.ts";
import { type InspectedBackup, inspectBackup } from "./inspect-backup.ts";
import { damaged, type Manifest } from "./manifest.ts";
import type { BackupEntry, BackupReader } from "./reader.ts";
import { abandonRestore, beginRestoring, endRestoring } from "./unfinished-restore.ts";
import { readWhole, type Visitor, walkBackup } from "./walk.ts";

/** Rows that one transaction changes. */
const batchSize = 100;

/** Where an installation is restored to. Nothing there holds one. */
export interface RestoreTarget {
  /** The data folder, which nobody else uses. */
  data: string;
  /** Opens a SQLite database at a path and brings it to the latest schema. */
  openSqlite(path: string): Promise<Database>;
  /** Throws if the installation of the backup cannot be run with the settings. Returns whether they need its secret. */
  accept(backup: InspectedBackup): Promise<{ needsSecret: boolean }>;
  /** Opens the file store, once the backup was accepted. */
  openFiles(): Promise<FileStore>;
  kept: Pick<KeptMessages, "keepNamed">;
  secretPath: string;
  /** Makes the database at `path` that of the installation, all of it or nothing. The file can be moved away. */
  placeDatabase(path: string): Promise<void>;
}

/**
 * Restores a backup. First reads all of it and checks every hash; throws `invalid` if anything is wrong, and nothing was
 * changed. If it is interrupted, what is in the data folder counts as no installation, and the next restore begins anew.
 */
export async function restoreBackup(reader: BackupReader, target: RestoreTarget): Promise<Manifest> {
  const { data } = target;
  const folder = await beginRestoring(data);
  let manifest: Manifest;
  let path: string;
  try {
    ({ manifest, path } = await fill(reader, target, folder));
  } catch (error) {
    await abandonRestore(data);
    throw error;
  }
  // Whether this has happened may be unknown if it fails: then the next restore finds out.
  await target.placeDatabase(path);
  await endRestoring(data);
  return manifest;
}

/** Puts everything but the database in its place, and prepares that. */
async function fill(reader: BackupReader, target: RestoreTarget, folder: string): Promise<InspectedBackup> {
  const inspected = await inspectBackup(reader, folder, target.openSqlite);
  const { database, secret } = inspected;
  try {
    const { needsSecret } = await target.accept(inspected);
    const filling = new Filling(database, await target.openFiles(), target.kept);
    await walkBackup(reader, filling, () => storedContents(database.read));
    await filling.end();
    await database.write(async (tx) => {
      await forgetUnfinishedUploads(tx);
      await forgetRemovals(tx);
      await endAllHolds(tx);
    });
    if (needsSecret) await writeFile(target.secretPath, secret ?? "", { mode: 0o600, flag: "wx", flush: true });
  } finally {
    await database.close();
  }
  return inspected;
}

/** Puts messages and stored bytes in their places, and records under which keys these are stored now. */
class Filling implements Visitor {
  #changes: ((tx: Tx) => Promise<void>)[] = [];

  constructor(
    private readonly db: Database,
    private readonly files: FileStore,
    private readonly kept: Pick<KeptMessages, "keepNamed">,
  ) {}

  database = skip;
  secret = skip;
  absent = () => {};

  async message(name: string, entry: BackupEntry): Promise<void> {
    await this.kept.keepNamed(name, await readWhole(entry));
  }

  async stored(content: StoredContent, entry: BackupEntry): Promise<void> {
    const { key, sizeBytes } = await this.files.put(entry.content);
    if (sizeBytes !== entry.sizeBytes) throw damaged(`its ${content.description} has changed since it was checked`);
    this.#changes.push((tx) => content.changeKey(tx, key));
    if (this.#changes.length >= batchSize) await this.end();
  }

  async end(): Promise<void> {
    const changes = this.#changes;
    this.#changes = [];
    await this.db.write(async (tx) => {
      for (const change of changes) await change(tx);
    });
  }
}

async function skip({ content }: BackupEntry): Promise<void> {
  for await (const _ of content);
}
