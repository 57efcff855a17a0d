import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

/** A shop that sends its orders here. */
export interface ConnectionsTable {
  id: Generated<number>;
  account_id: number;
  /** The identifier in the address to which the shop sends. */
  guid: string;
  /** One of `src/platform/shops.ts`. */
  kind: string;
  /** The number of the connection among the account's connections of this kind, including removed ones. */
  number: number;
  name: string;
  /** 1 if its orders are tests. */
  test: number;
  /** Encrypted; null for none. */
  secret: string | null;
  /** The previous secret. It is valid until the time in the next column. */
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
  /** The first refused request since the last one with the right signature; null for none. */
  refused_since: Instant | null;
  /** When the failure of the connection was reported; null while it works. */
  failed_at: Instant | null;
  /** When the shop is polled next; null if it is not polled. */
  next_poll_at: Instant | null;
  /** The shop's time up to which its orders were read. */
  polled_until: Instant | null;
  /** Why the last poll failed; null if it did not. */
  poll_problem: string | null;
  /** Which shop the connection is for, such as a domain; null until an event says so. */
  shop: string | null;
  /**
   * JSON: after the connection was changed, the progress of checking again what waits for it (`retry-after-change.ts`); null when
   * done.
   */
  retry: Generated<string | null>;
}

/** The product here for a product of a shop. */
export interface ConnectionMappingsTable {
  connection_id: number;
  /** The shop's product, price or variant. */
  external_id: string;
  /** Null if Waybill delivers nothing for it. */
  product_id: number | null;
  /** The shop's name for it; empty if unknown. */
  name: Generated<string>;
}

/** Another ID that events of a kind of shop use for an order. */
export interface ConnectionOrderNamesTable {
  account_id: number;
  kind: string;
  name: string;
  /** The ID by which the order is known. */
  external_id: string;
}

/** A shop's order. Its events may arrive in any order. */
export interface ConnectionOrdersTable {
  id: Generated<number>;
  account_id: number;
  connection_id: number;
  /** The shop's ID of the order. */
  external_id: string;
  /** JSON: `Facts`. Without the customer's data once the order here is created. */
  facts: string;
  /** JSON: what has been done about the facts so far. */
  progress: string;
  /** The row number of the order here; null before it is created. */
  order_id: number | null;
  /** The last address from the shop or the owner; canonical, and in lowercase if an earlier version wrote it. */
  email: string | null;
  /** Why it needs attention; null if it does not. */
  problem: string | null;
  /** JSON: more about the problem. */
  problem_details: string | null;
  /** The last processed event. */
  last_event_id: number;
  updated_at: Instant;
  /** When it is checked again without an event; null for never. */
  settle_at: Instant | null;
}

/** Another address by which a shop's order is found: an earlier one from the shop, or a new one of its customer here. */
export interface ConnectionOrderAddressesTable {
  account_id: number;
  /** The canonical address. */
  address: string;
  connection_order_id: number;
}

/** The last message read in a mailbox for bounce messages. */
export interface BounceMailboxesTable {
  /** User, host and folder. */
  name: string;
  /** The server's UIDVALIDITY; empty before the first message. */
  validity: string;
  last_uid: number;
  /** Set while a server reads it. */
  lease_expires_at: Instant | null;
}

/** An address of a store where a mail service reports the delivery of emails. */
export interface MailHooksTable {
  id: Generated<number>;
  account_id: number;
  /** Its identifier in the address. */
  guid: string;
  /** One of `src/shops/mail-reports/service-names.ts`. */
  service: string;
  /** Encrypted. Proves that a report comes from the service; null: none yet. */
  secret: string | null;
  created_at: Instant;
  first_event_at: Instant | null;
  last_event_at: Instant | null;
  /** Requests with a wrong signature. */
  refused_count: Generated<number>;
  last_refused_at: Instant | null;
}
