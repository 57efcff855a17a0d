import { type FileHandle, open } from "node:fs/promises";

/** Writes all bytes, of which one write may take only a part: at `position` in the file, or else at its end so far. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number | null = null): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const at = position === null ? null : position + done;
    done += (await file.write(bytes, done, bytes.byteLength - done, at)).bytesWritten;
  }
}

/** Makes the names in folders durable. A new folder is durable once the folder around it has been synced too. */
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

/** For `catch`: null in place of the error that a file or folder is not there. */
export function nullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
  throw error;
}
