import { expect, test } from "bun:test";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { backUpToFile } from "../../../src/data/backup/back-up-to-file.ts";
import { openBackup } from "../../../src/data/backup/open-backup.ts";
import type { BackupReader } from "../../../src/data/backup/reader.ts";
import { restoreBackup } from "../../../src/data/backup/restore.ts";
import { checkStored } from "../../../src/data/backup/stored-bytes.ts";
import type { Installation } from "../../../src/data/backup/write-backup.ts";
import { keptMessages } from "../../../src/messages/mail/transport/mailbox.ts";
import { openSqlite } from "../../../src/platform/database/sqlite/sqlite.ts";
import { openDiskStore, readDiskStore } from "../../../src/platform/files/disk.ts";
import { FilesUnreachable } from "../../../src/platform/files/store.ts";
import { backupPath } from "../../support/backup.ts";
import { folderPlace, install, make, s3Place } from "../../support/backup-places.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { thrownBy } from "../../support/failures.ts";
import { freeS3Address } from "../../support/s3.ts";

/** More than one chunk of a file's stream. */
const sizeBytes = 3_000_000;

/** Four files that are there: only the last one can be read. */
async function installWithUnreadable() {
  const installed = await install();
  const { installation, add } = installed;
  const stored = [];
  for (const letter of "abcd") stored.push(await add(letter.repeat(sizeBytes)));
  const [closed, broken, cut] = stored.map(({ key }) => key);
  const files: Installation["files"] = {
    async open(key) {
      if (key === closed) throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
      const opened = await installation.files.open(key);
      if (!opened || (key !== broken && key !== cut)) return opened;
      return { ...opened, slice: () => failingStream(key === broken) };
    },
  };
  return { ...installed, installation: { ...installation, files } };
}

/** Ends in the middle, with an error or without. */
function failingStream(fails: boolean): ReadableStream<Uint8Array> {
  const chunks = [Buffer.alloc(100_000, "b"), Buffer.alloc(100_000, "b")];
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks.pop();
      if (chunk) controller.enqueue(chunk);
      else if (fails) controller.error(new Error("EIO: i/o error, read"));
      else controller.close();
    },
  });
}

const unreadable = [
  { part: "files/1", description: "file 1 (file.bin)", reason: "cannot be read: EACCES: permission denied" },
  { part: "files/2", description: "file 2 (file.bin)", reason: "cannot be read: EIO: i/o error, read" },
  { part: "files/3", description: "file 3 (file.bin)", reason: "cannot be read: 200000 of 3000000 bytes were read" },
];

/** Restores into an empty folder, and returns the content of each file; null for one that is missing there. */
async function restore(reader: BackupReader) {
  const data = temporaryFolder();
  const path = join(data, "waybill.sqlite");
  await restoreBackup(reader, {
    data,
    openSqlite,
    accept: async () => ({ needsSecret: false }),
    openFiles: () => openDiskStore(join(data, "files")),
    kept: keptMessages(join(data, "mailbox")),
    secretPath: join(data, "secret"),
    claimDatabase: async () => {},
    giveUpDatabase: async () => {},
    placeDatabase: (database) => rename(database, path),
  });
  const db = await openSqlite(path);
  const rows = await db.read.selectFrom("files").select("storage_key").orderBy("id").execute();
  await db.close();
  const files = readDiskStore(join(data, "files"));
  const texts = rows.map(async ({ storage_key }) => {
    const opened = await files.open(storage_key ?? "");
    return opened && (await new Response(opened.slice(0, opened.sizeBytes)).text());
  });
  return Promise.all(texts);
}

const restored = [null, null, null, "d".repeat(sizeBytes)];

test("a backup file holds all but the files that cannot be read, names them, and restores", async () => {
  const { installation } = await installWithUnreadable();
  const path = backupPath();
  expect((await backUpToFile(installation, path)).unreadable).toEqual(unreadable);
  expect(await restore(await openBackup(path))).toEqual(restored);
});

test.each([
  ["a folder", async () => folderPlace()],
  ["an S3 store", async () => s3Place(await freeS3Address())],
])("so does a backup on schedule in %s", async (_, open) => {
  const { installation } = await installWithUnreadable();
  const { place } = await open();
  const name = await make(installation, place);
  expect(await restore(place.open(name))).toEqual(restored);
});

test("a check of all files names them too", async () => {
  const { installation, db } = await installWithUnreadable();
  expect(await checkStored(db.read, installation.files, () => {})).toEqual(unreadable);
});

test("a store that cannot be reached is no unreadable file, and the backup fails", async () => {
  const { installation } = await installWithUnreadable();
  const files: Installation["files"] = {
    open: async () => {
      throw new FilesUnreachable(new Error("connection refused"));
    },
  };
  expect(await thrownBy(backUpToFile({ ...installation, files }, backupPath()))).toThrow(FilesUnreachable);
});
