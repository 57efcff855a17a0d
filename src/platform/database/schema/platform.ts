import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** Stored bytes that no file needs now, to be removed from the file store. */
export interface FileRemovalsTable {
  id: Generated<number>;
  storage_key: string;
}

/** Until all of these have expired, bytes of deleted files and messages of deleted orders are not removed. */
export interface RemovalHoldsTable {
  /** Only one can have each name at a time. */
  name: string;
  /** Cannot be guessed, so that nobody renews or releases the hold of another. */
  holder: string;
  /** Renewed while the holder works. */
  expires_at: Instant;
}

/** Tries that count toward a limit. */
export interface RateLimitsTable {
  /** The limit's name, and hashes of what is tried and where it comes from. */
  key: string;
  tries: number;
  /** The next try after this time begins a new window. */
  ends_at: Instant;
}

/** The parts in an S3 store of an upload that is not a file yet. */
export interface UploadObjectsTable {
  upload_id: string;
  /** The S3 store's ID of the multipart upload; null while there is no part. */
  multipart_id: Generated<string | null>;
  next_part: Generated<number>;
  /** Everything received so far: the parts and the tail. */
  received_bytes: Generated<number>;
  /** The object with the rest that is too short for a part; null if there is none. */
  tail_key: Generated<string | null>;
  tail_bytes: Generated<number>;
  /** Until when one server turns it into a file; null if none does. */
  storing_until: Generated<Instant | null>;
  modified_at: Instant;
}

/** A part of an upload in an S3 store. */
export interface UploadPartsTable {
  upload_id: string;
  number: number;
  etag: string;
}
