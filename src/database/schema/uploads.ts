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
