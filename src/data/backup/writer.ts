import type { StoredObject } from "../../platform/files/store.ts";
import { giveWay } from "../../platform/give-way.ts";

/** A part of a backup to be written. */
export interface Part {
  name: string;
  sizeBytes: number;
  /** As recorded when the bytes were stored; null if that is not known. */
  sha256: string | null;
  /** Can be called several times. */
  content(): ReadableStream<Uint8Array>;
  /** A temporary file with the same content; null if there is none. May be moved away once the content was read. */
  file: string | null;
  /** Where an S3 store has the same bytes; null if it does not. */
  object: StoredObject | null;
}

/** Writes the parts of a backup. */
export interface BackupWriter {
  /**
   * Writes the part, and resolves with the SHA-256 of its content. Throws if the size is wrong. A writer that shares
   * bytes between backups keeps only bytes that match the recorded hash.
   */
  add(part: Part): Promise<string>;
}

/** Passes the bytes on, and counts and hashes them. Throws at the end if they are not `sizeBytes`. */
export async function* hashed(
  content: ReadableStream<Uint8Array>,
  sizeBytes: number,
  hasher: Bun.CryptoHasher,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > sizeBytes) break;
    hasher.update(chunk);
    await giveWay();
    yield chunk;
  }
  if (size !== sizeBytes) throw new Error(`Bytes changed while they were copied: ${sizeBytes} were expected.`);
}
