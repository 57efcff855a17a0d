import type { Database, Tx } from "../../platform/database/database.ts";
import { locking } from "../../platform/database/row-locks.ts";
import { DomainError } from "../../platform/errors.ts";
import type { PartialFiles } from "../../platform/files/partial-files.ts";
import { recordStored } from "../../platform/files/record-stored.ts";
import type { FileStore, StoredFile } from "../../platform/files/store.ts";
import { instantNow } from "../../platform/instants.ts";
import { createFile } from "./files.ts";
import { attachUpload } from "./upload-target.ts";
import type { Upload } from "./uploads.ts";

/** Where uploads arrive, and where files are stored. */
interface UploadPlaces {
  db: Database;
  files: FileStore;
  partials: PartialFiles;
}

/** Turns complete uploads into files. */
export interface UploadFinisher {
  partials: PartialFiles;
  /**
   * Turns a complete upload into a file: stores it, records it, attaches it to its product, and returns the file's number. Does
   * this only once, even with several callers. Null while bytes are missing or another server does it. Throws `not_found` if the
   * upload was canceled.
   */
  finish(upload: Upload): Promise<number | null>;
}

/** Within this process, only one call at a time finishes an upload. Between processes, the database ensures this. */
export function createUploadFinisher(places: UploadPlaces): UploadFinisher {
  const underway = new Map<string, Promise<number | null>>();
  return {
    partials: places.partials,
    async finish(upload) {
      if (upload.fileId !== null) return upload.fileId;
      const running = underway.get(upload.id);
      if (running) return running;
      if (!(await isWhole(places.partials, upload))) return recordedFile(places.db, upload.id);
      const started = underway.get(upload.id) ?? storeOnce(places, upload).finally(() => underway.delete(upload.id));
      underway.set(upload.id, started);
      return started;
    },
  };
}

async function isWhole(partials: PartialFiles, { id, sizeBytes }: Upload): Promise<boolean> {
  if (sizeBytes === null) return false;
  return (await partials.stateOf(id))?.sizeBytes === sizeBytes;
}

/** Another process or request may just have recorded it and removed its bytes. */
async function recordedFile(db: Database, id: string): Promise<number | null> {
  const upload = await db.read.selectFrom("uploads").select("file_id").where("id", "=", id).executeTakeFirst();
  return upload?.file_id ?? null;
}

async function storeOnce(places: UploadPlaces, upload: Upload): Promise<number | null> {
  const { db, partials } = places;
  const recorded = await recordedFile(db, upload.id);
  if (recorded !== null) return recorded;
  const stored = await partials.store(upload.id);
  if (stored === null) return null;
  const file = await record(places, upload, stored);
  await partials.forget(upload.id);
  return file;
}

async function record(places: UploadPlaces, upload: Upload, stored: StoredFile): Promise<number> {
  const { accountId, id, filename, contentType, sizeBytes } = upload;
  try {
    const { fileId, isOurs } = await recordStored(places, [stored], async (tx) => {
      const now = instantNow();
      const other = await lockedUpload(tx, id);
      if (other?.fileId) return { fileId: other.fileId, isOurs: false };
      const file = await createFile(tx, accountId, { stored, filename, contentType }, now);
      const claimed = await tx
        .updateTable("uploads")
        .set({ file_id: file.id })
        .where("id", "=", id)
        .where("file_id", "is", null)
        .where("size_bytes", "=", stored.sizeBytes)
        .returning("file_id")
        .executeTakeFirst();
      if (!claimed)
        throw new DomainError("not_found", `The upload ${id} of ${sizeBytes} bytes was canceled in the meantime.`);
      const { productId: product_id, fileId } = await attachUpload(tx, upload, file.id, now);
      if (product_id !== null) await tx.updateTable("uploads").set({ product_id }).where("id", "=", id).execute();
      return { fileId, isOurs: true };
    });
    if (!isOurs) await places.partials.release(stored);
    return fileId;
  } catch (error) {
    const recorded = await recordedFile(places.db, id);
    if (recorded === null) throw error;
    return recorded;
  }
}

/** Locks the upload until the transaction ends, so that only one of several servers records the file. */
async function lockedUpload(tx: Tx, id: string): Promise<{ fileId: number | null } | null> {
  const upload = tx.selectFrom("uploads").select("file_id as fileId").where("id", "=", id);
  return (await locking(tx, upload).executeTakeFirst()) ?? null;
}
