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
 * Where scheduled backups are kept. They share bytes that do not change. One node at a time writes and removes; all can
 * read. Both adapters pass `tests/data/backup/places.test.ts`.
 */
export interface BackupPlace {
  /** The place as people see it, without credentials. */
  shown: string;
  /** The folder for temporary files. Must have room for `databaseCopies` of the database. */
  temporaryFolder: string;
  /** How many copies of the database the temporary folder must have room for. */
  databaseCopies: number;
  /** Milliseconds between two checks whether a backup is due. */
  pause: number;
  /** Creates what is missing. */
  prepare(): Promise<void>;
  /** The complete backups, oldest first. */
  list(): Promise<PlacedBackup[]>;
  /** Reads one. */
  open(name: string): BackupReader;
  /** Throws `invalid` if it was changed. */
  manifestOf(name: string): Promise<Manifest>;
  /** The parts that a backup shares with others, in order. Throws `invalid` if their list was changed. */
  sharedPartsOf(name: string): AsyncIterable<SharedPart>;
  begin(draft: DraftSettings): Promise<BackupDraft>;
  /** Removes a backup, but no shared bytes. A crash leaves no half-removed backup under its name. */
  remove(name: string, workFolder: string): Promise<void>;
  /**
   * Removes shared bytes that no complete backup needs and whose SHA-256 is not in `kept`, and what unfinished backups
   * left. If it cannot read the list of a backup, it removes nothing and throws. Calls `stillAlone` regularly, and
   * stops with what that throws.
   */
  removeUnneeded(stillAlone: () => Promise<void>, kept?: ReadonlySet<string>): Promise<void>;
}

export interface DraftSettings {
  createdAt: Instant;
  /** Empty, inside `temporaryFolder`; the caller removes it. */
  workFolder: string;
  /** When it fires, all work soon ends with its reason. */
  stopping: AbortSignal;
}

/** A backup that is being written. `list` leaves it out. */
export interface BackupDraft extends BackupWriter {
  /**
   * Makes everything durable, and checks what was written. If it is damaged, throws `invalid` and removes the damaged
   * shared bytes, so that the next backup stores them again.
   */
  check(): Promise<void>;
  /** Makes it a complete backup, which `list` returns. */
  publish(): Promise<void>;
  /** Always call this at the end. */
  close(): Promise<void>;
}
