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
  /** Null while it is on sale. An archived product is still accepted in orders, and still delivered. */
  archived_at: Instant | null;
  /** The row of a deleted product stays, so that recorded downloads keep its SKU. */
  deleted_at: Instant | null;
  /** In the form for searches (`foldText`), like the next column. */
  sku_search: Generated<string>;
  name_search: Generated<string>;
  /** Hours until the links of its new orders expire; null for the account's. */
  order_expiration_in_hours: Generated<number | null>;
  /** When these hours start: at the order, or at its first counted download. */
  expires_from: Generated<"order" | "first_download">;
  /** Downloads of each file in new orders; null for the account's. */
  download_limit: Generated<number | null>;
  /** Size in bytes from which a file is large, and downloads of each such file in new orders. Null together. */
  large_file_bytes: Generated<number | null>;
  large_file_download_limit: Generated<number | null>;
  /** The key of the cover's bytes in the file store. The three columns are null together. */
  cover_storage_key: Generated<string | null>;
  cover_content_type: Generated<string | null>;
  cover_sha256: Generated<string | null>;
  /** Order items up to this row number get no license keys from the pool; null if all can get some. */
  keys_after_item: Generated<number | null>;
  /** Devices that may use each license key; null for any number. */
  device_limit: Generated<number | null>;
  /** `pool`: the owner adds the keys. `made`: if the pool has too few, keys are made from the pattern. */
  license_source: Generated<"pool" | "made" | "signed">;
  /** Each `*` is a random letter or digit; null for the usual pattern. */
  license_pattern: Generated<string | null>;
  /** Who may read the product's update feeds: nobody, programs with one of its license keys, or anyone. */
  updates: Generated<"off" | "licensed" | "open">;
  /** Identifier in the address of its update feeds; null until they were first switched on. */
  update_guid: Generated<string | null>;
  /**
   * The contents of a bundle, as JSON: a list of [row number, units]. Null for none. Deleted products stay in the list, but do
   * not count.
   */
  contents: Generated<string | null>;
  /** How its files are stamped, as JSON (delivery/catalog/stamps.ts); null if they are not. */
  stamp: Generated<string | null>;
  /** Days, from its delivery, for which a new order gets updates of the product; null for no end. */
  updates_for_days: Generated<number | null>;
}

/** A part of a product: a stored file, or an external link. */
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
  /** The row of a deleted file stays, because recorded downloads refer to it. */
  deleted_at: Instant | null;
  /** Number of the version whose content this is, from 1. Earlier ones are in `file_versions`. */
  version: Generated<number>;
  /** The highest version number that the file has ever had. */
  last_version: Generated<number>;
  /** What is new in this version, for customers; may be empty. */
  version_note: Generated<string>;
  /** The member who added this version; null for a program, and for the first version. */
  version_added_by: Generated<string | null>;
  /** When this version was added; null for the first, which is as old as the file. */
  version_added_at: Generated<Instant | null>;
  /** When the content last changed; null if it never did. */
  updated_at: Generated<Instant | null>;
  /** Whether this content can be stamped: `ok`, or why not. Null if not checked yet. */
  stamp_check: Generated<string | null>;
}

/** A version of a stored file that is not the current one. */
export interface FileVersionsTable {
  id: Generated<number>;
  account_id: number;
  file_id: number;
  /** Different from the number of every other version of the file, including the current one. */
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

/** What update feeds say about a version of a stored file, current or earlier. */
export interface FileReleasesTable {
  account_id: number;
  file_id: number;
  /** Number of the file's version. */
  number: number;
  /** The program's version, such as 1.4.2; null if unknown. */
  version: string | null;
  /** The systems that the file is for; null if unknown. */
  platform: string | null;
  /** Made by the program's developer for its updater, and passed on unchanged. Null for none. */
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
  /** Cannot be guessed. Also the name under which the received bytes are stored. */
  id: string;
  account_id: number;
  filename: string;
  content_type: string;
  /** The client's `Upload-Metadata`, as a JSON object of texts and nulls. */
  metadata: string;
  /** Null until the client sends the file's size. */
  size_bytes: number | null;
  /** The file that it has become; null while it is incomplete. */
  file_id: number | null;
  /** The product that got the file; null if it was for none, or the product no longer existed. */
  product_id: number | null;
  created_at: Instant;
}
