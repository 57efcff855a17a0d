import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

export interface ProductsTable {
  id: Generated<number>;
  account_id: number;
  sku: string;
  name: string;
  price: number | null;
  currency: string | null;
  /** Identifier in the permalink. */
  guid: string;
  /** Null while the permalink works. */
  permalink_disabled_at: Instant | null;
  created_at: Instant;
  /** Null while it is sold. An archived product is still accepted in orders, and still delivered. */
  archived_at: Instant | null;
  /** A deleted product stays as a row, so that recorded downloads keep the SKU they had. */
  deleted_at: Instant | null;
  /** As searches compare it (`foldText`), like the one that follows. */
  sku_search: Generated<string>;
  name_search: Generated<string>;
  /** Hours until the links of its new orders expire; null for the account's. */
  order_expiration_in_hours: Generated<number | null>;
  /** From when these hours count: the order, or its first counted download. */
  expires_from: Generated<"order" | "first_download">;
  /** Downloads of each file in new orders; null for the account's. */
  download_limit: Generated<number | null>;
  /** Size in bytes from which a file is large, and downloads of each such file in new orders; null together. */
  large_file_bytes: Generated<number | null>;
  large_file_download_limit: Generated<number | null>;
  /** Of the cover's bytes in the file store; the three are null together. */
  cover_storage_key: Generated<string | null>;
  cover_content_type: Generated<string | null>;
  cover_sha256: Generated<string | null>;
  /** Order items up to this row number get no license keys of the pool; null if all get some. */
  keys_after_item: Generated<number | null>;
  /** Devices that may use each license key; null for any number. */
  device_limit: Generated<number | null>;
  /** `pool`: the owner adds the keys. `made`: what the pool lacks is made by the pattern. */
  license_source: Generated<"pool" | "made" | "signed">;
  /** Each `*` is a random letter or digit; null for the usual pattern. */
  license_pattern: Generated<string | null>;
  /** Who may ask for the product's update feeds: nobody, programs with a license key of it, or anybody. */
  updates: Generated<"off" | "licensed" | "open">;
  /** Identifier in the address of its update feeds; null until they were first switched on. */
  update_guid: Generated<string | null>;
  /** The products that it holds, as JSON: a list of [row number, units]. Null for none. Deleted ones stay in it, and do not count. */
  contents: Generated<string | null>;
  /** How its files are stamped, as JSON (delivery/catalog/stamps.ts); null if they are not. */
  stamp: Generated<string | null>;
  /** Days from its delivery for which a new order gets updates of the product; null for without end. */
  updates_for_days: Generated<number | null>;
}

/** What a product delivers: a stored file, or an external link. */
export interface FilesTable {
  id: Generated<number>;
  account_id: number;
  filename: string;
  size_bytes: number;
  content_type: string;
  sha256: string;
  /** Null for an external link. */
  storage_key: string | null;
  /** Null for a stored file. */
  external_url: string | null;
  created_at: Instant;
  /** The row stays, because recorded downloads refer to it. */
  deleted_at: Instant | null;
  /** Number of the version whose content this is, from 1. Earlier ones are in `file_versions`. */
  version: Generated<number>;
  /** The highest number that a version of the file ever had. */
  last_version: Generated<number>;
  /** What is new in this version, for customers; empty for nothing. */
  version_note: Generated<string>;
  /** The member who added this version; null for a program, and for the first version. */
  version_added_by: Generated<string | null>;
  /** When this version was added; null for the first, which is as old as the file. */
  version_added_at: Generated<Instant | null>;
  /** When the content changed last; null if it never did. */
  updated_at: Generated<Instant | null>;
  /** Whether this content can be stamped: `ok`, or why not. Null if nobody has looked. */
  stamp_check: Generated<string | null>;
}

/** A version of a stored file that is not the current one. */
export interface FileVersionsTable {
  id: Generated<number>;
  account_id: number;
  file_id: number;
  /** Different from that of every other version of the file, the current one included. */
  number: number;
  filename: string;
  size_bytes: number;
  content_type: string;
  sha256: string;
  /** Null once the content was removed to free the space. */
  storage_key: string | null;
  note: string;
  added_by: string | null;
  added_at: Instant;
}

/** What programs are told about a version of a stored file, the current one or an earlier one, in update feeds. */
export interface FileReleasesTable {
  account_id: number;
  file_id: number;
  /** Number of the file's version. */
  number: number;
  /** Of the program, such as 1.4.2; null if it was not said. */
  version: string | null;
  /** The systems that the file is for; null if it was not said. */
  platform: string | null;
  /** By the program's developer, for its updater; passed on as it is. Null for none. */
  signature: string | null;
  /** Base64; null until a feed needs it. */
  sha512: string | null;
}

export interface ProductFilesTable {
  product_id: number;
  file_id: number;
  position: number;
}

/** An id by which programs in customers' hands know a product. */
export interface ProductProgramIdsTable {
  account_id: number;
  product_id: number;
  program_id: string;
  position: number;
}

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
