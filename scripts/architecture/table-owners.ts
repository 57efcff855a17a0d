import type { Schema } from "../../src/database/schema.ts";

/**
 * The folder of `src` that reads and writes each table. The others call its functions. Those of sign-in are also
 * better-auth's, which writes its own statements.
 */
export const owners: Record<keyof Schema, string> = {
  accounts: "accounts",
  former_handles: "accounts",
  domain_claims: "accounts",
  users: "people",
  members: "people",
  invitations: "people",
  credentials: "people",
  sessions: "people",
  verifications: "people",
  two_factors: "people",
  devices: "people",
  rate_limits: "limits",
  wordings: "wording",
  translated_wordings: "wording",
  products: "catalog",
  files: "catalog",
  file_versions: "catalog",
  product_files: "catalog",
  uploads: "catalog",
  file_removals: "files",
  removal_holds: "files",
  backup_failures: "backup",
  installation_marks: "backup",
  upload_objects: "files",
  upload_parts: "files",
  orders: "orders",
  order_items: "orders",
  allowances: "orders",
  order_index: "order-index",
  order_index_products: "order-index",
  order_index_progress: "order-index",
  order_index_usage: "order-index",
  order_texts: "order-index",
  customer_counts: "order-index",
  customer_index: "order-index",
  customer_index_orders: "order-index",
  order_changes: "order-changes",
  renewal_requests: "orders",
  rule_holds: "orders",
  license_keys: "licenses",
  key_handouts: "licenses",
  downloads: "downloads",
  sent_downloads: "downloads",
  partial_downloads: "downloads",
  emails: "mail",
  email_tries: "mail",
  message_removals: "mail",
  email_allowances: "mail",
  email_openings: "mail",
  undeliverable_addresses: "mail",
  bounce_mailboxes: "mail-reports",
  mail_hooks: "mail-reports",
  order_visits: "visits",
  order_previews: "visits",
  product_days: "statistics",
  account_days: "statistics",
  revenue_days: "statistics",
  transfer_days: "statistics",
  activities: "activity",
  announcements: "announcements",
  announcement_recipients: "announcements",
  update_opt_outs: "announcements",
  recounts: "statistics",
  idempotency_keys: "idempotency",
  imports: "transfer",
  move_runs: "moving",
  moves: "moving",
  moved: "moving",
  retention_progress: "housekeeping",
  library_links: "library",
  customer_notes: "orders",
  erasures: "customers",
  connections: "connections",
  connection_mappings: "connections",
  connection_orders: "connections",
  connection_order_addresses: "connections",
  connection_order_names: "connections",
  connection_events: "connection-events",
  orphan_sweeps: "housekeeping",
  webhook_endpoints: "webhooks",
  webhook_events: "webhooks",
  webhook_deliveries: "webhooks",
  webhook_attempts: "webhooks",
  api_keys: "api-keys",
  api_key_secrets: "api-keys",
  api_requests: "api-keys",
};

type Table = keyof Schema;

/** Statements on tables of other folders, by file and function, with what they do, and why they cannot call the owner. */
export interface Crossings {
  because: string;
  statements: Record<string, (`reads ${Table}` | `writes ${Table}`)[]>;
}

/**
 * Everything else is refused. Before you add one, look for a function or a base such as `liveOrders` that the owner
 * exports, or could. Each statement says in a comment that it crosses domains, and for what.
 */
export const crossings: Crossings[] = [
  {
    because: "A request reads what it needs with one query.",
    statements: {
      "src/downloads/link.ts#filesOfItems": ["reads allowances", "reads files", "reads product_files"],
      "src/downloads/link.ts#onlyFileOfItem": ["reads product_files"],
      "src/orders/delivery.ts#filesOfItemsWithIds": ["reads files", "reads product_files"],
      "src/orders/live.ts#itemsWithProducts": ["reads products"],
      "src/licenses/backfill.ts#accountOf": ["reads accounts", "reads products"],
    },
  },
  {
    because: "A list shows with each row what other domains know of it.",
    statements: {
      "src/downloads/queries.ts#recorded": ["reads orders", "reads products"],
      "src/licenses/queries.ts#withOrders": ["reads order_items", "reads orders", "reads products"],
      "src/mail/emails.ts#emailsByIds": ["reads orders"],
      "src/mail/mailbox-reader.ts#messagesByIds": ["reads accounts"],
      "src/orders/buyers.ts#withAllowances": ["reads files"],
      "src/orders/least-remaining.ts#leastOf": ["reads files", "reads product_files"],
      "src/orders/queries.ts#mostTaken": ["reads product_files"],
      "src/orders/state.ts#withFileLeft": ["reads files", "reads product_files"],
      "src/orders/update-order-item.ts#lowerTaken": ["reads files"],
      "src/statistics/totals.ts#totalsByProduct": ["reads products"],
      "src/statistics/transfers.ts#brokenTransfersByFile": ["reads files", "reads products"],
    },
  },
  {
    because: "A search in one statement ends as soon as it has its page, whatever it searches by.",
    statements: {
      "src/catalog/undeliverable-products.ts#undeliverableProducts": ["reads license_keys", "reads order_items"],
      "src/licenses/pools-running-out.ts#poolsRunningOut": ["reads order_items"],
      "src/licenses/products-waiting-for-keys.ts#productsWaitingForKeys": ["reads order_items"],
      "src/licenses/products-waiting-for-keys.ts#itemsWaitingForKeys": ["reads order_items", "reads orders"],
      "src/mail/emails.ts#matches": ["reads orders"],
      "src/mail/sent-to.ts#emailsSentTo": ["reads orders"],
      "src/order-index/matching.ts#idsMatching": ["reads orders"],
      "src/order-index/matching.ts#exactMatches": ["reads order_items", "reads orders"],
      "src/order-index/matching.ts#withEmail": ["reads orders"],
      "src/order-index/matching.ts#withVendorId": ["reads orders"],
      "src/order-index/orders-of-product.ts#countIfMany": ["reads order_items"],
      "src/order-index/orders-of-product.ts#isIn": ["reads order_items"],
      "src/order-index/refresh.ts#anyDue": ["reads order_changes"],
      "src/order-index/matching.ts#itemsOf": ["reads order_items", "reads products"],
      "src/order-index/matching.ts#waitingForKeysOf": ["reads license_keys"],
      "src/order-index/matching.ts#withKey": ["reads license_keys", "reads order_items"],
    },
  },
  {
    because: "Events are kept as long as an order of their shop needs its owner.",
    statements: {
      "src/connection-events/remove-events.ts#removeOldEvents": ["reads connection_orders"],
    },
  },
  {
    because: "Connections stand above orders, with which the addresses that shops gave of them are deleted.",
    statements: {
      "src/connection-events/remove-events.ts#removeAddresses": ["writes connection_orders"],
      "src/connection-events/remove-events.ts#removeOtherAddresses": [
        "reads connection_orders",
        "writes connection_order_addresses",
      ],
      "src/connection-events/stray-events.ts#eventsWithoutOrder": ["reads connection_orders"],
    },
  },
  {
    because: "Orders assign license keys, so licenses stands below orders, and each item's row counts its keys.",
    statements: {
      "src/licenses/items-lacking-keys.ts#assignableItems": ["reads order_items", "reads orders", "reads products"],
      "src/licenses/items-lacking-keys.ts#waitingItems": ["reads order_items", "reads orders"],
      "src/licenses/items-lacking-keys.ts#holdWaiting": ["reads order_items"],
      "src/licenses/items-lacking-keys.ts#countAssigned": ["writes order_items"],
      "src/licenses/items-lacking-keys.ts#countAssignedIfLacking": ["writes order_items"],
    },
  },
  {
    because: "Orders queue emails, so mail stands below orders, and sends and counts an email by its order.",
    statements: {
      "src/mail/leases.ts#keepForOrder": ["reads orders"],
      "src/mail/results.ts#testOfOrder": ["reads orders"],
    },
  },
  {
    because: "The index follows downloads by itself, so that no download has one more statement.",
    statements: {
      "src/order-index/downloads.ts#downloadsAfter": ["reads downloads"],
      "src/order-index/downloads.ts#newestDownload": ["reads downloads"],
      "src/order-index/downloads.ts#newestOf": ["reads downloads"],
    },
  },
  {
    because: "Whether a store wants an event is asked where the event is written, in the same statement.",
    statements: { "src/webhooks/record-events.ts#insertIfWanted": ["reads accounts"] },
  },
  {
    because: "A link on the bare address does not say whose it is, and one of six domains knows.",
    statements: {
      "src/accounts/owner-of-identifier.ts#rowsWith": [
        "reads connections",
        "reads library_links",
        "reads mail_hooks",
        "reads order_items",
        "reads orders",
        "reads products",
      ],
    },
  },
  {
    because: "Only the database folder knows that PostgreSQL has partitions, as it does of migrations.",
    statements: {
      "src/database/partitions/convert.ts#partitionDownloads": ["reads downloads"],
      "src/database/partitions/convert.ts#rejectDependents": ["reads downloads"],
      "src/database/partitions/layout.ts#partitionsOfDownloads": ["reads downloads"],
      "src/database/partitions/layout.ts#lastNumber": ["reads downloads"],
    },
  },
  {
    because: "Only the database folder knows how each database finds parts of a text.",
    statements: {
      "src/database/text-index.ts#ordersWithTexts": ["reads order_texts"],
      "src/database/text-index.ts#newestTexts": ["reads order_texts"],
    },
  },
  {
    because: "What is counted and its count are compared as of one instant.",
    statements: {
      "src/statistics/item-counts.ts#lastItem": ["reads order_items"],
      "src/statistics/item-counts.ts#comparedItems": [
        "reads allowances",
        "reads downloads",
        "reads license_keys",
        "reads order_items",
      ],
      "src/statistics/recount.ts#comparedCounts": ["reads order_items", "reads products"],
      "src/statistics/rows-by-day.ts#emailsByDay": ["reads email_tries", "reads emails", "reads orders"],
      "src/statistics/rows-by-day.ts#lastRows": ["reads downloads", "reads email_tries", "reads orders"],
      "src/statistics/rows-by-day.ts#ordersByDay": ["reads orders"],
      "src/statistics/rows-by-day.ts#itemsByDay": ["reads order_items", "reads orders"],
      "src/statistics/rows-by-day.ts#worthByDay": ["reads order_items", "reads orders"],
      "src/statistics/rows-by-day.ts#downloadsByDay": ["reads downloads", "reads orders"],
    },
  },
  {
    because: "A check that the database answers reads any row.",
    statements: { "src/database/database.ts#readAnyRow": ["reads accounts"] },
  },
];
