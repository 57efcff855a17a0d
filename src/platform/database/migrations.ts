import type { SchemaMigration } from "./column-types.ts";
import { foundation } from "./migrations/0001-foundation/index.ts";
import { mailQueue } from "./migrations/0002-mail-queue.ts";
import { orderSearch } from "./migrations/0003-order-search.ts";
import { signInLimits } from "./migrations/0004-sign-in-limits.ts";
import { domainClaims } from "./migrations/0005-domain-claims.ts";
import { customers } from "./migrations/0006-customers.ts";
import { keptAnswers } from "./migrations/0007-kept-answers.ts";
import { productArchive } from "./migrations/0008-product-archive.ts";
import { importNotes } from "./migrations/0020-import-notes.ts";
import { vendorSearch } from "./migrations/0022-vendor-search.ts";
import { refusedAttempts } from "./migrations/0023-refused-attempts.ts";
import { retention } from "./migrations/0024-retention.ts";
import { keptItems } from "./migrations/0025-kept-items.ts";
import { orderDownloads } from "./migrations/0026-order-downloads.ts";
import { redirects } from "./migrations/0027-redirects.ts";
import { uploadObjects } from "./migrations/0028-upload-objects.ts";
import { orphanSweeps } from "./migrations/0029-orphan-sweeps.ts";
import { removalHolds } from "./migrations/0030-removal-holds.ts";
import { recounts } from "./migrations/0031-recounts.ts";
import { orderHolds } from "./migrations/0032-order-holds.ts";
import { backupFailures } from "./migrations/0033-backup-failures.ts";
import { installationMarks } from "./migrations/0034-installation-marks.ts";
import { setup } from "./migrations/0035-setup.ts";
import { previews } from "./migrations/0036-previews.ts";
import { orderLanguage } from "./migrations/0037-order-language.ts";
import { libraryLinks } from "./migrations/0038-library-links.ts";
import { revenue } from "./migrations/0039-revenue.ts";
import { orderIndex } from "./migrations/0042-order-index.ts";
import { activities } from "./migrations/0043-activities.ts";
import { orderTexts } from "./migrations/0046-order-texts.ts";
import { weeklyDigest } from "./migrations/0048-weekly-digest.ts";
import { customerNotes } from "./migrations/0049-customers.ts";
import { productLimits } from "./migrations/0050-product-limits.ts";
import { orderLimits } from "./migrations/0051-order-limits.ts";
import { itemLimits } from "./migrations/0052-item-limits.ts";
import { fileVersions } from "./migrations/0053-file-versions.ts";
import { earlierVersions } from "./migrations/0054-earlier-versions.ts";
import { downloadedVersions } from "./migrations/0055-downloaded-versions.ts";
import { shownUpdates } from "./migrations/0056-shown-updates.ts";
import { customerIndex } from "./migrations/0057-customer-index.ts";
import { waitingOrders } from "./migrations/0058-waiting-orders.ts";
import { ruleHolds } from "./migrations/0059-rule-holds.ts";
import { holdRules } from "./migrations/0060-hold-rules.ts";
import { orderCountry } from "./migrations/0061-order-country.ts";
import { connections } from "./migrations/0062-connections.ts";
import { transfers } from "./migrations/0063-transfers.ts";
import { customerCounts } from "./migrations/0064-customer-counts.ts";
import { announcements } from "./migrations/0065-announcements.ts";
import { webhooks } from "./migrations/0066-webhooks.ts";
import { visits } from "./migrations/0067-visits.ts";
import { emailOpenings } from "./migrations/0068-email-openings.ts";
import { testOrders } from "./migrations/0069-test-orders.ts";
import { translatedWordings } from "./migrations/0070-translated-wordings.ts";
import { apiKeys } from "./migrations/0071-api-keys.ts";
import { moves } from "./migrations/0072-moves.ts";
import { undeliverableAddresses } from "./migrations/0073-undeliverable-addresses.ts";
import { productCovers } from "./migrations/0074-product-covers.ts";
import { orderUsage } from "./migrations/0075-order-usage.ts";
import { revokedItems } from "./migrations/0076-revoked-items.ts";
import { mailHooks } from "./migrations/0077-mail-hooks.ts";
import { bounceMailboxes } from "./migrations/0078-bounce-mailboxes.ts";
import { failingConnections } from "./migrations/0079-failing-connections.ts";
import { downloadsOfFiles } from "./migrations/0080-downloads-of-files.ts";
import { largeFileLimits } from "./migrations/0081-large-file-limits.ts";
import { largeFilesOfItems } from "./migrations/0082-large-files-of-items.ts";
import { moveRuns } from "./migrations/0083-move-runs.ts";
import { shopsOfConnections } from "./migrations/0085-shops-of-connections.ts";
import { repeatedDownloads } from "./migrations/0091-repeated-downloads.ts";
import { mainAccount } from "./migrations/0093-main-account.ts";
import { formerHandles } from "./migrations/0094-former-handles.ts";
import { callersOfKeys } from "./migrations/0095-callers-of-keys.ts";
import { hostsOfKeys } from "./migrations/0096-hosts-of-keys.ts";
import { connectionOrderNames } from "./migrations/0097-connection-order-names.ts";
import { shopOrderAddresses } from "./migrations/0098-shop-order-addresses.ts";
import { removedAccounts } from "./migrations/0102-removed-accounts.ts";
import { turnsOfEvents } from "./migrations/0103-turns-of-events.ts";
import { retriedConnections } from "./migrations/0104-retried-connections.ts";
import { visibleIds } from "./migrations/0105-visible-ids.ts";
import { uncountedPreviews } from "./migrations/0106-uncounted-previews.ts";
import { turnsOfConnections } from "./migrations/0107-turns-of-connections.ts";
import { webhookHeaders } from "./migrations/0109-webhook-headers.ts";
import { webhookReplays } from "./migrations/0110-webhook-replays.ts";
import {
  allowancesWithoutFiles,
  downloadsWithoutItems,
  itemsWithoutProducts,
} from "./migrations/0111-unindexed-references.ts";
import type { Schema } from "./schema.ts";

export interface NamedMigration {
  up: SchemaMigration;
  /**
   * The existing tables that it changes, indexes or refers to. On PostgreSQL, they are locked first. More than one only to
   * drop a reference, which locks both tables: such a migration waits a moment at a time.
   */
  locks: (keyof Schema)[];
}

// All migrations, in their order. There are no 0009 to 0019, no 0021, no 0040 and 0041, and gaps after 0083: some were developed at the same time, and got numbers that could not clash.
export const migrations: Record<string, NamedMigration> = {
  "0001-foundation": { up: foundation, locks: [] },
  "0002-mail-queue": { up: mailQueue, locks: ["emails"] },
  "0003-order-search": { up: orderSearch, locks: ["orders", "products"] },
  "0004-sign-in-limits": { up: signInLimits, locks: ["users"] },
  "0005-domain-claims": { up: domainClaims, locks: ["accounts"] },
  "0006-customers": { up: customers, locks: ["downloads", "accounts"] },
  "0007-kept-answers": { up: keptAnswers, locks: ["idempotency_keys"] },
  "0008-product-archive": { up: productArchive, locks: ["products"] },
  "0020-import-notes": { up: importNotes, locks: ["imports"] },
  "0022-vendor-search": { up: vendorSearch, locks: ["orders"] },
  "0023-refused-attempts": { up: refusedAttempts, locks: ["emails"] },
  "0024-retention": { up: retention, locks: ["accounts", "sessions", "invitations", "devices"] },
  "0025-kept-items": { up: keptItems, locks: ["product_days"] },
  "0026-order-downloads": { up: orderDownloads, locks: ["downloads"] },
  "0027-redirects": { up: redirects, locks: ["accounts"] },
  "0028-upload-objects": { up: uploadObjects, locks: ["files"] },
  "0029-orphan-sweeps": { up: orphanSweeps, locks: [] },
  "0030-removal-holds": { up: removalHolds, locks: [] },
  "0031-recounts": { up: recounts, locks: [] },
  "0032-order-holds": { up: orderHolds, locks: ["orders"] },
  "0033-backup-failures": { up: backupFailures, locks: [] },
  "0034-installation-marks": { up: installationMarks, locks: [] },
  "0035-setup": { up: setup, locks: ["accounts"] },
  "0036-previews": { up: previews, locks: ["accounts"] },
  "0037-order-language": { up: orderLanguage, locks: ["orders"] },
  "0038-library-links": { up: libraryLinks, locks: [] },
  "0039-revenue": { up: revenue, locks: ["accounts"] },
  "0042-order-index": { up: orderIndex, locks: [] },
  "0043-activities": { up: activities, locks: ["accounts"] },
  "0046-order-texts": { up: orderTexts, locks: [] },
  "0048-weekly-digest": { up: weeklyDigest, locks: ["accounts"] },
  "0049-customers": { up: customerNotes, locks: [] },
  "0050-product-limits": { up: productLimits, locks: ["products"] },
  "0051-order-limits": { up: orderLimits, locks: ["orders"] },
  "0052-item-limits": { up: itemLimits, locks: ["order_items"] },
  "0053-file-versions": { up: fileVersions, locks: ["files"] },
  "0054-earlier-versions": { up: earlierVersions, locks: [] },
  "0055-downloaded-versions": { up: downloadedVersions, locks: ["downloads"] },
  "0056-shown-updates": { up: shownUpdates, locks: ["accounts"] },
  "0057-customer-index": { up: customerIndex, locks: [] },
  "0058-waiting-orders": { up: waitingOrders, locks: ["order_items"] },
  "0059-rule-holds": { up: ruleHolds, locks: [] },
  "0060-hold-rules": { up: holdRules, locks: ["accounts"] },
  "0061-order-country": { up: orderCountry, locks: ["orders"] },
  "0062-connections": { up: connections, locks: [] },
  "0063-transfers": { up: transfers, locks: [] },
  "0064-customer-counts": { up: customerCounts, locks: [] },
  "0065-announcements": { up: announcements, locks: [] },
  "0066-webhooks": { up: webhooks, locks: ["accounts"] },
  "0067-visits": { up: visits, locks: [] },
  "0068-email-openings": { up: emailOpenings, locks: ["accounts"] },
  "0069-test-orders": { up: testOrders, locks: ["orders"] },
  "0070-translated-wordings": { up: translatedWordings, locks: ["accounts"] },
  "0071-api-keys": { up: apiKeys, locks: [] },
  "0072-moves": { up: moves, locks: [] },
  "0073-undeliverable-addresses": { up: undeliverableAddresses, locks: [] },
  "0074-product-covers": { up: productCovers, locks: ["products"] },
  "0075-order-usage": { up: orderUsage, locks: [] },
  "0076-revoked-items": { up: revokedItems, locks: ["order_items"] },
  "0077-mail-hooks": { up: mailHooks, locks: [] },
  "0078-bounce-mailboxes": { up: bounceMailboxes, locks: [] },
  "0079-failing-connections": { up: failingConnections, locks: ["connections"] },
  "0080-downloads-of-files": { up: downloadsOfFiles, locks: ["allowances"] },
  "0081-large-file-limits": { up: largeFileLimits, locks: ["products"] },
  "0082-large-files-of-items": { up: largeFilesOfItems, locks: ["order_items"] },
  "0083-move-runs": { up: moveRuns, locks: [] },
  "0085-shops-of-connections": { up: shopsOfConnections, locks: ["connections"] },
  "0091-repeated-downloads": { up: repeatedDownloads, locks: ["partial_downloads"] },
  "0093-main-account": { up: mainAccount, locks: ["accounts"] },
  "0094-former-handles": { up: formerHandles, locks: [] },
  "0095-callers-of-keys": { up: callersOfKeys, locks: ["idempotency_keys"] },
  "0096-hosts-of-keys": { up: hostsOfKeys, locks: ["accounts"] },
  "0097-connection-order-names": { up: connectionOrderNames, locks: [] },
  "0098-shop-order-addresses": { up: shopOrderAddresses, locks: [] },
  "0102-removed-accounts": { up: removedAccounts, locks: ["accounts"] },
  "0103-turns-of-events": { up: turnsOfEvents, locks: ["webhook_events"] },
  "0104-retried-connections": { up: retriedConnections, locks: ["connections"] },
  "0105-visible-ids": { up: visibleIds, locks: [] },
  "0106-uncounted-previews": { up: uncountedPreviews, locks: ["accounts"] },
  "0107-turns-of-connections": { up: turnsOfConnections, locks: ["connection_events", "connection_orders"] },
  "0109-webhook-headers": { up: webhookHeaders, locks: ["webhook_endpoints"] },
  "0110-webhook-replays": { up: webhookReplays, locks: ["webhook_deliveries"] },
  "0111-allowances-without-files": { up: allowancesWithoutFiles, locks: ["allowances", "files"] },
  "0111-downloads-without-items": { up: downloadsWithoutItems, locks: ["downloads", "order_items"] },
  "0111-items-without-products": { up: itemsWithoutProducts, locks: ["order_items", "products"] },
};
