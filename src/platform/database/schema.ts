import type { AccountsTable } from "./schema/accounts.ts";
import type { ActivitiesTable } from "./schema/activities.ts";
import type { AnnouncementRecipientsTable, AnnouncementsTable, UpdateOptOutsTable } from "./schema/announcements.ts";
import type { ApiKeySecretsTable, ApiKeysTable, ApiRequestsTable } from "./schema/api-keys.ts";
import type { BackupFailuresTable } from "./schema/backups.ts";
import type {
  FileRemovalsTable,
  FilesTable,
  FileVersionsTable,
  ProductFilesTable,
  ProductsTable,
} from "./schema/catalog.ts";
import type {
  ConnectionEventsTable,
  ConnectionMappingsTable,
  ConnectionOrderAddressesTable,
  ConnectionOrderNamesTable,
  ConnectionOrdersTable,
  ConnectionsTable,
} from "./schema/connections.ts";
import type { CustomerNotesTable, ErasuresTable } from "./schema/customers.ts";
import type { DomainClaimsTable, FormerHandlesTable } from "./schema/domains.ts";
import type { DownloadsTable } from "./schema/downloads.ts";
import type { RemovalHoldsTable } from "./schema/holds.ts";
import type { IdempotencyKeysTable } from "./schema/idempotency.ts";
import type { ImportsTable } from "./schema/imports.ts";
import type { LibraryLinksTable } from "./schema/library.ts";
import type { KeyHandoutsTable, LicenseKeysTable } from "./schema/licenses.ts";
import type { RateLimitsTable } from "./schema/limits.ts";
import type {
  BounceMailboxesTable,
  EmailAllowancesTable,
  EmailsTable,
  EmailTriesTable,
  MailHooksTable,
  MessageRemovalsTable,
  UndeliverableAddressesTable,
} from "./schema/mail.ts";
import type { InstallationMarksTable } from "./schema/marks.ts";
import type { MovedTable, MoveRunsTable, MovesTable } from "./schema/moving.ts";
import type {
  CustomerCountsTable,
  CustomerIndexOrdersTable,
  CustomerIndexTable,
  OrderChangesTable,
  OrderIndexProductsTable,
  OrderIndexProgressTable,
  OrderIndexTable,
  OrderIndexUsageTable,
  OrderTextsTable,
} from "./schema/order-index.ts";
import type { AllowancesTable, OrderItemsTable, OrdersTable } from "./schema/orders.ts";
import type {
  CredentialsTable,
  DevicesTable,
  InvitationsTable,
  MembersTable,
  SessionsTable,
  TwoFactorsTable,
  UsersTable,
  VerificationsTable,
} from "./schema/people.ts";
import type { RenewalRequestsTable } from "./schema/renewals.ts";
import type { RetentionProgressTable } from "./schema/retention.ts";
import type { RuleHoldsTable } from "./schema/rule-holds.ts";
import type { AccountDaysTable, ProductDaysTable, RecountsTable, RevenueDaysTable } from "./schema/statistics.ts";
import type { OrphanSweepsTable } from "./schema/sweeps.ts";
import type { PartialDownloadsTable, SentDownloadsTable, TransferDaysTable } from "./schema/transfers.ts";
import type { UploadObjectsTable, UploadPartsTable, UploadsTable } from "./schema/uploads.ts";
import type { EmailOpeningsTable, OrderVisitsTable } from "./schema/visits.ts";
import type {
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
  WebhookEndpointsTable,
  WebhookEventsTable,
} from "./schema/webhooks.ts";
import type { TranslatedWordingsTable, WordingsTable } from "./schema/wordings.ts";

export type * from "./schema/accounts.ts";
export type * from "./schema/announcements.ts";
export type * from "./schema/api-keys.ts";
export type * from "./schema/catalog.ts";
export type * from "./schema/connections.ts";
export type * from "./schema/customers.ts";
export type * from "./schema/domains.ts";
export type * from "./schema/downloads.ts";
export type * from "./schema/holds.ts";
export type * from "./schema/idempotency.ts";
export type * from "./schema/imports.ts";
export type * from "./schema/library.ts";
export type * from "./schema/licenses.ts";
export type * from "./schema/limits.ts";
export type * from "./schema/mail.ts";
export type * from "./schema/marks.ts";
export type * from "./schema/moving.ts";
export type * from "./schema/order-index.ts";
export type * from "./schema/orders.ts";
export type * from "./schema/people.ts";
export type * from "./schema/renewals.ts";
export type * from "./schema/retention.ts";
export type * from "./schema/statistics.ts";
export type * from "./schema/uploads.ts";
export type * from "./schema/webhooks.ts";
export type * from "./schema/wordings.ts";

/** Every table and its columns; src/platform/database/schema has a file for each subject. */
export interface Schema {
  accounts: AccountsTable;
  former_handles: FormerHandlesTable;
  domain_claims: DomainClaimsTable;
  users: UsersTable;
  members: MembersTable;
  invitations: InvitationsTable;
  credentials: CredentialsTable;
  sessions: SessionsTable;
  verifications: VerificationsTable;
  two_factors: TwoFactorsTable;
  devices: DevicesTable;
  rate_limits: RateLimitsTable;
  wordings: WordingsTable;
  translated_wordings: TranslatedWordingsTable;
  products: ProductsTable;
  files: FilesTable;
  file_versions: FileVersionsTable;
  product_files: ProductFilesTable;
  orders: OrdersTable;
  order_items: OrderItemsTable;
  rule_holds: RuleHoldsTable;
  order_index: OrderIndexTable;
  order_index_products: OrderIndexProductsTable;
  order_index_usage: OrderIndexUsageTable;
  order_index_progress: OrderIndexProgressTable;
  order_texts: OrderTextsTable;
  order_changes: OrderChangesTable;
  customer_counts: CustomerCountsTable;
  customer_index: CustomerIndexTable;
  customer_index_orders: CustomerIndexOrdersTable;
  license_keys: LicenseKeysTable;
  key_handouts: KeyHandoutsTable;
  renewal_requests: RenewalRequestsTable;
  allowances: AllowancesTable;
  downloads: DownloadsTable;
  sent_downloads: SentDownloadsTable;
  partial_downloads: PartialDownloadsTable;
  emails: EmailsTable;
  email_tries: EmailTriesTable;
  message_removals: MessageRemovalsTable;
  email_allowances: EmailAllowancesTable;
  bounce_mailboxes: BounceMailboxesTable;
  mail_hooks: MailHooksTable;
  undeliverable_addresses: UndeliverableAddressesTable;
  email_openings: EmailOpeningsTable;
  order_visits: OrderVisitsTable;
  order_previews: OrderVisitsTable;
  product_days: ProductDaysTable;
  account_days: AccountDaysTable;
  revenue_days: RevenueDaysTable;
  transfer_days: TransferDaysTable;
  activities: ActivitiesTable;
  announcements: AnnouncementsTable;
  announcement_recipients: AnnouncementRecipientsTable;
  update_opt_outs: UpdateOptOutsTable;
  recounts: RecountsTable;
  idempotency_keys: IdempotencyKeysTable;
  file_removals: FileRemovalsTable;
  removal_holds: RemovalHoldsTable;
  backup_failures: BackupFailuresTable;
  uploads: UploadsTable;
  orphan_sweeps: OrphanSweepsTable;
  installation_marks: InstallationMarksTable;
  upload_objects: UploadObjectsTable;
  upload_parts: UploadPartsTable;
  imports: ImportsTable;
  move_runs: MoveRunsTable;
  moves: MovesTable;
  moved: MovedTable;
  retention_progress: RetentionProgressTable;
  library_links: LibraryLinksTable;
  customer_notes: CustomerNotesTable;
  erasures: ErasuresTable;
  connections: ConnectionsTable;
  connection_mappings: ConnectionMappingsTable;
  connection_orders: ConnectionOrdersTable;
  connection_order_addresses: ConnectionOrderAddressesTable;
  connection_order_names: ConnectionOrderNamesTable;
  connection_events: ConnectionEventsTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_events: WebhookEventsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  api_keys: ApiKeysTable;
  api_key_secrets: ApiKeySecretsTable;
  api_requests: ApiRequestsTable;
}
