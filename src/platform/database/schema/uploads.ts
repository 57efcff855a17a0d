import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** A file that arrives in parts. */
export interface UploadsTable {
  /** Unguessable; also the name under which the bytes that have arrived are kept. */
  id: string;
  account_id: number;
  filename: string;
  content_type: string;
  /** What the client gave as `Upload-Metadata`, as a JSON object of texts and nulls. */
  metadata: string;
  /** Null until the client says how long the file is. */
  size_bytes: number | null;
  /** The file that it has become; null while it has not arrived whole. */
  file_id: number | null;
  /** The product that got the file; null when it was for none, or that was gone. */
  product_id: number | null;
  created_at: Instant;
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
