import { S3Objects } from "../../platform/files/s3-objects.ts";
import type { S3Address } from "../../platform/s3-address.ts";
import { instantOf } from "./backup-names.ts";
import { parts } from "./contents.ts";
import type { BackupPlace, PlacedBackup } from "./place.ts";
import { S3BackupWriter } from "./s3-backup-writer.ts";
import { backupOf, isOwnObject, sharedFolder, sharedHashOf } from "./s3-names.ts";
import { manifestIn, openS3Backup, sharedPartsIn } from "./s3-reader.ts";
import { listName, partsOfBackup } from "./shared-parts.ts";

/** Objects removed between two checks that this node is still the only one. */
const batchSize = 100;

/** A backup's own objects. The manifest is written last and removed first: a backup without one does not count. */
const ownNames = [parts.manifest, listName, parts.secret, parts.database];

/**
 * Backups in a part of an S3 store, with the same names as in a folder: `20261122T230000Z/manifest.json`,
 * `blobs/ab/cdef…`. Objects with other names there are left alone. The temporary copy of the database is in
 * `temporaryFolder`. Every function throws `FilesUnreachable`.
 */
export function openS3Place(address: S3Address, temporaryFolder: string): BackupPlace {
  const objects = new S3Objects(address, "The S3 store of the backups");

  async function list(): Promise<PlacedBackup[]> {
    const names: string[] = [];
    // Names begin with the year, so this does not list the many shared bytes.
    for await (const page of objects.list("2")) {
      for (const { key } of page) if (key === `${backupOf(key)}/${parts.manifest}`) names.push(backupOf(key) ?? "");
    }
    return names.toSorted().map((name) => ({ name, createdAt: instantOf(name) }));
  }

  async function* unneeded(kept: ReadonlySet<string>): AsyncGenerator<string> {
    const complete = new Set((await list()).map(({ name }) => name));
    const needed = new Set<string>(kept);
    for (const name of complete) {
      for await (const { sha256 } of partsOfBackup(name, sharedPartsIn(objects, name))) needed.add(sha256);
    }
    for await (const page of objects.list(sharedFolder)) {
      for (const { key } of page) {
        const sha256 = sharedHashOf(key);
        if (sha256 !== null && !needed.has(sha256)) yield key;
      }
    }
    for await (const page of objects.list("2")) {
      for (const { key } of page) {
        const name = backupOf(key);
        if (name !== null && !complete.has(name)) yield key;
      }
    }
  }

  return {
    shown: `s3://${address.bucket}/${address.prefix}`,
    temporaryFolder,
    databaseCopies: 1,
    pause: 10 * 60_000,
    prepare: async () => {},
    list,
    open: (name) => openS3Backup(objects, name),
    manifestOf: (name) => manifestIn(objects, name),
    sharedPartsOf: (name) => sharedPartsIn(objects, name),
    begin: (settings) => S3BackupWriter.begin(objects, settings),
    async remove(name) {
      for (const part of ownNames) await objects.delete(`${name}/${part}`);
    },
    async removeUnneeded(stillAlone, kept = new Set()) {
      let removed = 0;
      for await (const key of unneeded(kept)) {
        if (removed++ % batchSize === 0) await stillAlone();
        await objects.delete(key);
      }
      await stillAlone();
      for await (const page of objects.listMultiparts()) {
        for (const upload of page.filter(({ key }) => isOwnObject(key))) await objects.abort(upload);
      }
    },
  };
}
