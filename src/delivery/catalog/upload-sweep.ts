import type { Database } from "../../platform/database/database.ts";
import { hourMilliseconds } from "../../platform/days.ts";
import type { PartialFiles } from "../../platform/files/partial-files.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { filesWithKeys } from "./stored-files.ts";
import type { UploadFinisher } from "./upload-finisher.ts";
import { forgetUpload, type Upload, uploadColumns, uploadLifetime } from "./uploads.ts";

/** Milliseconds without a write after which an upload counts as abandoned. */
const quietAfter = hourMilliseconds;

interface Sweeping {
  db: Database;
  uploads: UploadFinisher;
  log: Log;
}

/**
 * Turns complete uploads into files if a process died before it recorded them. Removes uploads that are still
 * incomplete after seven days, and bytes without an upload.
 */
export async function sweepUploads({ db, uploads, log }: Sweeping, now: Instant): Promise<void> {
  const { partials } = uploads;
  const unfinished = await db.read.selectFrom("uploads").select(uploadColumns).where("file_id", "is", null).execute();
  for (const upload of unfinished) {
    try {
      if ((await uploads.finish(upload)) === null) await removeExpired(db, partials, { upload, now });
    } catch (error) {
      log.error({ err: error, upload: upload.id }, "could not finish or remove an upload");
    }
  }
  for (const id of await partials.list()) {
    try {
      await removeStray(db, partials, { id, now });
    } catch (error) {
      log.error({ err: error, upload: id }, "could not remove the remains of an upload");
    }
  }
}

async function removeExpired(
  db: Database,
  partials: PartialFiles,
  { upload, now }: { upload: Upload; now: Instant },
): Promise<void> {
  if (upload.createdAt >= now - uploadLifetime || !(await isQuiet(partials, upload.id, now))) return;
  if (await db.write((tx) => forgetUpload(tx, upload.id))) await partials.remove(upload.id);
}

async function removeStray(
  db: Database,
  partials: PartialFiles,
  { id, now }: { id: string; now: Instant },
): Promise<void> {
  const upload = await db.read.selectFrom("uploads").select("file_id").where("id", "=", id).executeTakeFirst();
  if (upload?.file_id) return partials.forget(id);
  // The bytes of a new upload are written just before its record.
  if (upload || !(await isQuiet(partials, id, now))) return;
  // The record of a finished upload is removed before its file.
  if (await hasStoredFile(db, id)) return partials.forget(id);
  await partials.remove(id);
}

/**
 * Whether a file or an earlier version uses the bytes with this key. In an S3 store, the key of an upload's bytes is
 * its ID.
 */
async function hasStoredFile(db: Database, key: string): Promise<boolean> {
  return (await filesWithKeys(db.read, [key])).length > 0;
}

async function isQuiet(partials: PartialFiles, id: string, now: Instant): Promise<boolean> {
  const state = await partials.stateOf(id);
  return state === null || state.modifiedAt < now - quietAfter;
}
