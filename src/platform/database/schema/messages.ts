import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** A request from a shop as it arrived. */
export interface ConnectionEventsTable {
  id: Generated<number>;
  account_id: number;
  connection_id: number;
  received_at: Instant;
  /** Whether the shop sent it, or Waybill asked for it. */
  source: "hook" | "poll";
  /** The shop's name for this kind of event. */
  topic: string;
  /** The shop's ID of the event's order; null for none. */
  external_id: string | null;
  /** JSON. */
  headers: string;
  body: string;
  /** The encoding of `body`: base64 if the bytes are not UTF-8, or contain a NUL. */
  encoding: "utf-8" | "base64";
  /** The shop's answer to a question about the event; null before that, or if it is not asked. */
  fetched: string | null;
  /** `needs_attention`: the newest event about an order of the shop that its owner has to check. */
  state: "pending" | "done" | "needs_attention" | "ignored" | "failed";
  /** Why it failed, or waits; null for none. */
  note: string | null;
  attempts: Generated<number>;
  /** The time of the next attempt; only used while it is pending. */
  next_attempt_at: Instant;
  /** Until when a server is asking the shop about it. */
  lease_expires_at: Instant | null;
  /** The order here (row number) that it is about. */
  order_id: number | null;
}

/**
 * `sent`: a mail server accepted it. `kept`: there is no mail server; it is in the mailbox, and was delivered to nobody.
 * `bounced`: a mail server accepted it, but could not deliver it. `complained`: the customer got it, and reported it as spam.
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
 * `delivery`, `library`, `announcement` and `gift_confirmation` go to customers, and are written when they are sent. The others
 * go to the account's people, and are written when they are queued. When an email is finished, its bodies are erased, except
 * those of `delivery`.
 */
export type EmailKind =
  | "delivery"
  | "library"
  | "announcement"
  | "gift_confirmation"
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
  /** Null unless it is a delivery email, an announcement, a gift's confirmation or the store's notice of a renewal request. */
  order_id: number | null;
  recipient: string;
  status: EmailStatus;
  /** Counts how often a worker took it; also the number of the latest lease. */
  attempts: Generated<number>;
  /** How many attempts have certainly not delivered the message: it was refused, or no part of it was sent. */
  refused_attempts: Generated<number>;
  /** The lane of the queue in which it waits (`mail/sending/queue.ts`); null while it waits for `next_attempt_at`. */
  lane: Generated<number | null>;
  next_attempt_at: Instant;
  /** When the first attempt that failed temporarily ended. */
  first_tried_at: Generated<Instant | null>;
  /** Set while a worker holds the message. After this time, another worker may take it. */
  lease_expires_at: Instant | null;
  message_id: string;
  subject: string | null;
  text_body: string | null;
  html_body: string | null;
  created_at: Instant;
  /** When a mail server or the mailbox accepted it. */
  sent_at: Instant | null;
}

export interface EmailTriesTable {
  id: Generated<number>;
  email_id: number;
  tried_at: Instant;
  /** `bounced` and `complained` are not attempts: they are later reports about the email. */
  outcome: "sent" | "kept" | "temporary_failure" | "permanent_failure" | "not_sent" | "bounced" | "complained";
  /** The mail server's reply, or the connection's error; for `not_sent`, why nothing was sent. */
  response: string;
}

/** Emails of deleted orders whose messages the mailbox may still have. An email may be listed twice. */
export interface MessageRemovalsTable {
  id: Generated<number>;
  email_id: number;
}

/** An address of a customer to which the account sends no emails. */
export interface UndeliverableAddressesTable {
  account_id: number;
  /** In lowercase. */
  address: string;
  /** `bounced`: an email could not be delivered there. `complained`: the customer reported one as spam. */
  reason: "bounced" | "complained";
  /** The message of the receiver's mail server. */
  response: string;
  email_id: number;
  created_at: Instant;
}

/** A store's mail server, which sends emails to its customers. */
export interface MailServersTable {
  account_id: number;
  host: string;
  port: number;
  /**
   * `starttls`: encrypted after the greeting; otherwise the server is not used. `tls`: encrypted from the start. `none`: not
   * encrypted.
   */
  security: "starttls" | "tls" | "none";
  /** Null: without sign-in. */
  user_name: string | null;
  /** Encrypted. Null without a user, and if it was encrypted with a secret that is lost. */
  password: string | null;
  /** The sender's address of emails. */
  sender: string;
  changed_at: Instant;
}

/** Delivery emails queued per account and UTC day, for plans with a daily allowance. */
export interface EmailAllowancesTable {
  account_id: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  queued: number;
}

/** How often an email's picture was fetched. */
export interface EmailOpeningsTable {
  email_id: number;
  opened: number;
  first_at: Instant;
  last_at: Instant;
}

/** An address that receives a store's events. */
export interface WebhookEndpointsTable {
  id: Generated<number>;
  account_id: number;
  url: string;
  name: string | null;
  /** Encrypted JSON: `OwnHeaders` from `src/messages/webhooks/headers.ts`; null for none. */
  headers: string | null;
  /** JSON: the headers' names, which are shown. */
  header_names: Generated<string>;
  /** JSON: names and families from `src/messages/webhooks/kinds.ts`. */
  events: string;
  /** 1 if payloads contain license keys and links. */
  include_secrets: number;
  /** Encrypted JSON: `EndpointSecret[]` from `src/messages/webhooks/secrets.ts`. */
  secrets: string;
  created_at: Instant;
  /** Start of the current run of failures; null after a success. */
  failing_since: Instant | null;
  disabled_at: Instant | null;
  disabled_because: "owner" | "failing" | "gone" | null;
  /** Its deliveries are removed a few at a time, and then this row. */
  deleted_at: Instant | null;
}

/** The events of one kind in one transaction, until they are handed to the store's endpoints. */
export interface WebhookEventsTable {
  id: Generated<number>;
  account_id: number;
  /** One of `src/messages/webhooks/kinds.ts`. */
  kind: string;
  /** JSON: an array of `Happened` from `src/messages/webhooks/record-events.ts`. */
  happened: string;
}

/**
 * `blocked`: an earlier event of the same order must be delivered first. `deferred`: until `next_attempt_at`. `ready`: now.
 * `cancelled`: its order or endpoint was deleted.
 */
export type WebhookDeliveryState = "blocked" | "deferred" | "ready" | "delivered" | "failed" | "cancelled";

/** An event for one endpoint. */
export interface WebhookDeliveriesTable {
  id: Generated<number>;
  endpoint_id: number;
  /** `webhook-id`: the same for all attempts, and for all endpoints that get the event. */
  message_id: string;
  kind: string;
  order_id: number | null;
  /** The body: JSON, encrypted if it contains license keys and links. Null once the order is deleted. */
  payload: string | null;
  state: WebhookDeliveryState;
  /** Row number of the message's first delivery to any endpoint, if a replay added this one. Null: its own row number. */
  place: number | null;
  /** Attempts since it was created or sent again. */
  tries: Generated<number>;
  /** Counts how often a worker took it; also the number of the latest lease. */
  leases: Generated<number>;
  /** Set while a worker holds it. */
  lease_expires_at: Instant | null;
  next_attempt_at: Instant | null;
  created_at: Instant;
  /** When it was last queued to be sent again; null if it was not. */
  lined_up_at: Instant | null;
  /** Null until it is delivered, failed or cancelled. */
  finished_at: Instant | null;
}

export interface WebhookAttemptsTable {
  id: Generated<number>;
  delivery_id: number;
  attempted_at: Instant;
  /** Milliseconds. */
  duration: number;
  /** HTTP status; null if there was no answer. */
  status: number | null;
  /** The beginning of the response's body, or why there was no response. */
  response: string;
}
