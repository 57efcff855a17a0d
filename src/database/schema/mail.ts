import type { Generated } from "kysely";
import type { Instant } from "./instants.ts";

export type EmailStatus = "queued" | "sent" | "failed" | "over_allowance" | "cancelled";

/** All but the first go to the account's people: their bodies are written when they are queued, and blanked once they are done. */
export type EmailKind = "delivery" | "password_reset" | "invitation" | "renewal_request";

export interface EmailsTable {
  id: Generated<number>;
  account_id: number;
  kind: Generated<EmailKind>;
  /** Null unless it is a delivery email or the store's notice of a renewal request. */
  order_id: number | null;
  recipient: string;
  status: EmailStatus;
  attempts: Generated<number>;
  next_attempt_at: Instant;
  /** While a worker holds the message; after it another worker may take it. */
  lease_expires_at: Instant | null;
  message_id: string;
  subject: string | null;
  text_body: string | null;
  html_body: string | null;
  created_at: Instant;
  sent_at: Instant | null;
}

export interface EmailTriesTable {
  id: Generated<number>;
  email_id: number;
  tried_at: Instant;
  outcome: "sent" | "temporary_failure" | "permanent_failure";
  /** The mail server's own words, or the connection's error. */
  response: string;
}

/** Emails of deleted orders, as messages of which the mailbox may still keep; an email may stand here twice. */
export interface MessageRemovalsTable {
  id: Generated<number>;
  email_id: number;
}

/** Delivery emails queued per account and UTC day, for plans with a daily allowance. */
export interface EmailAllowancesTable {
  account_id: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  queued: number;
}
