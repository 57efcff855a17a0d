import { inBatches } from "../../platform/database/batches.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { isLiveFile } from "./live.ts";

/** A stored file of any account, with the recorded details of its bytes. */
interface StoredFileRecord {
  id: number;
  filename: string;
  sizeBytes: number;
  /** Lowercase hexadecimal. */
  sha256: string;
  storageKey: string;
}

/** The undeleted stored files of all accounts, in batches, by row number. */
export function allStoredFiles(reader: Reader): AsyncGenerator<StoredFileRecord[]> {
  return inBatches<StoredFileRecord>(({ last, limit }) =>
    liveFiles(reader)
      .where("id", ">", last?.id ?? 0)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );
}

/** An earlier version of such a file, if its bytes are stored. `id` is the row number of the version. */
interface StoredVersionRecord extends StoredFileRecord {
  number: number;
}

/** The earlier versions of these files whose bytes are stored, in batches, by row number. */
export function allStoredVersions(reader: Reader): AsyncGenerator<StoredVersionRecord[]> {
  return inBatches<StoredVersionRecord>(({ last, limit }) =>
    liveVersions(reader)
      .select(["earlier.id", "earlier.number", "earlier.filename", "earlier.size_bytes as sizeBytes", "earlier.sha256"])
      .select(({ ref }) => ref("earlier.storage_key").$notNull().as("storageKey"))
      .where("earlier.id", ">", last?.id ?? 0)
      .orderBy("earlier.id")
      .limit(limit)
      .execute(),
  );
}

/** The number of files and earlier versions, and their total bytes. */
export async function totalOfStoredFiles(reader: Reader): Promise<{ files: number; bytes: number }> {
  const current = await reader
    .selectFrom("files")
    .where(isLiveFile)
    .select(({ fn }) => [fn.countAll<number>().as("files"), fn.sum<number | null>("size_bytes").as("bytes")])
    .executeTakeFirstOrThrow();
  const earlier = await liveVersions(reader)
    .select(({ fn }) => [fn.countAll<number>().as("files"), fn.sum<number | null>("earlier.size_bytes").as("bytes")])
    .executeTakeFirstOrThrow();
  return {
    files: Number(current.files) + Number(earlier.files),
    bytes: Number(current.bytes ?? 0) + Number(earlier.bytes ?? 0),
  };
}

/** Whether an undeleted file, or an earlier version of one, has the bytes with this key. */
export async function isStillStored(reader: Reader, storageKey: string): Promise<boolean> {
  const file = await liveFiles(reader).where("storage_key", "=", storageKey).executeTakeFirst();
  if (file) return true;
  const earlier = liveVersions(reader).select("earlier.id").where("earlier.storage_key", "=", storageKey);
  return (await earlier.executeTakeFirst()) !== undefined;
}

/** Records the new key of a file whose bytes were stored again. */
export async function changeStorageKey(tx: Tx, id: number, storageKey: string): Promise<void> {
  await tx.updateTable("files").set({ storage_key: storageKey }).where("id", "=", id).execute();
}

/** The same for an earlier version (row number). */
export async function changeVersionKey(tx: Tx, id: number, storageKey: string): Promise<void> {
  await tx.updateTable("file_versions").set({ storage_key: storageKey }).where("id", "=", id).execute();
}

/** Returns the keys in the file store that belong to a file or an earlier version of one. */
export async function filesWithKeys(reader: Reader, keys: string[]): Promise<string[]> {
  const files = reader.selectFrom("files").select("storage_key as key").where("storage_key", "in", keys);
  // Servers of an earlier version delete files and leave their versions.
  const earlier = liveVersions(reader).select("earlier.storage_key as key").where("earlier.storage_key", "in", keys);
  const found = [await files.execute(), await earlier.execute()].flat();
  return found.flatMap(({ key }) => key ?? []);
}

const liveVersions = (reader: Reader) =>
  reader
    .selectFrom("file_versions as earlier")
    .innerJoin("files as file", "file.id", "earlier.file_id")
    .where("file.deleted_at", "is", null)
    .where("earlier.storage_key", "is not", null);

const liveFiles = (reader: Reader) =>
  reader
    .selectFrom("files")
    .where(isLiveFile)
    .select(["id", "filename", "size_bytes as sizeBytes", "sha256"])
    .select(({ ref }) => ref("storage_key").$notNull().as("storageKey"));
