/**
 * A part of a backup that is being read. Read its content to the end before the next part, and never cancel it: the tar
 * decoder would hang.
 */
export interface BackupEntry {
  name: string;
  sizeBytes: number;
  /** The file with exactly this content, if there is one. */
  path?: string;
  content: ReadableStream<Uint8Array>;
}

/** A complete backup. It can be read several times. */
export interface BackupReader {
  /** Its parts in order. Throws `invalid` if the backup breaks off. */
  entries(): AsyncGenerator<BackupEntry>;
}
