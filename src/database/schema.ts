import type { Generated } from "kysely";
import type { Language } from "../i18n/languages.ts";

/** Instants are milliseconds since 1970 in UTC. */
type Instant = number;

/** ISO 8601 in UTC, as better-auth keeps instants in its tables: `2026-11-20T21:37:00.000Z`. */
type IsoInstant = string;

export interface AccountsTable {
  id: Generated<number>;
  handle: string;
  name: string;
  email: string;
  billing_email: string;
  ecommerce_address: string;
  payment_address: string;
  custom_domain: string | null;
  plan: string;
  /** ISO 4217; of amounts that name none. */
  currency: Generated<string>;
  order_expiration_in_hours: number | null;
  download_limit_per_item: number | null;
  /** `#rrggbb` in lower case; null for the colour that goes with the name. */
  brand_color: Generated<string | null>;
  /** Of the logo's bytes in the file store; the three are null together. */
  logo_storage_key: Generated<string | null>;
  logo_content_type: Generated<string | null>;
  logo_sha256: Generated<string | null>;
  /** In the From of emails; empty for the store's name. */
  sender_name: Generated<string>;
  /** Where answers to emails go; empty for the account's email. */
  reply_to: Generated<string>;
  /** What customers are spoken to in; null for each browser's own. */
  language: Generated<Language | null>;
  /** How often a customer may reopen an order without asking. */
  self_service_renewals: Generated<number>;
  api_key: string;
  api_token_hash: string;
  api_token_encrypted: string;
  next_order_number: number;
  created_at: Instant;
}

/** What a person may do in an account; src/people/roles.ts says what that is. */
export type Role = "owner" | "staff" | "read_only";

/** A person, who may be a member of several accounts. */
export interface UsersTable {
  id: string;
  /** In lower case. */
  email: string;
  name: string;
  email_verified: Generated<number>;
  two_factor_enabled: Generated<number>;
  created_at: IsoInstant;
  updated_at: IsoInstant;
}

export interface MembersTable {
  account_id: number;
  user_id: string;
  role: Role;
  created_at: Instant;
}

/** A way in which a person proves who they are. */
export interface CredentialsTable {
  id: string;
  user_id: string;
  /** `credential` for a password. */
  provider_id: string;
  provider_user_id: string;
  /** As Bun.password hashes it: argon2id. */
  password_hash: string | null;
  created_at: IsoInstant;
  updated_at: IsoInstant;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  /** The account on whose host the person signed in; the session is good for no other. */
  account_id: number;
  /** Opens nothing by itself: the cookie holds it with a signature made with the installation's secret. */
  token: string;
  ip_address: string | null;
  user_agent: string | null;
  expires_at: IsoInstant;
  created_at: IsoInstant;
  updated_at: IsoInstant;
}

/** What proves something once, such as a link to set a password; the identifier is hashed. */
export interface VerificationsTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: IsoInstant;
  created_at: IsoInstant;
  updated_at: IsoInstant;
}

/** A person's second factor; secret and backup codes are encrypted. */
export interface TwoFactorsTable {
  id: string;
  user_id: string;
  secret: string;
  backup_codes: string;
  verified: number | null;
  failed_verification_count: number | null;
  locked_until: IsoInstant | null;
}

/** A text that the store has written itself; src/wording/names.ts lists them. */
export interface WordingsTable {
  account_id: number;
  name: string;
  /** Liquid; null for the built-in text. */
  source: string | null;
  /** What it was before the last change; null for the built-in text. */
  previous_source: string | null;
  /** Why it could not be used when it was needed last; null when it could. */
  problem: string | null;
  problem_at: Instant | null;
  updated_at: Instant;
}

export interface ProductsTable {
  id: Generated<number>;
  account_id: number;
  sku: string;
  name: string;
  price: number | null;
  currency: string | null;
  /** Identifier in the permalink. */
  guid: string;
  /** Null while the permalink leads somewhere. */
  permalink_disabled_at: Instant | null;
  created_at: Instant;
  /** A deleted product stays as a row, so that recorded downloads keep the SKU they had. */
  deleted_at: Instant | null;
}

/** What a product delivers: stored bytes, or an address elsewhere. */
export interface FilesTable {
  id: Generated<number>;
  account_id: number;
  filename: string;
  size_bytes: number;
  content_type: string;
  sha256: string;
  /** Null for an address elsewhere. */
  storage_key: string | null;
  /** Null for stored bytes. */
  external_url: string | null;
  created_at: Instant;
  /** The row stays, as recorded downloads name it. */
  deleted_at: Instant | null;
}

export interface ProductFilesTable {
  product_id: number;
  file_id: number;
  position: number;
}

export interface OrdersTable {
  id: Generated<number>;
  account_id: number;
  /** The order id that the interfaces show: the account's next number, or the caller's own text. */
  public_id: string;
  /** The caller's own order ID; null when the caller gave none. */
  vendor_id: string | null;
  guid: string;
  title: string;
  first_name: string;
  last_name: string;
  email: string;
  /** `api` for orders that a checkout sent, `manual` for those made by hand. */
  source: "api" | "manual";
  currency: string | null;
  custom_1: string | null;
  custom_2: string | null;
  custom_3: string | null;
  expires_at: Instant | null;
  download_limit: number | null;
  created_at: Instant;
  /** A deleted order keeps no personal data; the row holds the recorded downloads together. */
  deleted_at: Instant | null;
}

export interface OrderItemsTable {
  id: Generated<number>;
  order_id: number;
  product_id: number;
  guid: string;
  quantity: number;
  /** Downloads of each file from the last reset on; null means the order's download limit. */
  allowance_override: number | null;
  download_count: Generated<number>;
  /** License keys handed out for its units; the item waits for keys while these are fewer than its quantity. */
  keys_assigned: Generated<number>;
  price: number | null;
  custom_1: string | null;
  custom_2: string | null;
  custom_3: string | null;
  created_at: Instant;
  removed_at: Instant | null;
}

export interface LicenseKeysTable {
  id: Generated<number>;
  account_id: number;
  product_id: number;
  key: string;
  order_item_id: number | null;
  /** Once set, the key is spent for good. */
  assigned_at: Instant | null;
  created_at: Instant;
}

/** A customer's wish that an expired or used-up order be opened again; open while it has been neither granted nor declined. */
export interface RenewalRequestsTable {
  id: Generated<number>;
  account_id: number;
  order_id: number;
  reason: "expired" | "used_up";
  /** The customer's own words; empty for none. */
  message: string;
  /** 1 for one that granted itself (`accounts.self_service_renewals`). */
  self_service: number;
  created_at: Instant;
  granted_at: Instant | null;
  declined_at: Instant | null;
}

/** How much of an order item's allowance each file has taken since the last reset. */
export interface AllowancesTable {
  order_item_id: number;
  file_id: number;
  taken: number;
}

export interface DownloadsTable {
  id: Generated<number>;
  account_id: number;
  product_id: number;
  order_id: number | null;
  order_item_id: number | null;
  file_id: number;
  filename: string;
  size_bytes: number;
  ip_address: string;
  user_agent: string;
  downloaded_at: Instant;
}

export type EmailStatus = "queued" | "sent" | "failed" | "over_allowance" | "cancelled";

/** All but the first go to the account's people: their bodies are written when they are queued, and blanked once they are done. */
export type EmailKind = "delivery" | "password_reset" | "invitation" | "renewal_request";

export interface EmailsTable {
  id: Generated<number>;
  account_id: number;
  kind: Generated<EmailKind>;
  /** Null unless it is a delivery email. */
  order_id: number | null;
  recipient: string;
  status: EmailStatus;
  attempts: Generated<number>;
  next_attempt_at: Instant;
  /** While a worker holds the message; after it another worker may take it. */
  lease_expires_at: Instant | null;
  message_id: string;
  subject: string | null;
  text_body: string | null;
  html_body: string | null;
  created_at: Instant;
  sent_at: Instant | null;
}

export interface EmailTriesTable {
  id: Generated<number>;
  email_id: number;
  tried_at: Instant;
  outcome: "sent" | "temporary_failure" | "permanent_failure";
  /** The mail server's own words, or the connection's error. */
  response: string;
}

/** Delivery emails queued per account and UTC day, for plans with a daily allowance. */
export interface EmailAllowancesTable {
  account_id: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  queued: number;
}

/** What happened with a product on one UTC day, counted as it happened. */
export interface ProductDaysTable {
  account_id: number;
  product_id: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  orders: number;
  downloads: number;
  bytes: number;
}

/** What happened in an account on one UTC day, counted as it happened. */
export interface AccountDaysTable {
  account_id: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  orders: number;
  /** Delivery emails that a mail server took. */
  emails: number;
}

/** The first answer to a request with an `Idempotency-Key`. */
export interface IdempotencyKeysTable {
  account_id: number;
  key: string;
  /** SHA-256 of method, path and body, in hexadecimal. */
  request_hash: string;
  status: number;
  body: string;
  created_at: Instant;
}

/** Stored bytes that no file needs any more, to be removed from the file store. */
export interface FileRemovalsTable {
  id: Generated<number>;
  storage_key: string;
}

/** A file that arrives in parts. */
export interface UploadsTable {
  /** Unguessable; also the name under which the bytes that have arrived are kept. */
  id: string;
  account_id: number;
  filename: string;
  content_type: string;
  /** What the client gave as `Upload-Metadata`, as a JSON object of texts and nulls. */
  metadata: string;
  /** Null until the client says how long the file is. */
  size_bytes: number | null;
  /** The file that it has become; null while it has not arrived whole. */
  file_id: number | null;
  created_at: Instant;
}

/** What became of a file that was imported. */
export interface ImportsTable {
  id: Generated<number>;
  account_id: number;
  kind: "products" | "orders" | "license_keys";
  state: "checking" | "applying" | "done" | "failed";
  /** 1 for a file that is only checked. */
  dry_run: number;
  /** 1 when the rows that are right are imported although others are refused. */
  skip_refused: number;
  rows: number;
  /** Rows that the present state is through with. */
  done_rows: number;
  accepted: number;
  /** 1 once the accepted rows are in. */
  applied: number;
  /** The refused rows as a JSON list. */
  refused: string;
  /** Column names as a JSON list. */
  unknown_columns: string;
  /** Why it failed, in a sentence. */
  problem: string | null;
  created_at: Instant;
  /** The last sign of life of the process that imports. */
  seen_at: Instant;
  finished_at: Instant | null;
}

export interface Schema {
  accounts: AccountsTable;
  users: UsersTable;
  members: MembersTable;
  credentials: CredentialsTable;
  sessions: SessionsTable;
  verifications: VerificationsTable;
  two_factors: TwoFactorsTable;
  wordings: WordingsTable;
  products: ProductsTable;
  files: FilesTable;
  product_files: ProductFilesTable;
  orders: OrdersTable;
  order_items: OrderItemsTable;
  license_keys: LicenseKeysTable;
  renewal_requests: RenewalRequestsTable;
  allowances: AllowancesTable;
  downloads: DownloadsTable;
  emails: EmailsTable;
  email_tries: EmailTriesTable;
  email_allowances: EmailAllowancesTable;
  product_days: ProductDaysTable;
  account_days: AccountDaysTable;
  idempotency_keys: IdempotencyKeysTable;
  file_removals: FileRemovalsTable;
  uploads: UploadsTable;
  imports: ImportsTable;
}
