import type { Instant } from "../instants.ts";

/** The file store, or another one named by `what`, cannot be reached right now. */
export class FilesUnreachable extends Error {
  constructor(cause: unknown, what = "The file storage") {
    super(`${what} cannot be reached.`, { cause });
    this.name = "FilesUnreachable";
  }
}

/** Rethrows the error of a store as `FilesUnreachable`. */
export function unreachable(error: unknown): never {
  throw error instanceof FilesUnreachable ? error : new FilesUnreachable(error);
}

/** Bytes that `FileStore.put` has made durable. */
export interface StoredFile {
  /** Identifies the bytes in this store. Meaningless outside it. */
  key: string;
  sizeBytes: number;
  /** Lowercase hexadecimal. */
  sha256: string;
}

/** Stored bytes, ready for delivery. */
export interface OpenedFile {
  sizeBytes: number;
  /**
   * The bytes from `start` (inclusive) to `end` (exclusive), for a response's body. Reads nothing until it is consumed.
   * The HTTP server may hand a body of the whole file to the operating system. A store that reads the bytes itself
   * keeps `passed` up to date.
   */
  slice(start: number, end: number, passed?: PassedOn): Blob | ReadableStream<Uint8Array>;
  /**
   * Fetches the first bytes of a `slice` from `start`, if they are remote, so that a download is counted only if it can
   * begin. Throws if the store cannot be reached.
   */
  prepare(start: number): Promise<void>;
  /** The file for other programs on this machine; null if the bytes are not in a file. */
  place: FilePlace | null;
  /**
   * Returns a URL at which the store itself sends the bytes to anybody. Null if the store cannot. Throws if it cannot
   * be reached.
   */
  link: ((delivery: LinkedDelivery) => Promise<string>) | null;
  /** The object in an S3 store; null for other stores. */
  object: StoredObject | null;
  /** The store's own validators of the version. Null if only this service sends the bytes. */
  validators: { etag: string; lastModified: Instant } | null;
}

/** How much of a slice the reader has taken. */
export interface PassedOn {
  /** Null if the store does not know. */
  bytes: number | null;
}

/** How the store sends a file, and for how long. */
export interface LinkedDelivery {
  contentDisposition: string;
  contentType: string;
  /** From now. Downloads that begin in time continue after it. */
  seconds: number;
}

/** An object of an S3 store. */
export interface StoredObject {
  /** Null for Amazon's own. */
  endpoint: string | null;
  bucket: string;
  key: string;
}

/** A file on disk. */
interface FilePlace {
  /** The absolute path of the folder with all stored bytes. */
  folder: string;
  /** The path inside the folder, with slashes. */
  path: string;
  /** As the file system has it. */
  modifiedAt: Instant;
}

/** Describes what to remove. */
export interface OrphanSweep {
  before: Instant;
  /** At most a thousand keys at once. */
  named(keys: string[]): Promise<Set<string>>;
  stopping: AbortSignal;
}

/**
 * Stores the bytes of files. Every adapter passes `tests/platform/files/store.test.ts` unchanged. Stored bytes never
 * change: a new version of a file has a new key.
 */
export interface FileStore {
  /**
   * Stores all of `content` with bounded memory and computes its SHA-256. When it resolves, the bytes are durable under
   * the returned key. If it rejects (also because `content` failed), or the process dies, nothing is stored.
   */
  put(content: ReadableStream<Uint8Array>): Promise<StoredFile>;

  /** Returns null if nothing is stored under `key`. Throws if the store cannot be reached. */
  open(key: string): Promise<OpenedFile | null>;

  /** Removes the bytes. No error if there are none. */
  delete(key: string): Promise<void>;

  /** Throws, with the reason, if the store cannot be reached or written. */
  check(): Promise<void>;

  /**
   * Removes stored bytes that are older than `before` and that `named` does not return, and unfinished writes as old.
   * Returns how many. Ends early if `stopping` is aborted.
   */
  sweep(orphans: OrphanSweep): Promise<number>;

  /** The text of the last `writeMark`; null if there is none. It is not a stored file. */
  readMark(): Promise<string | null>;
  /** Returns the time of writing, by the same clock as the age of stored bytes. */
  writeMark(text: string): Promise<Instant>;
}
