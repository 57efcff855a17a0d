import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { backUp } from "../../src/data/backup/back-up.ts";
import { nameOf } from "../../src/data/backup/backup-names.ts";
import { openFolderPlace } from "../../src/data/backup/folder-place.ts";
import type { BackupPlace } from "../../src/data/backup/place.ts";
import { removeOldBackups } from "../../src/data/backup/remove-old-backups.ts";
import { openS3Place } from "../../src/data/backup/s3-place.ts";
import type { Installation } from "../../src/data/backup/write-backup.ts";
import { deleteFile } from "../../src/delivery/catalog/file-removal.ts";
import { createFile } from "../../src/delivery/catalog/files.ts";
import { keptMessages } from "../../src/messages/mail/transport/mailbox.ts";
import { openDiskStore } from "../../src/platform/files/disk.ts";
import { pauseRemovals } from "../../src/platform/files/removal-pauses.ts";
import { S3Objects } from "../../src/platform/files/s3-objects.ts";
import type { FileStore } from "../../src/platform/files/store.ts";
import { instant, instantNow } from "../../src/platform/instants.ts";
import type { S3Address } from "../../src/platform/s3-address.ts";
import { temporaryFolder } from "./cleanup.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "./databases.ts";
import { sha256 } from "./files.ts";

/** An empty place, and what a test sees and does behind its back. Names are those of files below a folder, or of objects. */
export interface TestPlace {
  place: BackupPlace;
  names(): Promise<string[]>;
  put(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export function folderPlace(): TestPlace {
  const folder = join(temporaryFolder(), "backups");
  return {
    place: openFolderPlace(folder),
    async names() {
      const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      return entries.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).toSorted();
    },
    put: async (name, text) => void (await Bun.write(join(folder, name), text)),
    remove: async (name) => rmSync(join(folder, name)),
  };
}

export function s3Place(address: S3Address): TestPlace {
  const objects = new S3Objects(address);
  return {
    place: openS3Place(address, temporaryFolder()),
    async names() {
      const found: string[] = [];
      for await (const page of objects.list("")) found.push(...page.map(({ key }) => key));
      return found.toSorted();
    },
    put: (name, text) => objects.put(name, { bytes: Buffer.from(text), sha256: sha256(text) }),
    remove: (name) => objects.delete(name),
  };
}

/** An installation on SQLite, and how its files are changed. They are in `files`, or else on disk. */
export async function install(files?: FileStore) {
  const source = await (databasesUnderTest[0] as { create(): Promise<DatabaseUnderTest> }).create();
  const db = await source.open();
  const store = files ?? (await openDiskStore(join(source.folder, "files")));
  const kept = keptMessages(join(source.folder, "mailbox"));
  const installation: Installation = { db, files: store, kept, secret: "the generated secret" };
  return {
    source,
    installation,
    db,
    kept,
    /** Returns the ID of a new file, and the key of its bytes. */
    async add(content: string | Blob) {
      const stored = await store.put(new Blob([content]).stream());
      const input = { stored, filename: "file.bin", contentType: "application/octet-stream" };
      const { id } = await db.write((tx) => createFile(tx, 1, input, instantNow()));
      return { id, key: stored.key };
    },
    discard: (id: number) => db.write((tx) => deleteFile(tx, 1, id, { force: true, now: instantNow() })),
  };
}

const hour = 3_600_000;

/** Makes a backup as the schedule does, of so many hours ago. Returns its name. */
export async function make(
  installation: Installation,
  place: BackupPlace,
  { hoursAgo = 0, keep = 99, stopping = new AbortController().signal } = {},
): Promise<string> {
  await place.prepare();
  const hold = await pauseRemovals(installation.db, "backups on schedule");
  if (!hold) throw new Error("Another backup is under way.");
  const workFolder = join(place.temporaryFolder, ".work");
  mkdirSync(workFolder);
  try {
    const createdAt = instant(instantNow() - hoursAgo * hour);
    await backUp(installation, place, { createdAt, hold, workFolder, stopping });
    await removeOldBackups(place, { keep, workFolder, hold });
    return nameOf(createdAt);
  } finally {
    await hold.release();
    rmSync(workFolder, { recursive: true });
  }
}
