import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { KeptMessages } from "../../messages/mail/transport/mailer.ts";
import { countRows } from "../../platform/database/copy/copy-tables.ts";
import { tablesOf } from "../../platform/database/copy/tables.ts";
import type { Database } from "../../platform/database/database.ts";
import { damageIn, readSaved, type SavedDatabase } from "../../platform/database/sqlite/saved-database.ts";
import type { RemovalPause } from "../../platform/files/removal-pauses.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { type Instant, instantNow, writeInstant } from "../../platform/instants.ts";
import { parts, type StoredContent, storedContents } from "./contents.ts";
import { type Manifest, MessagesDigest, writeManifest } from "./manifest.ts";
import { bytesOf, describe, notMatching, openContent, orReason, type Unreadable } from "./stored-bytes.ts";
import type { BackupWriter } from "./writer.ts";

/** The sources of a backup. */
export interface Installation {
  db: Database;
  files: Pick<FileStore, "open">;
  kept: Pick<KeptMessages, "names" | "readNamed">;
  /** The generated secret; null if the settings contain one. */
  secret: string | null;
}

interface WriteOptions {
  /** Folder for the copy of the database. */
  folder: string;
  hold: RemovalPause;
  createdAt?: Instant;
  /** When it fires, the backup soon ends with its reason. */
  stopping?: AbortSignal;
}

/**
 * Writes a backup of the running installation, and resolves with its manifest. First copies the database, as of one instant, to a
 * file in `folder`; the caller removes it. `hold` prevents the removal of all files in the copy. Throws if the database is
 * damaged or the hold was lost.
 */
export async function writeBackup(
  installation: Installation,
  writer: BackupWriter,
  { folder, hold, createdAt = instantNow(), stopping }: WriteOptions,
): Promise<Manifest> {
  const path = join(folder, parts.database);
  await installation.db.saveTo(path, stopping);
  const saved = readSaved(path);
  try {
    const [damage] = await damageIn(saved, stopping);
    if (damage !== undefined) throw new Error(`The database is damaged: ${damage}`);
    const database = await addFile(writer, parts.database, path);
    const secret = installation.secret === null ? null : await addText(writer, parts.secret, installation.secret);
    const messages = await addMessages(writer, installation.kept);
    const unreadable = await addStored(writer, installation.files, saved);
    await hold.check();
    const manifest: Manifest = {
      format: "waybill-backup",
      version: 1,
      created_at: writeInstant(createdAt),
      database_sha256: database,
      secret_sha256: secret,
      messages,
      rows: await countRows(saved.tables, await tablesOf(saved.tables)),
      unreadable,
    };
    await addText(writer, parts.manifest, writeManifest(manifest));
    return manifest;
  } finally {
    await saved.close();
  }
}

async function addMessages(writer: BackupWriter, kept: Installation["kept"]): Promise<Manifest["messages"]> {
  const digest = new MessagesDigest();
  for (const name of await kept.names()) {
    const message = await kept.readNamed(name);
    // Null if the mailbox replaced the message at this moment.
    if (message === null) continue;
    digest.add(name, message);
    await addBytes(writer, `${parts.messages}${name}`, message);
  }
  return digest.result();
}

/** Returns what the installation cannot read. A backup without it is better than none. */
async function addStored(
  writer: BackupWriter,
  files: Pick<FileStore, "open">,
  saved: SavedDatabase,
): Promise<Unreadable[]> {
  const unreadable: Unreadable[] = [];
  for await (const content of storedContents(saved.read)) {
    const reason = await addContent(writer, files, content);
    if (reason !== null) unreadable.push(describe(content, reason));
  }
  return unreadable;
}

/** Resolves with what is wrong with the stored bytes; null if nothing. Throws if the store cannot be reached. */
async function addContent(
  writer: BackupWriter,
  files: Pick<FileStore, "open">,
  content: StoredContent,
): Promise<string | null> {
  const { part: name, sha256 } = content;
  const opened = await openContent(files, content);
  if (typeof opened === "string") return opened;
  const { sizeBytes, object } = opened;
  const written = writer.add({ name, sizeBytes, sha256, content: () => bytesOf(opened), file: null, object });
  return orReason(written.then((found) => (found === sha256 ? null : notMatching)));
}

async function addFile(writer: BackupWriter, name: string, path: string): Promise<string> {
  const { size } = await stat(path);
  return writer.add({
    name,
    sizeBytes: size,
    sha256: null,
    content: () => Bun.file(path).stream(),
    file: path,
    object: null,
  });
}

const addText = (writer: BackupWriter, name: string, text: string) => addBytes(writer, name, Buffer.from(text));

function addBytes(writer: BackupWriter, name: string, bytes: Uint8Array): Promise<string> {
  const content = () => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  // The hash lets the writer skip messages that an earlier backup has.
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  return writer.add({ name, sizeBytes: bytes.byteLength, sha256, content, file: null, object: null });
}
