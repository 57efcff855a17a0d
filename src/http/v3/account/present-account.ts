import { z } from "@hono/zod-openapi";
import { mayActAs } from "../../../access/people/roles.ts";
import { emailAllowance } from "../../../messages/mail/email-allowance.ts";
import { languages } from "../../../platform/i18n/languages.ts";
import { writeInstant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { logoUrl } from "../../../store/accounts/logo.ts";
import { planOf } from "../../../store/accounts/plans.ts";
import { redirectChoices } from "../../../store/accounts/redirect-choices.ts";
import { answerOf } from "../framework/answers.ts";
import type { V3Env } from "../framework/environment.ts";
import { created, store } from "../framework/example-store.ts";
import { createdAt, described, orNull, shownId, shownText } from "../framework/fields.ts";
import { exampleRules, holdRulesSchema, presentHoldRules } from "../orders/hold-rules.ts";
import { domainVerificationSchema, presentDomain } from "./present-domain.ts";

export const accountSchema = z
  .object({
    id: shownId,
    name: z.string().describe("Store name that customers see."),
    email: z.string().describe("Address that gets renewal requests, notices and the emails of test orders."),
    url: z.string().describe("Base URL of the account and of its API."),
    billing_email: shownText.describe("Email address for invoices. Null: none."),
    order_expiration: z.number().int().nullable().describe("Hours until the links of a new order expire. Null: never."),
    download_limit: z.number().int().nullable().describe("Downloads per file for new orders. Null: unlimited."),
    currency: z.string().describe("Used when a price has no currency of its own."),
    created_at: createdAt,
    api_key: z
      .string()
      .nullable()
      .describe("API key: the user name of HTTP Basic authentication. Null for signed-in people who are not owners."),
    api_token: z
      .string()
      .nullable()
      .describe(
        "API token: the password of HTTP Basic authentication. Null for signed-in people, who retrieve it from `account/token` if they are owners, and for API keys without the scope `account:manage`.",
      ),
    order_expiration_in_hours: z.number().int().nullable().describe("Same as `order_expiration`."),
    download_limit_per_item: z.number().int().nullable().describe("Same as `download_limit`."),
    ecommerce_address: shownText.describe("Address of a connected store. Stored for your reference."),
    payment_address: shownText.describe("Address of a connected payment account. Stored for your reference."),
    plan: z.string().describe("Plan of the account: `free`, `standard` or `unlimited`."),
    api_access: z.boolean().describe("Whether the plan includes the API."),
    emails_per_day: z
      .number()
      .int()
      .nullable()
      .describe("Delivery emails that the plan allows today (UTC). Null: unlimited."),
    emails_today: z
      .number()
      .int()
      .describe("Delivery emails counted toward `emails_per_day` today (UTC). 0 without a limit."),
    custom_domain: z
      .string()
      .nullable()
      .describe("Your own host name for the store. It serves the store once it is verified. Null: none."),
    custom_domain_verification: domainVerificationSchema
      .nullable()
      .describe(
        "Verification status of `custom_domain`, and the DNS records that verify it. Null without a custom domain.",
      ),
    brand_color: z.string().nullable().describe("Brand color as `#rrggbb`. Null: the default colors."),
    logo_url: z.string().nullable().describe("URL of the logo. Null: none."),
    sender_name: shownText.describe("Sender name of emails. Null: the store's name."),
    language: z
      .enum(languages)
      .nullable()
      .describe("Language of pages and emails. Null: pages follow the browser, emails are in English."),
    locale: z.enum(languages).nullable().describe("Same as `language`."),
    self_service_renewals: z
      .number()
      .int()
      .describe("How many times customers can renew links without your approval. 0: they always ask you."),
    anonymize_downloads_after_days: z
      .number()
      .int()
      .nullable()
      .describe("Days after which downloads lose IP address and user agent. They still count. Null: never."),
    weekly_digest: z.boolean().describe("Whether the account's email address gets weekly statistics, on Monday."),
    track_email_opens: z
      .boolean()
      .describe(
        "Whether delivery emails hold a small picture that tells when they are opened. Many mail programs fetch pictures by themselves, or never.",
      ),
    erase_activity_after_days: z
      .number()
      .int()
      .nullable()
      .describe("Days after which entries of the activity log are deleted. Null: kept."),
    erase_emails_after_days: z
      .number()
      .int()
      .nullable()
      .describe("Days after which emails lose subject and message. Null: never."),
    redirect_downloads: z
      .enum(redirectChoices)
      .describe(
        "Which downloads the S3 store sends itself, by a redirect: `unlimited` for those without a limit, `all` for all. " +
          "No effect if the files are not in an S3 store.",
      ),
    allow_previews: z
      .boolean()
      .describe("Whether customers can play audio and video, and view images and PDF files, in the page."),
    count_previews: z
      .boolean()
      .describe(
        "Whether playing or viewing a file in the page counts as a download. If not, it also works when no download is left, and stands in the order's timeline only. What is played or viewed can be saved.",
      ),
    show_file_updates: z
      .boolean()
      .describe("Whether customers see on their pages when a file was updated, and what is new."),
    hold_rules: described(holdRulesSchema, "Rules that put orders on hold. All are off at first."),
    country_header: shownText.describe(
      "Header in which the proxy of this installation sends the country of customers (`WAYBILL_COUNTRY_HEADER`). Null: only the `country` of orders is known.",
    ),
    reply_to: shownText.describe("Email address for replies. Null: `contact_email`, or else `email`."),
    website: shownText.describe("Your store's website, where customers find help. Null: none."),
    contact_email: shownText.describe(
      "Email address for customers who need help. Null: the reply address, unless there is a website.",
    ),
  })
  .openapi("Account", {
    example: {
      id: 1,
      name: "Ann's Maps",
      email: "owner@example.com",
      url: store,
      billing_email: null,
      order_expiration: 240,
      download_limit: 5,
      currency: "USD",
      created_at: created,
      api_key: "key_3vQW9yq0xP2nT7sLZkRb4A",
      api_token: "token_b7n0Yw5mJ1cV8rKd2sQfXg",
      order_expiration_in_hours: 240,
      download_limit_per_item: 5,
      ecommerce_address: null,
      payment_address: null,
      plan: "unlimited",
      api_access: true,
      emails_per_day: null,
      emails_today: 0,
      custom_domain: "downloads.annsmaps.example",
      custom_domain_verification: {
        state: "unverified",
        serving: false,
        problem: "Neither the TXT nor the CNAME record was found. New records can take an hour to appear.",
        checked_at: created,
        verified_at: null,
        serves_until: null,
        txt_record: {
          name: "_waybill.downloads.annsmaps.example",
          value: "waybill-domain=4vJ0m2cQx7Rk9bTz1LsWnYdHfPg",
        },
        cname_record: { name: "downloads.annsmaps.example", value: "ann.example.com" },
      },
      brand_color: "#2456c4",
      logo_url: `${store}/logo/9f86d081884c7d65`,
      sender_name: null,
      reply_to: null,
      website: "https://annsmaps.example",
      contact_email: "help@annsmaps.example",
      language: null,
      locale: null,
      self_service_renewals: 0,
      anonymize_downloads_after_days: null,
      erase_emails_after_days: null,
      erase_activity_after_days: null,
      weekly_digest: false,
      track_email_opens: false,
      redirect_downloads: "unlimited",
      allow_previews: false,
      count_previews: true,
      show_file_updates: true,
      hold_rules: exampleRules,
      country_header: null,
    },
  });

/** The response to every request that reads or changes the account. */
export const accountAnswer = answerOf("account", accountSchema, "The account.");

type Asker = Pick<V3Env["Variables"], "services" | "credentials" | "role" | "user" | "now">;

/** The account, limited to the fields that the caller may see. */
export async function presentAccount(account: Account, { services, credentials, role, user, now }: Asker) {
  const { vault, accountUrl, db, countryHeader } = services;
  const url = accountUrl(account);
  const [allowance, domain] = await Promise.all([
    emailAllowance(db.read, account, now),
    presentDomain(services, account, now),
  ]);
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    url,
    billing_email: orNull(account.billingEmail),
    order_expiration: account.orderExpirationInHours,
    download_limit: account.downloadLimitPerItem,
    currency: account.currency,
    created_at: writeInstant(account.createdAt),
    api_key: user === null || mayActAs(role, "owner") ? credentials.apiKey : null,
    api_token: user || !mayActAs(role, "owner") ? null : vault.decrypt(credentials.encryptedToken),
    order_expiration_in_hours: account.orderExpirationInHours,
    download_limit_per_item: account.downloadLimitPerItem,
    ecommerce_address: orNull(account.ecommerceAddress),
    payment_address: orNull(account.paymentAddress),
    plan: account.plan,
    api_access: planOf(account).apiAccess,
    emails_per_day: allowance.limit,
    emails_today: allowance.used,
    ...domain,
    brand_color: account.brandColor,
    logo_url: logoUrl(url, account),
    sender_name: orNull(account.senderName),
    reply_to: orNull(account.replyTo),
    website: account.website,
    contact_email: account.contactEmail,
    language: account.language,
    locale: account.language,
    self_service_renewals: account.selfServiceRenewals,
    anonymize_downloads_after_days: account.anonymizeDownloadsAfterDays,
    erase_emails_after_days: account.eraseEmailsAfterDays,
    erase_activity_after_days: account.eraseActivityAfterDays,
    weekly_digest: account.weeklyDigest,
    track_email_opens: account.trackEmailOpens,
    redirect_downloads: account.redirectDownloads,
    allow_previews: account.allowPreviews,
    count_previews: account.countPreviews,
    show_file_updates: account.showFileUpdates,
    hold_rules: presentHoldRules(account.holdRules),
    country_header: countryHeader,
  };
}
