import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** A shop that sends its orders here. */
export interface ConnectionsTable {
  id: Generated<number>;
  account_id: number;
  /** In the address to which the shop sends. */
  guid: string;
  /** One of `src/shops/connections/kinds.ts`. */
  kind: string;
  /** Counts the account's connections of this kind, removed ones included. */
  number: number;
  name: string;
  /** 1 if its orders are tests. */
  test: number;
  /** Encrypted; null for none. */
  secret: string | null;
  /** The secret before this one, which counts until then. */
  old_secret: string | null;
  old_secret_until: Instant | null;
  /** JSON: `ShopSettings`. */
  settings: string;
  /** Encrypted JSON: `ShopAccess`; null for none. */
  access: string | null;
  created_at: Instant;
  first_event_at: Instant | null;
  /** A removed connection keeps no secrets. The row stays for its number. */
  removed_at: Instant | null;
  /** Requests with a wrong signature. */
  refused_count: Generated<number>;
  last_refused_at: Instant | null;
  /** The first of them since the last request with a right one; null for none. */
  refused_since: Instant | null;
  /** When it was told that the connection fails; null while it works. */
  failed_at: Instant | null;
  /** When the shop is asked for orders again; null if it is not. */
  next_poll_at: Instant | null;
  /** The shop's time up to which its orders were read. */
  polled_until: Instant | null;
  /** Why the shop could not be asked the last time; null if it could. */
  poll_problem: string | null;
  /** Which shop it is of, such as a domain; null until an event tells. */
  shop: string | null;
  /** JSON: how far what waits for the connection was looked at since it was changed (`retry.ts`); null when all was. */
  retry: Generated<string | null>;
}

/** What a shop's product is here. */
export interface ConnectionMappingsTable {
  connection_id: number;
  /** The shop's product, price or variant. */
  external_id: string;
  /** Null if Waybill delivers nothing for it. */
  product_id: number | null;
}

/** Another ID by which events of a kind of shop name an order. */
export interface ConnectionOrderNamesTable {
  account_id: number;
  kind: string;
  name: string;
  /** By which the order is known. */
  external_id: string;
}

/** A shop's order, in whatever order its events arrive. */
export interface ConnectionOrdersTable {
  id: Generated<number>;
  account_id: number;
  connection_id: number;
  /** The shop's ID of the order. */
  external_id: string;
  /** JSON: `Facts`. Without the customer once the order is made. */
  facts: string;
  /** JSON: what was made of the facts so far. */
  progress: string;
  /** The order's row number; null before it is made. */
  order_id: number | null;
  /** The address that the shop gave last, or the owner; canonical, and in small letters if an earlier version wrote it. */
  email: string | null;
  /** Why it needs attention; null if it does not. */
  problem: string | null;
  /** JSON: more about the problem. */
  problem_details: string | null;
  /** The event that was dealt with last. */
  last_event_id: number;
  updated_at: Instant;
  /** When it is looked at again without an event; null for never. */
  settle_at: Instant | null;
}

/** Another address by which a shop's order is found: the shop gave it before, or its customer got it here. */
export interface ConnectionOrderAddressesTable {
  account_id: number;
  /** Canonical. */
  address: string;
  connection_order_id: number;
}

/** A request from a shop as it arrived. */
export interface ConnectionEventsTable {
  id: Generated<number>;
  account_id: number;
  connection_id: number;
  received_at: Instant;
  /** Whether the shop sent it, or was asked. */
  source: "hook" | "poll";
  /** The shop's name for this kind of event. */
  topic: string;
  /** The shop's ID of the order that it is about; null for none. */
  external_id: string | null;
  /** JSON. */
  headers: string;
  body: string;
  /** Of `body`: bytes that are not UTF-8, or hold a NUL, are in base64. */
  encoding: "utf-8" | "base64";
  /** What the shop answered when it was asked about the event; null before that, or if it is not asked. */
  fetched: string | null;
  /** `needs_attention`: the newest event about an order of the shop that its owner has to look at. */
  state: "pending" | "done" | "needs_attention" | "ignored" | "failed";
  /** Why it failed, or waits; null for nothing to say. */
  note: string | null;
  attempts: Generated<number>;
  /** When it is tried next; only while it is pending. */
  next_attempt_at: Instant;
  /** Until when a server asks the shop about it. */
  lease_until: Instant | null;
  /** The order (row number) that it is about here. */
  order_id: number | null;
}
