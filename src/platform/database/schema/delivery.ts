import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** An email to the customers of a product, about a new version of one of its files. */
export interface AnnouncementsTable {
  id: Generated<number>;
  account_id: number;
  product_id: number;
  file_id: number;
  /** Number of the version that was current when it was begun. */
  version: number;
  /** Of that version. */
  filename: string;
  /** What is new; empty for nothing. */
  note: string;
  /** `done`: all emails were queued. A stopped one can go on. */
  state: "sending" | "stopped" | "done";
  /** The member who began it; null for a program. */
  created_by: string | null;
  created_at: Instant;
  /** How many addresses it was to go to when it was begun. */
  recipients: number;
  /** Emails that were queued. */
  queued: number;
  /** Row number: the product's order items below it have not been looked at. They are taken newest first. */
  before_item: number;
  /** When it goes on, because the day's allowance was used up; null if it does not wait. */
  resumes_at: Instant | null;
  /** When the last email was queued; null before. */
  finished_at: Instant | null;
}

/** Who was sent an announcement: one email for each address. */
export interface AnnouncementRecipientsTable {
  announcement_id: number;
  /** `hashOfAddress`: the address itself is at the order and the email, and goes with them. */
  address_hash: string;
  email_id: number;
}

/** A customer who wants no emails about updates of an account. */
export interface UpdateOptOutsTable {
  account_id: number;
  /** In small letters. */
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
  /** 1 when a later part was counted and the first one has not come. */
  lacks_first_part: Generated<number>;
  /** Number of the file's version that was sent. */
  file_version: Generated<number>;
}

/** Links with which customers see all that they have bought with an address. */
export interface LibraryLinksTable {
  /** Of the link's token. */
  token_hash: string;
  account_id: number;
  /** The customer's address, in small letters. */
  email: string;
  expires_at: Instant;
}

/** Downloads whose bytes were all sent in one response: all from the first row number to the last. */
export interface SentDownloadsTable {
  first_id: number;
  last_id: number;
}

/** Other downloads of which it is known how far they came. */
export interface PartialDownloadsTable {
  download_id: number;
  /** JSON: the parts of the file that were sent (downloads/coverage.ts). */
  sent_parts: string;
  /** JSON: the parts of which it is not known how much was sent, because their responses broke off. */
  broken_parts: string;
  /** 1 if the counted response broke off so early that its client may ask again for free (downloads/second-requests.ts). */
  cut_short: Generated<number>;
  /** 1 once it has asked again. */
  repeated: Generated<number>;
}

/** How often an order's pages were opened from one IP address, or files seen or heard in them that did not count. */
export interface OrderVisitsTable {
  order_id: number;
  account_id: number;
  /** Empty for those of which it was removed, or is not kept. */
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
  /** Of everything that went into it. */
  digest: string;
  storage_key: string;
  size_bytes: number;
  sha256: string;
  made_at: Instant;
  /** When somebody asked for it last, to the day. */
  asked_at: Instant;
}
