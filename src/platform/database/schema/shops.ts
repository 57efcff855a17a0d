import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** A shop that sends its orders here. */
export interface ConnectionsTable {
  id: Generated<number>;
  account_id: number;
  /** In the address to which the shop sends. */
  guid: string;
  /** One of `src/platform/shops.ts`. */
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
  /** What the shop calls it; empty if unknown. */
  name: Generated<string>;
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

/** How far a mailbox with bounce messages was read. */
export interface BounceMailboxesTable {
  /** User, host and folder. */
  name: string;
  /** The server's UIDVALIDITY; empty before the first message. */
  validity: string;
  last_uid: number;
  /** While a server reads it. */
  lease_expires_at: Instant | null;
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
