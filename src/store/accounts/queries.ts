import { type Compilable, type Selectable, type SelectQueryBuilder, sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { shared } from "../../platform/database/lookups.ts";
import { prepared } from "../../platform/database/prepared.ts";
import type { AccountsTable, Schema } from "../../platform/database/schema.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import type { Instant } from "../../platform/instants.ts";
import type { StoredCredentials } from "./credentials.ts";
import { type HoldRules, readHoldRules } from "./hold-rules.ts";
import type { RedirectChoice } from "./redirect-choices.ts";

/** A store with its settings, without its credentials. */
export interface Account {
  id: number;
  handle: string;
  name: string;
  email: string;
  billingEmail: string;
  ecommerceAddress: string;
  paymentAddress: string;
  /** The verified custom domain; null for none. */
  customDomain: string | null;
  plan: string;
  /** ISO 4217. Used when a price has no currency of its own. */
  currency: string;
  /** Null: the links of orders never expire. */
  orderExpirationInHours: number | null;
  /** Null: unlimited. */
  downloadLimitPerItem: number | null;
  /** `#rrggbb` in lowercase; null for the color derived from the name. */
  brandColor: string | null;
  /** The logo's key in the file store. The three are null together. */
  logoStorageKey: string | null;
  logoContentType: string | null;
  logoSha256: string | null;
  /** The name in the From of emails; empty for the store's name. */
  senderName: string;
  /** The address for replies to emails; empty for the account's email. */
  replyTo: string;
  /** The store's own website, where customers find help; null for none. */
  website: string | null;
  /** The address where customers can write; null for the address for replies. */
  contactEmail: string | null;
  /** The language for customers; null to follow each browser. */
  language: Language | null;
  /** How many times a customer may renew an order without asking. */
  selfServiceRenewals: number;
  /** Days after which downloads lose IP address and user agent; null for never. */
  anonymizeDownloadsAfterDays: number | null;
  /** Days after which emails lose their content; null for never. */
  eraseEmailsAfterDays: number | null;
  /** Days after which entries of the activity log are deleted; null for never. */
  eraseActivityAfterDays: number | null;
  /** Whether the owner gets weekly statistics by email. */
  weeklyDigest: boolean;
  /** Whether delivery emails contain a tracking picture. */
  trackEmailOpens: boolean;
  /** Which downloads an S3 store sends directly. */
  redirectDownloads: RedirectChoice;
  /** Whether customers can play and view files in the page. */
  allowPreviews: boolean;
  /** Whether playing or viewing a file in the page counts as a download. */
  countPreviews: boolean;
  /** Whether customers see when a file was updated, and what is new. */
  showFileUpdates: boolean;
  /** When its orders are put on hold automatically; null for never. */
  holdRules: HoldRules | null;
  /** The events that its webhook endpoints receive, as `,NAME,FAMILY.*,`; empty for none (webhook-events.ts). */
  webhookEvents: string;
  createdAt: Instant;
  /** Whether the service domain itself leads to it. */
  isMain: boolean;
}

/** An account with its API credentials. Only code that checks or shows credentials gets both. */
export interface AccountWithCredentials {
  account: Account;
  credentials: StoredCredentials;
}

type AccountRow = Selectable<AccountsTable>;

/** Writes out each field, because copying whole objects takes five times as long. */
export const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  handle: row.handle,
  name: row.name,
  email: row.email,
  billingEmail: row.billing_email,
  ecommerceAddress: row.ecommerce_address,
  paymentAddress: row.payment_address,
  customDomain: row.custom_domain,
  plan: row.plan,
  currency: row.currency,
  orderExpirationInHours: row.order_expiration_in_hours,
  downloadLimitPerItem: row.download_limit_per_item,
  brandColor: row.brand_color,
  logoStorageKey: row.logo_storage_key,
  logoContentType: row.logo_content_type,
  logoSha256: row.logo_sha256,
  senderName: row.sender_name,
  replyTo: row.reply_to,
  website: row.website,
  contactEmail: row.contact_email,
  language: row.language,
  selfServiceRenewals: row.self_service_renewals,
  anonymizeDownloadsAfterDays: row.anonymize_downloads_after_days,
  eraseEmailsAfterDays: row.erase_emails_after_days,
  eraseActivityAfterDays: row.erase_activity_after_days,
  weeklyDigest: row.weekly_digest === 1,
  trackEmailOpens: row.track_email_opens === 1,
  redirectDownloads: row.redirect_downloads,
  allowPreviews: row.previews === 1,
  countPreviews: row.count_previews === 1,
  showFileUpdates: row.show_file_updates === 1,
  holdRules: readHoldRules(row.hold_rules),
  webhookEvents: row.webhook_events,
  createdAt: row.created_at,
  isMain: row.is_main === 1,
});

const withCredentials = (row: AccountRow): AccountWithCredentials => ({
  account: accountOf(row),
  credentials: { apiKey: row.api_key, tokenHash: row.api_token_hash, encryptedToken: row.api_token_encrypted },
});

/** All queries leave out accounts that are being removed. */
const live = (db: Reader) => db.selectFrom("accounts").where("removed_at", "is", null);

/** Simultaneous requests share the result. */
function findAccounts<Values extends Record<string, unknown>>(
  build: (accounts: SelectQueryBuilder<Schema, "accounts", AccountRow>, values: Values) => Compilable<AccountRow>,
) {
  const find = prepared<Values, AccountRow>((db, values) => build(live(db).selectAll(), values));
  return shared(async (reader, values: Values) => (await find(reader, values)).map(withCredentials));
}

export async function accountByHandle(reader: Reader, handle: string): Promise<AccountWithCredentials | null> {
  const [found] = await accountsByHandle(reader, { handle });
  return found ?? null;
}

const accountsByHandle = findAccounts<{ handle: string }>((accounts, { handle }) =>
  accounts.where("handle", "=", handle),
);

/** The account with this API key, given in lowercase; the key itself may have capitals. */
export async function accountByLowerKey(reader: Reader, key: string): Promise<AccountWithCredentials | null> {
  const [found] = await accountsByLowerKey(reader, { key });
  return found ?? null;
}

const accountsByLowerKey = findAccounts<{ key: string }>((accounts, { key }) =>
  accounts.where(({ fn }) => fn("lower", ["api_key"]), "=", key),
);

/** The account that a custom domain serves. */
export async function accountByCustomDomain(reader: Reader, hostname: string): Promise<AccountWithCredentials | null> {
  const [found] = await accountsByCustomDomain(reader, { hostname });
  return found ?? null;
}

const accountsByCustomDomain = findAccounts<{ hostname: string }>((accounts, { hostname }) =>
  accounts.where("custom_domain", "=", hostname),
);

/** The account that the service domain itself leads to; null if there is none. */
export async function mainAccount(reader: Reader): Promise<AccountWithCredentials | null> {
  const [found] = await mainAccounts(reader, {});
  return found ?? null;
}

// Not as a parameter, because the index covers only this value.
const mainAccounts = findAccounts<Record<string, never>>((accounts) => accounts.where("is_main", "=", sql.lit(1)));

export async function accountById(reader: Reader, id: number): Promise<Account | null> {
  const [row] = await accountsById(reader, { id });
  return row ? accountOf(row) : null;
}

const accountsById = prepared<{ id: number }, AccountRow>((db, { id }) => live(db).selectAll().where("id", "=", id));

export async function accountWithCredentialsById(reader: Reader, id: number): Promise<AccountWithCredentials | null> {
  const [row] = await accountsById(reader, { id });
  return row ? withCredentials(row) : null;
}

export async function allAccounts(reader: Reader): Promise<Account[]> {
  const rows = await live(reader).selectAll().orderBy("handle").execute();
  return rows.map(accountOf);
}

/** Includes one that is being removed, so that the next start does not create another. */
export async function hasAccounts(reader: Reader): Promise<boolean> {
  return (await reader.selectFrom("accounts").select("id").limit(1).executeTakeFirst()) !== undefined;
}
