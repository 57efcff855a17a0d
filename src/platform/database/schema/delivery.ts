import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** An email to the customers of a product, about a new version of one of its files. */
export interface AnnouncementsTable {
  id: Generated<number>;
  account_id: number;
  product_id: number;
  file_id: number;
  /** Number of the version that was current when the announcement began. */
  version: number;
  /** The file name of that version. */
  filename: string;
  /** What is new; may be empty. */
  note: string;
  /** `done`: all emails were queued. A stopped announcement can continue. */
  state: "sending" | "stopped" | "done";
  /** The member who began it; null for a program. */
  created_by: string | null;
  created_at: Instant;
  /** How many addresses it was going to reach when it began. */
  recipients: number;
  /** Number of queued emails. */
  queued: number;
  /** Row number: the product's order items below it still have to be read. They are read newest first. */
  before_item: number;
  /** When it continues, because the day's allowance was used up; null if it is not waiting. */
  resumes_at: Instant | null;
  /** When the last email was queued; null before. */
  finished_at: Instant | null;
}

/** The recipients of an announcement: one email for each address. */
export interface AnnouncementRecipientsTable {
  announcement_id: number;
  /** `hashOfAddress`. The address itself is in the order and the email, and is erased with them. */
  address_hash: string;
  email_id: number;
}

/** A customer who wants no emails about updates of an account. */
export interface UpdateOptOutsTable {
  account_id: number;
  /** In lowercase. */
  email: string;
  created_at: Instant;
}

export interface DownloadsTable {
  id: Generated<number>;
  account_id: number;
  product_id: number;
  order_id: number | null;
  order_item_id: number | null;
  file_id: number;
  filename: string;
  size_bytes: number;
  ip_address: string;
  user_agent: string;
  downloaded_at: Instant;
  /** 1 if a later part was counted and the first part has not been requested. */
  lacks_first_part: Generated<number>;
  /** Number of the file's version that was sent. */
  file_version: Generated<number>;
}

/** Links to everything that customers have bought with an address. */
export interface LibraryLinksTable {
  /** The hash of the link's token. */
  token_hash: string;
  account_id: number;
  /** The customer's address, in lowercase. */
  email: string;
  expires_at: Instant;
}

/** Downloads that were each sent completely in one response: all from the first row number to the last. */
export interface SentDownloadsTable {
  first_id: number;
  last_id: number;
}

/** Other downloads with known progress. */
export interface PartialDownloadsTable {
  download_id: number;
  /** JSON: the parts of the file that were sent (downloads/progress/coverage.ts). */
  sent_parts: string;
  /** JSON: the parts whose responses broke off, so that nobody knows how much of them was sent. */
  broken_parts: string;
  /** 1 if the counted response broke off so early that its client may ask again for free (downloads/second-requests.ts). */
  cut_short: Generated<number>;
  /** 1 once the client has asked again. */
  repeated: Generated<number>;
}

/** How often an order's pages were opened from one IP address, or its files previewed without counting as downloads. */
export interface OrderVisitsTable {
  order_id: number;
  account_id: number;
  /** Empty if it was removed, or is not stored. */
  ip_address: string;
  opened: number;
  first_at: Instant;
  last_at: Instant;
}

/** A file with the stamp of an order. It can be made again from the product's file. */
export interface StampedFilesTable {
  id: Generated<number>;
  order_id: number;
  order_item_id: number;
  file_id: number;
  /** The digest of everything that determines its content. */
  digest: string;
  storage_key: string;
  size_bytes: number;
  sha256: string;
  made_at: Instant;
  /** When it was last requested, to the day. */
  asked_at: Instant;
}
