import type { Selection } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { type Instant, instant } from "../../platform/instants.ts";

export const uploadColumns = [
  "id",
  "account_id as accountId",
  "filename",
  "content_type as contentType",
  "metadata",
  "size_bytes as sizeBytes",
  "file_id as fileId",
  "product_id as productId",
  "created_at as createdAt",
] as const;

/** A file that arrives in parts. */
export type Upload = Selection<Schema, "uploads", (typeof uploadColumns)[number]>;

/** What a client declares about the file before it sends the bytes. */
interface NewUpload {
  id: string;
  filename: string;
  contentType: string;
  metadata: Record<string, string | null>;
  /** Null if the client does not know it yet. */
  sizeBytes: number | null;
}

/** Milliseconds after which an incomplete upload is removed. */
export const uploadLifetime = 7 * dayMilliseconds;

/** Records a new upload, or the length of an existing one. */
export async function saveUpload(tx: Tx, accountId: number, upload: NewUpload, now: Instant): Promise<void> {
  const { id, filename, contentType, metadata, sizeBytes } = upload;
  await tx
    .insertInto("uploads")
    .values({
      id,
      account_id: accountId,
      filename,
      content_type: contentType,
      metadata: JSON.stringify(metadata),
      size_bytes: sizeBytes,
      file_id: null,
      product_id: null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ size_bytes: sizeBytes }))
    .execute();
}

/** Null if it is unknown or belongs to another account. */
export async function uploadById(reader: Reader, accountId: number, id: string): Promise<Upload | null> {
  const found = reader.selectFrom("uploads").select(uploadColumns).where("id", "=", id);
  return (await found.where("account_id", "=", accountId).executeTakeFirst()) ?? null;
}

/**
 * Deletes at most `most` records of finished uploads older than `uploadLifetime`. Returns whether there may be more.
 */
export async function removeFinishedUploads(tx: Tx, now: Instant, most: number): Promise<boolean> {
  const finished = await tx
    .selectFrom("uploads")
    .select("id")
    .where("file_id", "is not", null)
    .where("created_at", "<", instant(now - uploadLifetime))
    .orderBy("created_at")
    .limit(most)
    .execute();
  const ids = finished.map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom("uploads").where("id", "in", ids).execute();
  return ids.length === most;
}

/** The IDs whose upload has not become a file. */
export async function unfinishedUploads(reader: Reader, ids: string[]): Promise<string[]> {
  const uploads = reader.selectFrom("uploads").select("id").where("id", "in", ids).where("file_id", "is", null);
  return (await uploads.execute()).map(({ id }) => id);
}

/** Deletes the records of all uploads that have not become files. In a restored installation, their bytes are missing. */
export async function forgetUnfinishedUploads(tx: Tx): Promise<void> {
  await tx.deleteFrom("uploads").where("file_id", "is", null).execute();
}

/** Deletes the record of an upload unless it has become a file. Returns whether it did. */
export async function forgetUpload(tx: Tx, id: string): Promise<boolean> {
  const unfinished = tx.deleteFrom("uploads").where("id", "=", id).where("file_id", "is", null);
  return (await unfinished.returning("id").executeTakeFirst()) !== undefined;
}
