import { type Compilable, type Selectable, type SelectQueryBuilder, sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { shared } from "../../platform/database/lookups.ts";
import { prepared } from "../../platform/database/prepared.ts";
import type { AccountsTable, Schema } from "../../platform/database/schema.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import type { Instant } from "../../platform/instants.ts";
import type { StoredCredentials } from "./credentials.ts";
import { type HoldRules, readHoldRules } from "./hold-rules.ts";
import type { RedirectChoice } from "./redirects.ts";

/** A store, with its settings. Its credentials are kept apart. */
export interface Account {
  id: number;
  handle: string;
  name: string;
  email: string;
  billingEmail: string;
  ecommerceAddress: string;
  paymentAddress: string;
  /** Only a verified one; null for none. */
  customDomain: string | null;
  plan: string;
  /** ISO 4217. Used when a price has no currency of its own. */
  currency: string;
  /** Null: the links of orders never expire. */
  orderExpirationInHours: number | null;
  /** Null: unlimited. */
  downloadLimitPerItem: number | null;
  /** `#rrggbb` in lower case; null for the color that goes with the name. */
  brandColor: string | null;
  /** Of the logo's bytes in the file store; the three are null together. */
  logoStorageKey: string | null;
  logoContentType: string | null;
  logoSha256: string | null;
  /** In the From of emails; empty for the store's name. */
  senderName: string;
  /** Where answers to emails go; empty for the account's email. */
  replyTo: string;
  /** The store's own site, where customers find help; null for none. */
  website: string | null;
  /** Where customers write to; null for the address for answers. */
  contactEmail: string | null;
  /** What customers are spoken to in; null for each browser's own. */
  language: Language | null;
  /** How often a customer may reopen an order without asking. */
  selfServiceRenewals: number;
  /** Days for which downloads keep IP address and user agent; null for ever. */
  anonymizeDownloadsAfterDays: number | null;
  /** Days for which emails keep their content; null for ever. */
  eraseEmailsAfterDays: number | null;
  /** Days for which the activity log keeps its entries; null for ever. */
  eraseActivityAfterDays: number | null;
  /** Whether the owner gets an email with each week's figures. */
  weeklyDigest: boolean;
  /** Whether delivery emails hold a picture that tells when they are opened. */
  trackEmailOpens: boolean;
  /** Which downloads an S3 store sends itself. */
  redirectDownloads: RedirectChoice;
  /** Whether customers can see and hear files in the page. */
  allowPreviews: boolean;
  /** Whether seeing or hearing a file in the page counts as a download. */
  countPreviews: boolean;
  /** Whether customers see when a file was updated, and what is new. */
  showFileUpdates: boolean;
  /** When it puts orders on hold by itself; null for never. */
  holdRules: HoldRules | null;
  /** The events that its webhook endpoints want, as `,NAME,FAMILY.*,`; empty for none (webhook-events.ts). */
  webhookEvents: string;
  createdAt: Instant;
  /** Whether the service domain itself names it. */
  isMain: boolean;
}

/** An account with what its API's callers must prove. Only what checks or shows credentials is given both. */
export interface AccountWithCredentials {
  account: Account;
  credentials: StoredCredentials;
}

type AccountRow = Selectable<AccountsTable>;

/** Writes each field out, because copying objects as a whole takes five times as long. */
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

/** All that is asked about accounts leaves out those that are being removed. */
const live = (db: Reader) => db.selectFrom("accounts").where("removed_at", "is", null);

/** Requests that arrive together share what is found. */
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

/** The account with this API key, which is in small letters here, whatever it is. */
export async function accountByLowerKey(reader: Reader, key: string): Promise<AccountWithCredentials | null> {
  const [found] = await accountsByLowerKey(reader, { key });
  return found ?? null;
}

const accountsByLowerKey = findAccounts<{ key: string }>((accounts, { key }) =>
  accounts.where(({ fn }) => fn("lower", ["api_key"]), "=", key),
);

/** The account that a domain of its own serves. */
export async function accountByCustomDomain(reader: Reader, hostname: string): Promise<AccountWithCredentials | null> {
  const [found] = await accountsByCustomDomain(reader, { hostname });
  return found ?? null;
}

const accountsByCustomDomain = findAccounts<{ hostname: string }>((accounts, { hostname }) =>
  accounts.where("custom_domain", "=", hostname),
);

/** The account that the service domain itself names; null while there is none. */
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

/** Also with one that is being removed: so the next start makes no other one meanwhile. */
export async function hasAccounts(reader: Reader): Promise<boolean> {
  return (await reader.selectFrom("accounts").select("id").limit(1).executeTakeFirst()) !== undefined;
}
