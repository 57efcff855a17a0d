import type { Instant } from "../instants.ts";

/** The file store, or another one with `what`, cannot be reached at the moment. */
export class FilesUnreachable extends Error {
  constructor(cause: unknown, what = "The file storage") {
    super(`${what} cannot be reached.`, { cause });
    this.name = "FilesUnreachable";
  }
}

/** Bytes that `FileStore.put` has made durable. */
export interface StoredFile {
  /** Identifies the bytes in this store. It has no meaning outside it. */
  key: string;
  sizeBytes: number;
  /** Lowercase hexadecimal. */
  sha256: string;
}

/** Stored bytes, ready to be delivered. */
export interface OpenedFile {
  sizeBytes: number;
  /**
   * The bytes from `start` (inclusive) to `end` (exclusive), for a response's body. Reads nothing until it is consumed.
   * A body that covers the whole file may be one that the HTTP server can hand to the operating system. A store that reads
   * the bytes itself, bit by bit, keeps `passed` up to date.
   */
  slice(start: number, end: number, passed?: PassedOn): Blob | ReadableStream<Uint8Array>;
  /**
   * Fetches what a `slice` from `start` begins with, if it is elsewhere. So a download is counted only if it can begin.
   * Throws if the store cannot be reached.
   */
  prepare(start: number): Promise<void>;
  /** Where another program on this machine finds the bytes; null if they are in no file. */
  place: FilePlace | null;
  /**
   * Makes an address at which the store itself sends the bytes to anybody. Null if it cannot. Throws if the store cannot
   * be reached.
   */
  link: ((delivery: LinkedDelivery) => Promise<string>) | null;
  /** Where an S3 store has the bytes; null if they are elsewhere. */
  object: StoredObject | null;
  /** How the store itself tells versions apart. Null if only this service sends the bytes. */
  validators: { etag: string; lastModified: Instant } | null;
}

/** How much of a slice was taken by whoever reads it. */
export interface PassedOn {
  /** Null if the store does not know. */
  bytes: number | null;
}

/** How the store sends a file, and for how long. */
export interface LinkedDelivery {
  contentDisposition: string;
  contentType: string;
  /** From now. A download that has begun by then goes on. */
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
  /** The folder of all stored bytes, absolute. */
  folder: string;
  /** Inside the folder: names joined by slashes. */
  path: string;
  /** As the file system has it. */
  modifiedAt: Instant;
}

/** What a sweep removes. */
export interface OrphanSweep {
  before: Instant;
  /** At most a thousand keys at once. */
  named(keys: string[]): Promise<Set<string>>;
  stopping: AbortSignal;
}

/**
 * Where the bytes of files live. Every adapter passes `tests/platform/files/store.test.ts` unchanged.
 * Stored bytes never change: a new version of a file is a new key.
 */
export interface FileStore {
  /**
   * Stores all of `content` with bounded memory and computes its SHA-256. When this resolves, the complete bytes are
   * durable under the returned key. If it rejects (also because `content` failed), or if the process dies, nothing is
   * stored under any key.
   */
  put(content: ReadableStream<Uint8Array>): Promise<StoredFile>;

  /** Returns null if nothing is stored under `key`. Throws if the store cannot be reached. */
  open(key: string): Promise<OpenedFile | null>;

  /** Removes the bytes. No error if there are none. */
  delete(key: string): Promise<void>;

  /** Throws, with the reason, if the store cannot be reached or written. */
  check(): Promise<void>;

  /**
   * Removes stored bytes that are older than `before` and that `named` does not return of the keys that it is given, and
   * unfinished writes as old. Returns how many. Ends early when `stopping` is aborted.
   */
  sweep(orphans: OrphanSweep): Promise<number>;

  /** The text that the last `writeMark` left; null if there was none. It is no stored file. */
  readMark(): Promise<string | null>;
  /** Returns when it was written, by the clock that also says how old stored bytes are. */
  writeMark(text: string): Promise<Instant>;
}
