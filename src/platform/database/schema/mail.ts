import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/**
 * `sent`: a mail server took it. `kept`: there is no mail server; it is in the mailbox, and nobody got it. `bounced`: a mail
 * server took it, and could not deliver it. `complained`: the customer got it, and reported it as spam.
 */
export type EmailStatus =
  | "queued"
  | "sent"
  | "kept"
  | "failed"
  | "over_allowance"
  | "cancelled"
  | "bounced"
  | "complained";

/**
 * `delivery`, `library` and `announcement` go to customers, and are written when they are sent. The others go to the account's people, and are
 * written when they are queued. All bodies but those of `delivery` are blanked once they are done.
 */
export type EmailKind =
  | "delivery"
  | "library"
  | "announcement"
  | "password_reset"
  | "sign_in_link"
  | "invitation"
  | "renewal_request"
  | "domain_notice"
  | "webhook_notice"
  | "weekly_digest"
  | "held_orders";

export interface EmailsTable {
  id: Generated<number>;
  account_id: number;
  kind: Generated<EmailKind>;
  /** Null unless it is a delivery email, an announcement or the store's notice of a renewal request. */
  order_id: number | null;
  recipient: string;
  status: EmailStatus;
  /** Counts the times that a worker took it; the number of the latest lease. */
  attempts: Generated<number>;
  /** How many of them have certainly not delivered the message: it was refused, or nothing of it was sent. */
  refused_attempts: Generated<number>;
  /** Of the queue that it stands in (`mail/queue.ts`); null while it waits for `next_attempt_at`. */
  lane: Generated<number | null>;
  next_attempt_at: Instant;
  /** When the first attempt that failed temporarily ended. */
  first_tried_at: Generated<Instant | null>;
  /** While a worker holds the message; after it the message may be given to another worker. */
  lease_expires_at: Instant | null;
  message_id: string;
  subject: string | null;
  text_body: string | null;
  html_body: string | null;
  created_at: Instant;
  /** When a mail server or the mailbox took it. */
  sent_at: Instant | null;
}

export interface EmailTriesTable {
  id: Generated<number>;
  email_id: number;
  tried_at: Instant;
  /** `bounced` and `complained` are no attempts: they tell what became of the email later. */
  outcome: "sent" | "kept" | "temporary_failure" | "permanent_failure" | "not_sent" | "bounced" | "complained";
  /** The mail server's own words, or the connection's error; for `not_sent`, why nothing was sent. */
  response: string;
}

/** Emails of deleted orders, as messages of which the mailbox may still keep; an email may stand here twice. */
export interface MessageRemovalsTable {
  id: Generated<number>;
  email_id: number;
}

/** An address of a customer to which the account sends no emails. */
export interface UndeliverableAddressesTable {
  account_id: number;
  /** In small letters. */
  address: string;
  /** `bounced`: an email could not be delivered there. `complained`: the customer reported one as spam. */
  reason: "bounced" | "complained";
  /** What the receiver's mail server said. */
  response: string;
  email_id: number;
  created_at: Instant;
}

/** How far a mailbox with bounce messages was read. */
export interface BounceMailboxesTable {
  /** User, host and folder. */
  name: string;
  /** The server's UIDVALIDITY; empty before the first message. */
  validity: string;
  last_uid: number;
  /** While a server reads it. */
  lease_until: Instant | null;
}

/** An address of a store at which a mail service reports what became of emails. */
export interface MailHooksTable {
  id: Generated<number>;
  account_id: number;
  /** Names it in its address. */
  guid: string;
  /** One of `src/shops/mail-reports/service-names.ts`. */
  service: string;
  /** Encrypted: what proves that a report is the service's; null: none yet. */
  secret: string | null;
  created_at: Instant;
  first_event_at: Instant | null;
  last_event_at: Instant | null;
  /** Requests with a wrong signature. */
  refused_count: Generated<number>;
  last_refused_at: Instant | null;
}

/** Delivery emails queued per account and UTC day, for plans with a daily allowance. */
export interface EmailAllowancesTable {
  account_id: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  queued: number;
}
