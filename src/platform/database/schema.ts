import type {
  ApiKeySecretsTable,
  ApiKeysTable,
  ApiRequestsTable,
  CredentialsTable,
  DevicesTable,
  InvitationsTable,
  MembersTable,
  SessionsTable,
  TwoFactorsTable,
  UsersTable,
  VerificationsTable,
} from "./schema/access.ts";
import type { AccountsTable, DomainClaimsTable, FormerHandlesTable } from "./schema/accounts.ts";
import type {
  FileReleasesTable,
  FilesTable,
  FileVersionsTable,
  ProductFilesTable,
  ProductProgramIdsTable,
  ProductsTable,
  UploadsTable,
} from "./schema/catalog.ts";
import type {
  BackupFailuresTable,
  ErasuresTable,
  ImportsTable,
  InstallationMarksTable,
  MovedTable,
  MoveRunsTable,
  MovesTable,
} from "./schema/data.ts";
import type {
  AnnouncementRecipientsTable,
  AnnouncementsTable,
  DownloadsTable,
  LibraryLinksTable,
  OrderVisitsTable,
  PartialDownloadsTable,
  SentDownloadsTable,
  StampedFilesTable,
  UpdateOptOutsTable,
} from "./schema/delivery.ts";
import type {
  ConnectionEventsTable,
  EmailAllowancesTable,
  EmailOpeningsTable,
  EmailsTable,
  EmailTriesTable,
  MailServersTable,
  MessageRemovalsTable,
  UndeliverableAddressesTable,
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
  WebhookEndpointsTable,
  WebhookEventsTable,
} from "./schema/messages.ts";
import type { OrphanSweepsTable, RetentionProgressTable } from "./schema/operations.ts";
import type {
  CustomerCountsTable,
  CustomerIndexOrdersTable,
  CustomerIndexTable,
  OrderIndexProductsTable,
  OrderIndexProgressTable,
  OrderIndexTable,
  OrderIndexUsageTable,
  OrderTextsTable,
} from "./schema/order-index.ts";
import type {
  AllowancesTable,
  CustomerNotesTable,
  KeyHandoutsTable,
  LicenseDevicesTable,
  LicenseKeyHashesTable,
  LicenseKeysTable,
  LicenseSecretsTable,
  OrderItemsTable,
  OrdersTable,
  RenewalRequestsTable,
  RuleHoldsTable,
  SubscriptionPaymentsTable,
} from "./schema/orders.ts";
import type {
  FileRemovalsTable,
  RateLimitsTable,
  RemovalHoldsTable,
  UploadObjectsTable,
  UploadPartsTable,
} from "./schema/platform.ts";
import type {
  BounceMailboxesTable,
  ConnectionMappingsTable,
  ConnectionOrderAddressesTable,
  ConnectionOrderNamesTable,
  ConnectionOrdersTable,
  ConnectionsTable,
  MailHooksTable,
} from "./schema/shops.ts";
import type {
  AccountDaysTable,
  ActivitiesTable,
  IdempotencyKeysTable,
  OrderChangesTable,
  ProductDaysTable,
  RecountsTable,
  RevenueDaysTable,
  TransferDaysTable,
  TranslatedWordingsTable,
  WordingsTable,
} from "./schema/store.ts";

export type * from "./schema/access.ts";
export type * from "./schema/accounts.ts";
export type * from "./schema/catalog.ts";
export type * from "./schema/data.ts";
export type * from "./schema/delivery.ts";
export type * from "./schema/messages.ts";
export type * from "./schema/operations.ts";
export type * from "./schema/order-index.ts";
export type * from "./schema/orders.ts";
export type * from "./schema/platform.ts";
export type * from "./schema/shops.ts";
export type * from "./schema/store.ts";

/**
 * All tables and their columns. The files in src/platform/database/schema match those of the foundation, which creates the
 * tables.
 */
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
  product_program_ids: ProductProgramIdsTable;
  file_releases: FileReleasesTable;
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
  license_key_hashes: LicenseKeyHashesTable;
  key_handouts: KeyHandoutsTable;
  license_devices: LicenseDevicesTable;
  license_secrets: LicenseSecretsTable;
  renewal_requests: RenewalRequestsTable;
  subscription_payments: SubscriptionPaymentsTable;
  allowances: AllowancesTable;
  stamped_files: StampedFilesTable;
  downloads: DownloadsTable;
  sent_downloads: SentDownloadsTable;
  partial_downloads: PartialDownloadsTable;
  emails: EmailsTable;
  email_tries: EmailTriesTable;
  message_removals: MessageRemovalsTable;
  email_allowances: EmailAllowancesTable;
  bounce_mailboxes: BounceMailboxesTable;
  mail_hooks: MailHooksTable;
  mail_servers: MailServersTable;
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
