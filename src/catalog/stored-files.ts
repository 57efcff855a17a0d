import { inBatches } from "../database/batches.ts";
import type { Reader, Tx } from "../database/database.ts";
import { isLiveFile } from "./live.ts";

/** A stored file of any account, with what is recorded of its bytes. */
interface StoredFileRecord {
  id: number;
  filename: string;
  sizeBytes: number;
  /** Lowercase hexadecimal. */
  sha256: string;
  storageKey: string;
}

/** The stored files of all accounts that were not deleted, in batches, by row number. */
export function allStoredFiles(reader: Reader): AsyncGenerator<StoredFileRecord[]> {
  return inBatches<StoredFileRecord>(({ last, limit }) =>
    liveFiles(reader)
      .where("id", ">", last?.id ?? 0)
      .orderBy("id")
      .limit(limit)
      .execute(),
  );
}

/** How many there are, and their bytes together. */
export async function totalOfStoredFiles(reader: Reader): Promise<{ files: number; bytes: number }> {
  const { files, bytes } = await reader
    .selectFrom("files")
    .where(isLiveFile)
    .select(({ fn }) => [fn.countAll<number>().as("files"), fn.sum<number | null>("size_bytes").as("bytes")])
    .executeTakeFirstOrThrow();
  return { files: Number(files), bytes: Number(bytes ?? 0) };
}

/** Whether a file that was not deleted has the bytes with this key. */
export async function isStillStored(reader: Reader, storageKey: string): Promise<boolean> {
  return (await liveFiles(reader).where("storage_key", "=", storageKey).executeTakeFirst()) !== undefined;
}

/** For a file whose same bytes are stored under another key now. */
export async function changeStorageKey(tx: Tx, id: number, storageKey: string): Promise<void> {
  await tx.updateTable("files").set({ storage_key: storageKey }).where("id", "=", id).execute();
}

/** Those of the keys in the file store that belong to a file. */
export async function filesWithKeys(reader: Reader, keys: string[]): Promise<string[]> {
  const files = reader.selectFrom("files").select("storage_key as key").where("storage_key", "in", keys);
  return (await files.execute()).flatMap(({ key }) => key ?? []);
}

const liveFiles = (reader: Reader) =>
  reader
    .selectFrom("files")
    .where(isLiveFile)
    .select(["id", "filename", "size_bytes as sizeBytes", "sha256"])
    .select(({ ref }) => ref("storage_key").$notNull().as("storageKey"));
