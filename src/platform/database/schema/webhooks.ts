import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** An address of a store's to which events are sent. */
export interface WebhookEndpointsTable {
  id: Generated<number>;
  account_id: number;
  url: string;
  name: string | null;
  /** Encrypted JSON: `OwnHeaders` of `src/messages/webhooks/headers.ts`; null for none. */
  headers: string | null;
  /** JSON: the names among them, which are shown. */
  header_names: Generated<string>;
  /** JSON: names and families of `src/messages/webhooks/kinds.ts`. */
  events: string;
  /** 1 if payloads show license keys and links. */
  include_secrets: number;
  /** Encrypted JSON: `EndpointSecret[]` of `src/messages/webhooks/secrets.ts`. */
  secrets: string;
  created_at: Instant;
  /** When the first of the attempts failed of which all have failed since; null after a success. */
  failing_since: Instant | null;
  disabled_at: Instant | null;
  disabled_because: "owner" | "failing" | "gone" | null;
  /** Its deliveries are removed a few at a time, and then this row. */
  deleted_at: Instant | null;
}

/** What happened in one transaction, until it is handed to the store's endpoints. */
export interface WebhookEventsTable {
  id: Generated<number>;
  account_id: number;
  /** One of `src/messages/webhooks/kinds.ts`. */
  kind: string;
  /** JSON: an array of `Happened` of `src/messages/webhooks/record-events.ts`. */
  happened: string;
}

/**
 * `blocked`: an earlier event of the same order has to be delivered first. `deferred`: until `next_attempt_at`. `ready`: now.
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
  /** The body: JSON, encrypted if it shows license keys and links. Null once the order is deleted. */
  payload: string | null;
  state: WebhookDeliveryState;
  /** Row number of the first delivery of the message to any endpoint, if this one was added by a replay. Null: its own. */
  place: number | null;
  /** Attempts since it was created or sent again. */
  tries: Generated<number>;
  /** Counts the times that a worker took it; the number of the latest lease. */
  leases: Generated<number>;
  /** While a worker holds it. */
  lease_expires_at: Instant | null;
  next_attempt_at: Instant | null;
  created_at: Instant;
  /** When it was last put in line to be sent again; null if it was not. */
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
  /** The beginning of the answer's body, or why there was none. */
  response: string;
}
