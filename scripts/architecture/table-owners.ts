import type { Schema } from "../../src/platform/database/schema.ts";

/**
 * The folder of `src` that reads and writes each table. The others call its functions. Those of sign-in are also
 * better-auth's, which writes its own statements.
 */
export const owners: Record<keyof Schema, string> = {
  accounts: "store/accounts",
  former_handles: "store/accounts",
  domain_claims: "store/accounts",
  users: "access/people",
  members: "access/people",
  invitations: "access/people",
  credentials: "access/people",
  sessions: "access/people",
  verifications: "access/people",
  two_factors: "access/people",
  devices: "access/people",
  rate_limits: "platform/limits",
  wordings: "store/wording",
  translated_wordings: "store/wording",
  products: "delivery/catalog",
  files: "delivery/catalog",
  file_versions: "delivery/catalog",
  product_files: "delivery/catalog",
  product_program_ids: "delivery/catalog",
  file_releases: "delivery/catalog",
  uploads: "delivery/catalog",
  file_removals: "platform/files",
  removal_holds: "platform/files",
  backup_failures: "data/backup",
  installation_marks: "data/backup",
  upload_objects: "platform/files",
  upload_parts: "platform/files",
  orders: "delivery/orders",
  order_items: "delivery/orders",
  allowances: "delivery/orders",
  stamped_files: "delivery/stamps",
  order_index: "delivery/order-index",
  order_index_products: "delivery/order-index",
  order_index_progress: "delivery/order-index",
  order_index_usage: "delivery/order-index",
  order_texts: "delivery/order-index",
  customer_counts: "delivery/order-index",
  customer_index: "delivery/order-index",
  customer_index_orders: "delivery/order-index",
  order_changes: "store/order-changes",
  renewal_requests: "delivery/orders",
  subscription_payments: "delivery/orders",
  rule_holds: "delivery/orders",
  license_keys: "delivery/licenses",
  license_key_hashes: "delivery/licenses",
  key_handouts: "delivery/licenses",
  license_devices: "delivery/licenses",
  license_secrets: "delivery/licenses",
  downloads: "delivery/downloads",
  sent_downloads: "delivery/downloads",
  partial_downloads: "delivery/downloads",
  emails: "messages/mail",
  email_tries: "messages/mail",
  message_removals: "messages/mail",
  email_allowances: "messages/mail",
  email_openings: "messages/mail",
  undeliverable_addresses: "messages/mail",
  mail_servers: "messages/mail",
  bounce_mailboxes: "shops/mail-reports",
  mail_hooks: "shops/mail-reports",
  order_visits: "delivery/visits",
  order_previews: "delivery/visits",
  product_days: "store/statistics",
  account_days: "store/statistics",
  revenue_days: "store/statistics",
  transfer_days: "store/statistics",
  activities: "store/activity",
  announcements: "delivery/announcements",
  announcement_recipients: "delivery/announcements",
  update_opt_outs: "delivery/announcements",
  recounts: "store/statistics",
  idempotency_keys: "store/idempotency",
  imports: "data/csv",
  move_runs: "data/moving",
  moves: "data/moving",
  moved: "data/moving",
  retention_progress: "operations/housekeeping",
  library_links: "delivery/library",
  customer_notes: "delivery/orders",
  erasures: "data/customers",
  connections: "shops/connections",
  connection_mappings: "shops/connections",
  connection_orders: "shops/connections",
  connection_order_addresses: "shops/connections",
  connection_order_names: "shops/connections",
  connection_events: "messages/connection-events",
  orphan_sweeps: "operations/housekeeping",
  webhook_endpoints: "messages/webhooks",
  webhook_events: "messages/webhooks",
  webhook_deliveries: "messages/webhooks",
  webhook_attempts: "messages/webhooks",
  api_keys: "access/api-keys",
  api_key_secrets: "access/api-keys",
  api_requests: "access/api-keys",
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
      "src/delivery/downloads/link.ts#filesOfItems": ["reads allowances", "reads files", "reads product_files"],
      "src/delivery/downloads/link.ts#onlyFileOfItem": ["reads product_files"],
      "src/delivery/downloads/order-stamp.ts#stampedOrder": ["reads accounts", "reads files", "reads product_files"],
      "src/delivery/orders/delivery.ts#filesOfItemsWithIds": ["reads files", "reads product_files"],
      "src/delivery/orders/live.ts#itemsWithProducts": ["reads products"],
      "src/delivery/licenses/backfill.ts#accountOf": ["reads accounts", "reads products"],
      "src/delivery/license-checks/find-license.ts#licenses": [
        "reads license_keys",
        "reads order_items",
        "reads orders",
        "reads products",
      ],
    },
  },
  {
    because: "A list shows with each row what other domains know of it.",
    statements: {
      "src/delivery/downloads/queries.ts#recorded": ["reads orders", "reads products"],
      "src/delivery/licenses/queries.ts#withOrders": ["reads order_items", "reads orders", "reads products"],
      "src/messages/mail/emails.ts#emailsByIds": ["reads orders"],
      "src/messages/mail/mailbox-reader.ts#messagesByIds": ["reads accounts"],
      "src/delivery/orders/buyers.ts#withAllowances": ["reads files"],
      "src/delivery/orders/least-remaining.ts#leastOf": ["reads files", "reads product_files"],
      "src/delivery/orders/queries.ts#mostTaken": ["reads product_files"],
      "src/delivery/orders/state.ts#withFileLeft": ["reads files", "reads product_files"],
      "src/delivery/orders/update-order-item.ts#lowerTaken": ["reads files"],
      "src/store/statistics/totals.ts#totalsByProduct": ["reads products"],
      "src/store/statistics/transfers.ts#brokenTransfersByFile": ["reads files", "reads products"],
    },
  },
  {
    because: "A search in one statement ends as soon as it has its page, whatever it searches by.",
    statements: {
      "src/delivery/catalog/with-files.ts#undeliverableProducts": ["reads license_keys", "reads order_items"],
      "src/delivery/licenses/pools-running-out.ts#poolsRunningOut": ["reads order_items"],
      "src/delivery/licenses/products-waiting-for-keys.ts#productsWaitingForKeys": ["reads order_items"],
      "src/delivery/licenses/products-waiting-for-keys.ts#itemsWaitingForKeys": [
        "reads order_items",
        "reads orders",
        "reads products",
      ],
      "src/messages/mail/emails.ts#matches": ["reads orders"],
      "src/messages/mail/sent-to.ts#emailsSentTo": ["reads orders"],
      "src/delivery/order-index/matching.ts#idsMatching": ["reads orders"],
      "src/delivery/order-index/matching.ts#exactMatches": ["reads order_items", "reads orders"],
      "src/delivery/order-index/matching.ts#withEmail": ["reads orders"],
      "src/delivery/order-index/matching.ts#withRecipient": ["reads orders"],
      "src/delivery/order-index/matching.ts#withVendorId": ["reads orders"],
      "src/delivery/order-index/orders-of-product.ts#countIfMany": ["reads order_items"],
      "src/delivery/order-index/orders-of-product.ts#isIn": ["reads order_items"],
      "src/delivery/order-index/refresh.ts#anyDue": ["reads order_changes"],
      "src/delivery/order-index/matching.ts#itemsOf": ["reads order_items", "reads products"],
      "src/delivery/order-index/matching.ts#waitingForKeysOf": ["reads license_keys"],
      "src/delivery/order-index/matching.ts#withKey": ["reads license_keys", "reads order_items"],
    },
  },
  {
    because: "Events are kept as long as an order of their shop needs its owner.",
    statements: {
      "src/messages/connection-events/remove-events.ts#removeOldEvents": ["reads connection_orders"],
    },
  },
  {
    because: "Connections stand above orders, with which the addresses that shops gave of them are deleted.",
    statements: {
      "src/messages/connection-events/remove-events.ts#eraseShopOrders": ["writes connection_orders"],
      "src/messages/connection-events/remove-events.ts#removeOtherAddresses": [
        "reads connection_orders",
        "writes connection_order_addresses",
      ],
      "src/messages/connection-events/stray-events.ts#eventsWithoutOrder": ["reads connection_orders"],
    },
  },
  {
    because: "A page of an order shows the devices of its licenses with one query.",
    statements: {
      "src/delivery/license-checks/order-devices.ts#ofOrder": [
        "reads license_devices",
        "reads license_keys",
        "reads order_items",
        "reads orders",
        "reads products",
      ],
    },
  },
  {
    because: "What a customer's licenses tell goes with the orders, and items lead to their keys.",
    statements: {
      "src/delivery/licenses/devices.ts#deleteOfOrders": ["reads order_items"],
      "src/delivery/licenses/item-keys.ts#emptyReasons": ["reads order_items"],
      "src/delivery/licenses/key-texts.ts#filesOfOrders": ["reads order_items"],
    },
  },
  {
    because: "Orders assign license keys, so licenses stands below orders, and each item's row counts its keys.",
    statements: {
      "src/delivery/licenses/key-texts.ts#signedProducts": ["reads order_items", "reads products"],
      "src/delivery/licenses/signed-keys.ts#itemFacts": ["reads order_items", "reads orders", "reads products"],
      "src/delivery/licenses/items-lacking-keys.ts#assignableItems": [
        "reads order_items",
        "reads orders",
        "reads products",
      ],
      "src/delivery/licenses/items-lacking-keys.ts#itemsWithFewerKeys": ["reads order_items", "reads orders"],
      "src/delivery/licenses/items-lacking-keys.ts#waitingOrHeldItems": ["reads products"],
      "src/delivery/licenses/items-lacking-keys.ts#waitingOrderItems": ["reads products"],
      "src/delivery/licenses/items-lacking-keys.ts#newestItem": ["reads order_items"],
      "src/delivery/licenses/items-lacking-keys.ts#lockWaiting": ["reads order_items"],
      "src/delivery/licenses/items-lacking-keys.ts#countAssigned": ["writes order_items"],
      "src/delivery/licenses/items-lacking-keys.ts#countAssignedIfLacking": ["writes order_items"],
    },
  },
  {
    because: "Orders queue emails, so mail stands below orders, and sends and counts an email by its order.",
    statements: {
      "src/messages/mail/leases.ts#keepForOrder": ["reads orders"],
      "src/messages/mail/results.ts#testOfOrder": ["reads orders"],
    },
  },
  {
    because: "The index follows downloads by itself, so that no download has one more statement.",
    statements: {
      "src/delivery/order-index/downloads.ts#downloadsAfter": ["reads downloads"],
      "src/delivery/order-index/downloads.ts#newestDownload": ["reads downloads"],
      "src/delivery/order-index/downloads.ts#newestOf": ["reads downloads"],
    },
  },
  {
    because: "Whether a store wants an event is asked where the event is written, in the same statement.",
    statements: { "src/messages/webhooks/record-events.ts#insertIfWanted": ["reads accounts"] },
  },
  {
    because: "A link on the bare address does not say whose it is, and one of six domains knows.",
    statements: {
      "src/store/accounts/owner-of-identifier.ts#rowsWith": [
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
      "src/platform/database/partitions/convert.ts#partitionDownloads": ["reads downloads"],
      "src/platform/database/partitions/convert.ts#rejectDependents": ["reads downloads"],
      "src/platform/database/partitions/layout.ts#partitionsOfDownloads": ["reads downloads"],
      "src/platform/database/partitions/layout.ts#lastNumber": ["reads downloads"],
    },
  },
  {
    because: "Only the database folder knows how each database finds parts of a text.",
    statements: {
      "src/platform/database/text-index.ts#ordersWithTexts": ["reads order_texts"],
      "src/platform/database/text-index.ts#newestTexts": ["reads order_texts"],
    },
  },
  {
    because: "What is counted and its count are compared as of one instant.",
    statements: {
      "src/store/statistics/item-counts.ts#lastItem": ["reads order_items"],
      "src/store/statistics/item-counts.ts#comparedItems": [
        "reads allowances",
        "reads downloads",
        "reads license_keys",
        "reads order_items",
      ],
      "src/store/statistics/recount.ts#comparedCounts": ["reads order_items", "reads products"],
      "src/store/statistics/rows-by-day.ts#emailsByDay": ["reads email_tries", "reads emails", "reads orders"],
      "src/store/statistics/rows-by-day.ts#lastRows": ["reads downloads", "reads email_tries", "reads orders"],
      "src/store/statistics/rows-by-day.ts#ordersByDay": ["reads orders"],
      "src/store/statistics/rows-by-day.ts#itemsByDay": ["reads order_items", "reads orders"],
      "src/store/statistics/rows-by-day.ts#paymentsByDay": ["reads orders", "reads subscription_payments"],
      "src/store/statistics/rows-by-day.ts#worthByDay": ["reads order_items", "reads orders"],
      "src/store/statistics/rows-by-day.ts#downloadsByDay": ["reads downloads", "reads orders"],
    },
  },
  {
    because: "A check that the database answers reads any row.",
    statements: { "src/platform/database/database.ts#readAnyRow": ["reads accounts"] },
  },
];
