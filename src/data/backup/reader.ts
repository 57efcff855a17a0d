/**
 * A part of a backup as it is read. Its content is read to its end before the next part, and not canceled: the tar decoder
 * would stand still.
 */
export interface BackupEntry {
  name: string;
  sizeBytes: number;
  /** The file that has exactly this content; absent if none has. */
  path?: string;
  content: ReadableStream<Uint8Array>;
}

/** A backup that was written earlier. It can be read several times. */
export interface BackupReader {
  /** Its parts in their order. Throws `invalid` where the backup is torn. */
  entries(): AsyncGenerator<BackupEntry>;
}
