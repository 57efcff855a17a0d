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
