import type { SchemaMigration } from "./column-types.ts";
import { foundation } from "./migrations/1000-foundation/index.ts";
import { keysAfterItem } from "./migrations/1001-keys-after-item.ts";
import { itemDeviceLimit, licenses, productDeviceLimit } from "./migrations/1002-licenses.ts";
import { replacedKeys } from "./migrations/1005-replaced-keys.ts";
import { compareOrderIndex } from "./migrations/1006-compare-order-index.ts";
import { licenseSource, madeKeys } from "./migrations/1007-made-keys.ts";
import { programIds } from "./migrations/1009-program-ids.ts";
import { mappingNames } from "./migrations/1010-mapping-names.ts";
import { fileReleases, productUpdates } from "./migrations/1020-updates.ts";
import { mailServers } from "./migrations/1022-mail-servers.ts";
import { releaseDigests } from "./migrations/1055-release-digests.ts";
import { accessUntil, subscriptionPayments } from "./migrations/1056-access-until.ts";
import { licenseKeyHashes } from "./migrations/1060-license-key-hashes.ts";
import { bundleItem, productContents } from "./migrations/1061-bundles.ts";
import { gifts } from "./migrations/1063-gifts.ts";
import { productStamps, stampChecks, stampedFiles } from "./migrations/1065-stamps.ts";
import { recipientNames } from "./migrations/1068-recipient-names.ts";
import { emailContents } from "./migrations/1069-email-contents.ts";
import { updatesForDays, updatesUntil } from "./migrations/1070-updates-until.ts";
import { subscriptionLists, subscriptionStatus } from "./migrations/1073-subscription-status.ts";
import { ordersOfSubscriptions } from "./migrations/1075-orders-of-subscriptions.ts";
import type { Schema } from "./schema.ts";

export interface NamedMigration {
  up: SchemaMigration;
  /**
   * The existing tables that it changes, indexes or refers to. On PostgreSQL, they are locked first. More than one only to drop a
   * reference, which locks both tables. Such a migration waits only briefly at a time.
   */
  locks: (keyof Schema)[];
}

/** All migrations, in their order. Numbers begin at 1000: lower ones were never released (`isBeforeRelease`). */
export const migrations: Record<string, NamedMigration> = {
  "1000-foundation": { up: foundation, locks: [] },
  "1001-keys-after-item": { up: keysAfterItem, locks: ["products"] },
  "1002-licenses": { up: licenses, locks: [] },
  "1003-product-device-limit": { up: productDeviceLimit, locks: ["products"] },
  "1004-item-device-limit": { up: itemDeviceLimit, locks: ["order_items"] },
  "1005-replaced-keys": { up: replacedKeys, locks: ["license_keys"] },
  "1006-compare-order-index": { up: compareOrderIndex, locks: [] },
  "1007-license-source": { up: licenseSource, locks: ["products"] },
  "1008-made-keys": { up: madeKeys, locks: ["license_keys"] },
  "1009-program-ids": { up: programIds, locks: [] },
  "1010-mapping-names": { up: mappingNames, locks: ["connection_mappings"] },
  "1020-product-updates": { up: productUpdates, locks: ["products"] },
  "1021-file-releases": { up: fileReleases, locks: [] },
  "1022-mail-servers": { up: mailServers, locks: [] },
  "1055-release-digests": { up: releaseDigests, locks: ["file_releases"] },
  "1056-access-until": { up: accessUntil, locks: ["orders"] },
  "1057-subscription-payments": { up: subscriptionPayments, locks: [] },
  "1060-license-key-hashes": { up: licenseKeyHashes, locks: [] },
  "1061-product-contents": { up: productContents, locks: ["products"] },
  "1062-bundle-item": { up: bundleItem, locks: ["order_items"] },
  "1063-gifts": { up: gifts, locks: ["orders"] },
  "1065-product-stamps": { up: productStamps, locks: ["products"] },
  "1066-stamp-checks": { up: stampChecks, locks: ["files"] },
  "1067-stamped-files": { up: stampedFiles, locks: [] },
  "1068-recipient-names": { up: recipientNames, locks: ["orders"] },
  "1069-email-contents": { up: emailContents, locks: ["emails"] },
  "1070-updates-for-days": { up: updatesForDays, locks: ["products"] },
  "1071-updates-until": { up: updatesUntil, locks: ["order_items"] },
  "1073-subscription-status": { up: subscriptionStatus, locks: ["orders"] },
  "1074-subscription-lists": { up: subscriptionLists, locks: ["order_index_usage"] },
  "1075-orders-of-subscriptions": { up: ordersOfSubscriptions, locks: ["orders"] },
  // Names of orders are stored without accents now. The comparison rewrites those of earlier orders.
  "1076-names-without-accents": { up: compareOrderIndex, locks: [] },
};

/** Whether a database that had this migration was created before version 1.0.0. */
export const isBeforeRelease = (name: string): boolean => /^0\d{3}-/.test(name);
