/** Bytes that `FileStore.put` has made durable. */
export interface StoredFile {
  /** Names the bytes in this store; no meaning outside it. */
  key: string;
  sizeBytes: number;
  /** Lowercase hexadecimal. */
  sha256: string;
}

/** Stored bytes, ready to be delivered. */
export interface OpenedFile {
  sizeBytes: number;
  /**
   * The bytes from `start` up to and without `end`, for a response's body; reads nothing until it is consumed.
   * A body that covers the whole file may be one that the HTTP server can hand to the operating system.
   */
  slice(start: number, end: number): Blob | ReadableStream<Uint8Array>;
}

/**
 * Where the bytes of files live. Every adapter passes `tests/file-store.test.ts` unchanged.
 * Stored bytes never change: a new version of a file is a new key.
 */
export interface FileStore {
  /**
   * Stores all of `content` with bounded memory, taking its SHA-256 on the way. The bytes are durable and whole
   * under the returned key when this resolves; when it rejects (also with what `content` failed with), or when the
   * process dies, nothing stands under any key.
   */
  put(content: ReadableStream<Uint8Array>): Promise<StoredFile>;

  /** Returns null when nothing stands under `key`; throws when the store cannot be reached. */
  open(key: string): Promise<OpenedFile | null>;

  /** Removes the bytes; no error when there are none. */
  delete(key: string): Promise<void>;

  /** Throws, with the reason, when the store cannot be reached or written. */
  check(): Promise<void>;
}
