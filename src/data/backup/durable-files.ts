import { type FileHandle, open, rm } from "node:fs/promises";
import { giveWay } from "../../platform/give-way.ts";

/** Writes all bytes to a new file that only this user can read, and syncs it. Leaves no file if that fails. */
export async function createDurably<T>(
  path: string,
  write: (sink: (chunk: Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T> {
  const file = await open(path, "wx", 0o600);
  try {
    const result = await write((chunk) => writeAll(file, chunk));
    await file.sync();
    return result;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Writes a stream to a new file, and returns the SHA-256 of its bytes. */
export function saveDurably(path: string, content: AsyncIterable<Uint8Array>): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  return createDurably(path, async (sink) => {
    for await (const chunk of content) {
      hasher.update(chunk);
      await giveWay();
      await sink(chunk);
    }
    return hasher.digest("hex");
  });
}

/** Makes the content of a file, or the names in a folder, durable. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.byteLength; ) {
    offset += (await file.write(chunk, offset)).bytesWritten;
  }
}
