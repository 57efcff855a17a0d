import type { Reader, Tx } from "../../platform/database/database.ts";
import { lockRows } from "../../platform/database/row-locks.ts";
import { signInEmailProblem } from "../../platform/email-address.ts";
import { DomainError, rejectFields } from "../../platform/errors.ts";
import { randomApiKey, randomIdentifier } from "../../platform/identifiers.ts";
import type { Instant } from "../../platform/instants.ts";
import { textProblem } from "../../platform/text.ts";
import type { Vault } from "../../platform/vault.ts";
import { isServiceName, type ServiceUrl } from "./address.ts";
import { storedToken } from "./credentials.ts";
import { claimDomain } from "./domain-claims.ts";
import { accountByFormerHandle, handleProblem, rejectFormerHandle } from "./former-handles.ts";
import { type HoldRules, storedHoldRules } from "./hold-rules.ts";
import { lockAccounts, makeMain } from "./main-account.ts";
import { newAccountSettings } from "./new-account-settings.ts";
import { isPlanName, type PlanName, plans } from "./plans.ts";
import {
  type Account,
  type AccountWithCredentials,
  accountByHandle,
  accountById,
  accountByLowerKey,
  accountOf,
  allAccounts,
  hasAccounts,
  mainAccount,
} from "./queries.ts";

export { type Account, type AccountWithCredentials, accountById, allAccounts, hasAccounts };

/** The largest accepted number. A larger limit or number of hours is a mistake. */
export const largestSetting = 1_000_000;

export interface NewAccount {
  handle: string;
  name?: string | undefined;
  /** Also the email its owner signs in with. */
  email?: string | undefined;
  plan?: string | undefined;
  apiKey?: string | undefined;
  apiToken?: string | undefined;
}

/** A newly created account. Only here is its token in plain text. */
export interface CreatedAccount {
  account: Account;
  apiKey: string;
  apiToken: string;
}

/** Creates no people. Throws `invalid` for a wrong field, and `taken` if the handle or the API key is in use. */
export async function createAccount(tx: Tx, vault: Vault, input: NewAccount, now: Instant): Promise<CreatedAccount> {
  const { handle, name = handle, email = `owner@${handle}.example`, plan = plans.unlimited.name } = input;
  rejectFields([
    { field: "handle", message: handleProblem(handle) },
    { field: "name", message: textProblem(name, { longest: 255 }) },
    { field: "email", message: signInEmailProblem(email) },
    { field: "plan", message: planProblem(plan) },
    { field: "apiKey", message: input.apiKey === undefined ? null : credentialProblem(input.apiKey) },
    { field: "apiToken", message: input.apiToken === undefined ? null : credentialProblem(input.apiToken) },
  ]);
  const { apiKey = randomApiKey(), apiToken = randomIdentifier() } = input;
  await lockAccounts(tx);
  await rejectFormerHandle(tx, handle);
  await rejectTakenKey(tx, { handle, apiKey });
  const row = await tx
    .insertInto("accounts")
    .values({
      handle,
      name,
      email,
      billing_email: email,
      ecommerce_address: "",
      payment_address: "",
      custom_domain: null,
      plan,
      order_expiration_in_hours: newAccountSettings.orderExpirationInHours,
      download_limit_per_item: newAccountSettings.downloadLimitPerItem,
      api_key: apiKey,
      ...storedToken(vault, apiToken),
      next_order_number: newAccountSettings.firstOrderNumber,
      created_at: now,
      is_main: (await mainAccount(tx)) ? 0 : 1,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new DomainError("taken", `Another account already uses the handle ${handle} or this API key.`);
  return { account: accountOf(row), apiKey, apiToken };
}

/** Host names contain handles and keys, and ignore case. Throws `taken`. */
async function rejectTakenKey(tx: Tx, { handle, apiKey }: { handle: string; apiKey: string }): Promise<void> {
  const label = apiKey.toLowerCase();
  await rejectFormerHandle(tx, label);
  const others = [
    await accountByLowerKey(tx, label),
    await accountByLowerKey(tx, handle),
    await accountByHandle(tx, label),
  ];
  if (label === handle || others.some((other) => other !== null))
    throw new DomainError("taken", `Another account already uses the handle ${handle} or this API key.`);
}

/** Settings to change. Null means none: never, unlimited, or no custom domain. */
export interface AccountChanges {
  /** Makes it the main account, replacing the current one. */
  main?: true | undefined;
  plan?: string | undefined;
  name?: string | undefined;
  orderExpirationInHours?: number | null | undefined;
  downloadLimitPerItem?: number | null | undefined;
  customDomain?: string | null | undefined;
}

/** Throws `not_found`, `invalid`, or `taken` for a domain that another account has verified. */
export async function changeAccount(
  tx: Tx,
  service: ServiceUrl,
  handle: string,
  changes: AccountChanges,
  now: Instant,
): Promise<Account> {
  if (changes.main) await lockAccounts(tx);
  const account = await requireAccount(tx, handle);
  rejectFields([
    { field: "plan", message: changes.plan === undefined ? null : planProblem(changes.plan) },
    { field: "name", message: changes.name === undefined ? null : textProblem(changes.name, { longest: 255 }) },
    { field: "orderExpirationInHours", message: settingProblem(changes.orderExpirationInHours) },
    { field: "downloadLimitPerItem", message: settingProblem(changes.downloadLimitPerItem) },
    { field: "customDomain", message: domainProblem(service, changes.customDomain) },
  ]);
  if (changes.customDomain !== undefined) await claimDomain(tx, account.id, changes.customDomain, now);
  if (changes.main) await makeMain(tx, account.id);
  const row = await tx
    .updateTable("accounts")
    .set({
      plan: changes.plan ?? account.plan,
      name: changes.name ?? account.name,
      order_expiration_in_hours: changed(changes.orderExpirationInHours, account.orderExpirationInHours),
      download_limit_per_item: changed(changes.downloadLimitPerItem, account.downloadLimitPerItem),
    })
    .where("id", "=", account.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return accountOf(row);
}

/**
 * Settings that the owner's programs may change. Undefined means unchanged, null means none. `customDomain` is the claimed
 * domain.
 */
export type SettingChanges = {
  [Name in Setting]?: Account[Name] | undefined;
} & {
  /** The rules to change; null switches all off. */
  holdRules?: Partial<HoldRules> | null | undefined;
};

type Setting =
  | "name"
  | "email"
  | "billingEmail"
  | "currency"
  | "ecommerceAddress"
  | "paymentAddress"
  | "customDomain"
  | "orderExpirationInHours"
  | "downloadLimitPerItem"
  | "brandColor"
  | "senderName"
  | "replyTo"
  | "website"
  | "contactEmail"
  | "language"
  | "selfServiceRenewals"
  | "anonymizeDownloadsAfterDays"
  | "eraseEmailsAfterDays"
  | "eraseActivityAfterDays"
  | "weeklyDigest"
  | "trackEmailOpens"
  | "redirectDownloads"
  | "allowPreviews"
  | "countPreviews"
  | "showFileUpdates";

/**
 * Changes the settings that are present; the caller has checked them. Throws `taken` for a domain that another account
 * has verified.
 */
export async function changeSettings(
  tx: Tx,
  accountId: number,
  changes: SettingChanges,
  now: Instant,
): Promise<Account> {
  if (changes.customDomain !== undefined) await claimDomain(tx, accountId, changes.customDomain, now);
  const hold_rules = await changedHoldRules(tx, accountId, changes.holdRules);
  const row = await tx
    .updateTable("accounts")
    .set(({ ref }) => ({
      name: changes.name ?? ref("name"),
      email: changes.email,
      billing_email: changes.billingEmail,
      currency: changes.currency,
      ecommerce_address: changes.ecommerceAddress,
      payment_address: changes.paymentAddress,
      order_expiration_in_hours: changes.orderExpirationInHours,
      download_limit_per_item: changes.downloadLimitPerItem,
      brand_color: changes.brandColor,
      sender_name: changes.senderName,
      reply_to: changes.replyTo,
      website: changes.website,
      contact_email: changes.contactEmail,
      language: changes.language,
      self_service_renewals: changes.selfServiceRenewals,
      anonymize_downloads_after_days: changes.anonymizeDownloadsAfterDays,
      erase_emails_after_days: changes.eraseEmailsAfterDays,
      erase_activity_after_days: changes.eraseActivityAfterDays,
      weekly_digest: changes.weeklyDigest === undefined ? undefined : Number(changes.weeklyDigest),
      track_email_opens: changes.trackEmailOpens === undefined ? undefined : Number(changes.trackEmailOpens),
      redirect_downloads: changes.redirectDownloads,
      previews: changes.allowPreviews === undefined ? undefined : Number(changes.allowPreviews),
      count_previews: changes.countPreviews === undefined ? undefined : Number(changes.countPreviews),
      show_file_updates: changes.showFileUpdates === undefined ? undefined : Number(changes.showFileUpdates),
      hold_rules,
    }))
    .where("id", "=", accountId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return accountOf(row);
}

/** The new value of the account's column, keeping other members' changes; undefined if nothing changes. */
async function changedHoldRules(
  tx: Tx,
  accountId: number,
  changes: SettingChanges["holdRules"],
): Promise<string | null | undefined> {
  if (changes === undefined) return undefined;
  await lockAccount(tx, accountId);
  const { stored } = await tx
    .selectFrom("accounts")
    .select("hold_rules as stored")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  return storedHoldRules(stored, changes);
}

/** Replaces the account's API token and returns the new one. The previous token is no longer valid. */
export async function rotateToken(tx: Tx, vault: Vault, account: Account): Promise<string> {
  const token = randomIdentifier();
  await tx.updateTable("accounts").set(storedToken(vault, token)).where("id", "=", account.id).execute();
  return token;
}

/** Throws `not_found`. */
export async function requireAccount(reader: Reader, handle: string): Promise<Account> {
  const found = await accountByHandle(reader, handle);
  if (found) return found.account;
  const former = await accountByFormerHandle(reader, handle);
  const now = former ? ` The account that had it is called ${former.account.handle}.` : "";
  throw new DomainError("not_found", `There is no account with the handle ${handle}.${now}`);
}

const changed = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);

function planProblem(plan: string): string | null {
  return isPlanName(plan) ? null : `must be one of ${(Object.keys(plans) as PlanName[]).join(", ")}`;
}

function credentialProblem(text: string): string | null {
  return /^[\x21-\x39\x3b-\x7e]{8,255}$/.test(text)
    ? null
    : "must be 8 to 255 visible ASCII characters without a colon";
}

function settingProblem(value: number | null | undefined): string | null {
  if (value === undefined || value === null) return null;
  return Number.isInteger(value) && value >= 0 && value <= largestSetting
    ? null
    : `must be a whole number from 0 to ${largestSetting}, or none`;
}

/**
 * A message if a host name cannot be a custom domain; otherwise null, also for no domain. The service's own host names belong to
 * other accounts, now or in the future.
 */
export function domainProblem(service: ServiceUrl, domain: string | null | undefined): string | null {
  if (domain === undefined || domain === null) return null;
  if (isServiceName(service, domain)) {
    return "must be your own host name, not an IP address, localhost or a host name of this service";
  }
  return hostNameProblem(domain);
}

/** Like `domainProblem`, but only the checks that do not need the service's own host name. */
export function hostNameProblem(domain: string): string | null {
  return /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/.test(domain)
    ? null
    : "must be your own host name in lowercase, such as downloads.example.com, or none";
}

/** Makes others who lock the account wait until the transaction ends. */
export async function lockAccount(tx: Tx, accountId: number): Promise<void> {
  await lockRows(tx, "accounts").where("id", "=", accountId).execute();
}
