import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** Stored bytes that no file needs any more, to be removed from the file store. */
export interface FileRemovalsTable {
  id: Generated<number>;
  storage_key: string;
}

/** While one of them has not expired, bytes of deleted files and messages of deleted orders are not removed. */
export interface RemovalHoldsTable {
  /** One at a time holds under a name. */
  name: string;
  /** Unguessable, so that nobody renews or releases the hold of another. */
  holder: string;
  /** Renewed while the holder works. */
  expires_at: Instant;
}

/** Tries that count toward a limit. */
export interface RateLimitsTable {
  /** The limit's name, and hashes of what is tried and from where. */
  key: string;
  tries: number;
  /** Tries after it begin a new window. */
  ends_at: Instant;
}

/** What an S3 store has of an upload that is not a file yet. */
export interface UploadObjectsTable {
  upload_id: string;
  /** The store's ID of the multipart upload; null while there is no part. */
  multipart_id: Generated<string | null>;
  next_part: Generated<number>;
  /** All that has arrived: the parts and the tail. */
  received_bytes: Generated<number>;
  /** The object of what is too short for a part; null if there is none. */
  tail_key: Generated<string | null>;
  tail_bytes: Generated<number>;
  /** Until then, one server makes a file of it; null if none does. */
  storing_until: Generated<Instant | null>;
  modified_at: Instant;
}

/** A part of an upload that an S3 store has. */
export interface UploadPartsTable {
  upload_id: string;
  number: number;
  etag: string;
}
