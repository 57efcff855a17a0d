import type { Instant } from "../../platform/instants.ts";
import type { Manifest } from "./manifest.ts";
import type { BackupReader } from "./reader.ts";
import type { SharedPart } from "./shared-parts.ts";
import type { BackupWriter } from "./writer.ts";

/** A complete backup. */
export interface PlacedBackup {
  name: string;
  createdAt: Instant;
}

/**
 * Where backups on schedule are kept. They share bytes that do not change. Both adapters pass `tests/data/backup/places.test.ts`.
 * One node at a time writes and removes; all can read.
 */
export interface BackupPlace {
  /** For people, without credentials. */
  shown: string;
  /** The folder for temporary files, which has room for a copy of the database. */
  temporaryFolder: string;
  /** Copies of the database that there must be room for in that folder. */
  databaseCopies: number;
  /** Milliseconds between two looks at whether a backup is due. */
  pause: number;
  /** Creates what is missing. */
  prepare(): Promise<void>;
  /** The complete backups, the oldest first. */
  list(): Promise<PlacedBackup[]>;
  /** Reads one. */
  open(name: string): BackupReader;
  /** Throws `invalid` if it was changed. */
  manifestOf(name: string): Promise<Manifest>;
  /** The bytes that one shares with others, in the order of its parts. Throws `invalid` if their list was changed. */
  sharedPartsOf(name: string): AsyncIterable<SharedPart>;
  begin(draft: DraftSettings): Promise<BackupDraft>;
  /** Removes one, but no shared bytes. A crash leaves no half of it under its name. */
  remove(name: string, workFolder: string): Promise<void>;
  /**
   * Removes the shared bytes that no complete backup needs, and what unfinished backups left. If the list of one cannot
   * be read, removes nothing and throws. Shared bytes whose SHA-256 is in `kept` stay too. Calls `stillAlone` again and
   * again, and ends with what it throws.
   */
  removeUnneeded(stillAlone: () => Promise<void>, kept?: ReadonlySet<string>): Promise<void>;
}

export interface DraftSettings {
  createdAt: Instant;
  /** Empty, inside `temporaryFolder`; the caller removes it. */
  workFolder: string;
  /** Once it has fired, everything ends soon with its reason. */
  stopping: AbortSignal;
}

/** A backup that is being written. It is not among the complete ones. */
export interface BackupDraft extends BackupWriter {
  /**
   * Makes all of it durable, and checks what was written. Throws `invalid` if it is not whole. Shared bytes that are
   * damaged are removed then, so that the next backup stores them again.
   */
  check(): Promise<void>;
  /** Lets it be among the complete ones. */
  publish(): Promise<void>;
  /** To be called in any case. */
  close(): Promise<void>;
}
