import { type FileHandle, open } from "node:fs/promises";

/** Writes all bytes, even if one call takes only part of them: at `position` in the file, or at its end. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number | null = null): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const at = position === null ? null : position + done;
    done += (await file.write(bytes, done, bytes.byteLength - done, at)).bytesWritten;
  }
}

/** Syncs folders, so that the names in them are durable. After creating a folder, sync its parent too. */
export async function syncFolders(...folders: string[]): Promise<void> {
  for (const folder of folders) {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

/** For `catch`: null if the file or folder does not exist; rethrows other errors. */
export function nullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
  throw error;
}
