import { join } from "node:path";
import { countRows } from "../../platform/database/copy/copy-tables.ts";
import { tablesOf } from "../../platform/database/copy/tables.ts";
import type { Database } from "../../platform/database/database.ts";
import { bringOver, schemaState } from "../../platform/database/migrate.ts";
import { isBeforeRelease } from "../../platform/database/migrations.ts";
import { damageIn, readSaved } from "../../platform/database/sqlite/saved-database.ts";
import { parts, type StoredContent, storedContents } from "./contents.ts";
import { saveDurably } from "./durable-files.ts";
import { sha256Of, sha256OfText } from "./hash.ts";
import { damaged, type Manifest, MessagesDigest, newer, UnusableBackup } from "./manifest.ts";
import type { BackupEntry, BackupReader } from "./reader.ts";
import { readText, readWhole, type Visitor, walkBackup } from "./walk.ts";

/** A backup that was read to the end and is intact. */
export interface InspectedBackup<Opened = Database> {
  manifest: Manifest;
  /** Its database, opened from `path`. */
  database: Opened;
  path: string;
  /** Null if it is not in the backup. */
  secret: string | null;
}

/** A database that can be read. */
type Readable = Pick<Database, "read" | "close">;

/**
 * Reads a whole backup, compares every part with its hash and checks its database. Extracts the database into `folder`
 * (null: reads it in place), and opens it with `openDatabase`. Throws `invalid` with what is wrong. When `stopping`
 * fires, throws its reason.
 */
export async function inspectBackup<Opened extends Readable>(
  reader: BackupReader,
  folder: string | null,
  openDatabase: (path: string) => Promise<Opened>,
  stopping?: AbortSignal,
): Promise<InspectedBackup<Opened>> {
  const inspection = new Inspection(folder, openDatabase, stopping);
  try {
    const manifest = await walkBackup(reader, inspection, () => storedContents(inspection.opened.read));
    return inspection.result(manifest);
  } catch (error) {
    await inspection.close();
    throw error;
  }
}

class Inspection<Opened extends Readable> implements Visitor {
  readonly #messages = new MessagesDigest();
  /** Stored bytes that are absent or do not match their checksum. */
  readonly #unreadable: StoredContent[] = [];
  #opened: Opened | null = null;
  #databaseHash = "";
  #rows: Manifest["rows"] = {};
  #secret: string | null = null;
  #path = "";

  constructor(
    private readonly folder: string | null,
    private readonly openDatabase: (path: string) => Promise<Opened>,
    private readonly stopping?: AbortSignal,
  ) {}

  /** Throws `invalid` if the database has not been visited. */
  get opened(): Opened {
    if (!this.#opened) throw damaged("its database is missing");
    return this.#opened;
  }

  async database({ content, path = "" }: BackupEntry): Promise<void> {
    this.#path = this.folder === null ? path : join(this.folder, parts.database);
    this.#databaseHash = await (this.folder === null ? sha256Of(content) : saveDurably(this.#path, content));
    const saved = readSaved(this.#path);
    try {
      const [damage] = await damageIn(saved, this.stopping);
      if (damage !== undefined) throw damaged(`its database is not whole (${damage})`);
      const { exists, unknown } = await schemaState(saved.read);
      if (!exists) throw damaged("its database is not one of Waybill");
      if (unknown.some(isBeforeRelease)) {
        throw new UnusableBackup(`The backup was made before version 1.0.0. ${bringOver}.`);
      }
      if (unknown.length > 0) throw newer();
      this.#rows = await countRows(saved.tables, await tablesOf(saved.tables));
    } finally {
      await saved.close();
    }
    this.#opened = await this.openDatabase(this.#path);
  }

  async secret(entry: BackupEntry): Promise<void> {
    this.#secret = await readText(entry);
  }

  async message(name: string, entry: BackupEntry): Promise<void> {
    this.#messages.add(name, await readWhole(entry));
  }

  async stored(content: StoredContent, entry: BackupEntry): Promise<void> {
    if ((await sha256Of(entry.content)) !== content.sha256) this.#unreadable.push(content);
  }

  absent(content: StoredContent): void {
    this.#unreadable.push(content);
  }

  /** Compares what it has read with the manifest. Throws `invalid`. */
  result(manifest: Manifest): InspectedBackup<Opened> {
    const { opened: database } = this;
    if (this.#databaseHash !== manifest.database_sha256) throw damaged("its database was changed");
    if (!Bun.deepEquals(this.#rows, manifest.rows)) throw damaged("its database has other rows than its manifest says");
    const secretHash = this.#secret === null ? null : sha256OfText(this.#secret);
    if (secretHash !== manifest.secret_sha256) throw damaged("its secret was changed");
    if (!Bun.deepEquals(this.#messages.result(), manifest.messages)) throw damaged("its mailbox was changed");
    // The manifest lists what the installation could not read. Anything else has changed since.
    const known = new Set(manifest.unreadable.map(({ part }) => part));
    const changed = this.#unreadable.find(({ part }) => !known.has(part));
    if (changed) throw damaged(`its ${changed.description} is missing or was changed`);
    return { manifest, database, path: this.#path, secret: this.#secret };
  }

  async close(): Promise<void> {
    await this.#opened?.close();
  }
}
