import { z } from "@hono/zod-openapi";
import { isMemberAddress } from "../../../access/people/members.ts";
import { externalUrlProblem } from "../../../delivery/catalog/external-urls.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { canonicalDomain, isSameAddress } from "../../../platform/email-address.ts";
import { rejectFields } from "../../../platform/errors.ts";
import { languages } from "../../../platform/i18n/languages.ts";
import { emailProblem } from "../../../platform/text.ts";
import { withCheck } from "../../../platform/zod-check.ts";
import {
  type Account,
  changeSettings,
  domainProblem,
  hostNameProblem,
  largestSetting,
  rotateToken,
  type SettingChanges,
} from "../../../store/accounts/accounts.ts";
import { brandColorProblem } from "../../../store/accounts/brand-color.ts";
import { redirectChoices } from "../../../store/accounts/redirect-choices.ts";
import { retentionDays } from "../../../store/accounts/retention.ts";
import { change } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { currency, email, locale, meaningOf, text } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { boolean, integer, nullish, optional } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { holdRuleChanges, holdRulesInput } from "../orders/hold-rules.ts";
import { accountAnswer, accountSchema, presentAccount } from "./present-account.ts";

const hours = nullish(integer(0, largestSetting));
const limit = nullish(integer(0, largestSetting));
const days = nullish(integer(retentionDays.least, retentionDays.most));

/** Null means the same as an empty text. Responses show both as null. */
const clearable = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.nullish().transform((value) => (value === null ? "" : value));

const lowerCase = z.string().trim().toLowerCase();

/** A text. An empty one is stored as null. */
const orNone = (problem: (text: string) => string | null, text = z.string().trim()) =>
  withCheck(text, (text) => (text === "" ? null : problem(text)))
    .nullish()
    .transform((text) => (text === "" ? null : text));

/** `#rrggbb` in any case, or an empty text for none. */
export const brandColor = orNone(brandColorProblem, lowerCase);

/** An email address, or an empty text for none. */
const emailOrNone = withCheck(z.string().trim(), (text) => (text === "" ? null : emailProblem(text)));

const { shape: shown } = accountSchema;

const accountInput = z
  .object({
    name: text(255, { shortest: 1 }).optional().describe(meaningOf(shown.name)),
    email: email.optional().describe(meaningOf(shown.email)),
    billing_email: clearable(emailOrNone).describe(meaningOf(shown.billing_email)),
    currency: optional(currency).describe(meaningOf(shown.currency)),
    order_expiration: hours.describe(meaningOf(shown.order_expiration)),
    order_expiration_in_hours: hours.describe(meaningOf(shown.order_expiration_in_hours)),
    download_limit: limit.describe(meaningOf(shown.download_limit)),
    download_limit_per_item: limit.describe(meaningOf(shown.download_limit_per_item)),
    ecommerce_address: clearable(text(255)).describe(meaningOf(shown.ecommerce_address)),
    payment_address: clearable(text(255)).describe(meaningOf(shown.payment_address)),
    custom_domain: orNone(hostNameProblem, z.string().trim().overwrite(canonicalDomain)).describe(
      meaningOf(shown.custom_domain),
    ),
    brand_color: brandColor.describe(meaningOf(shown.brand_color)),
    sender_name: clearable(text(255)).describe(meaningOf(shown.sender_name)),
    reply_to: clearable(emailOrNone).describe(meaningOf(shown.reply_to)),
    website: orNone(externalUrlProblem).describe(meaningOf(shown.website)),
    contact_email: orNone(emailProblem).describe(meaningOf(shown.contact_email)),
    language: nullish(z.enum(languages, { error: `must be null or one of ${languages.join(", ")}` })).describe(
      meaningOf(shown.language),
    ),
    locale: nullish(locale).describe(meaningOf(shown.locale)),
    self_service_renewals: optional(integer(0, 100)).describe(meaningOf(shown.self_service_renewals)),
    anonymize_downloads_after_days: days.describe(meaningOf(shown.anonymize_downloads_after_days)),
    erase_emails_after_days: days.describe(meaningOf(shown.erase_emails_after_days)),
    erase_activity_after_days: days.describe(meaningOf(shown.erase_activity_after_days)),
    weekly_digest: optional(boolean).describe(meaningOf(shown.weekly_digest)),
    track_email_opens: optional(boolean).describe(meaningOf(shown.track_email_opens)),
    redirect_downloads: optional(
      z.enum(redirectChoices, { error: `must be one of ${redirectChoices.join(", ")}` }),
    ).describe(meaningOf(shown.redirect_downloads)),
    allow_previews: optional(boolean).describe(meaningOf(shown.allow_previews)),
    count_previews: optional(boolean).describe(meaningOf(shown.count_previews)),
    show_file_updates: optional(boolean).describe(meaningOf(shown.show_file_updates)),
    hold_rules: holdRulesInput
      .nullish()
      .describe("Rules that put orders on hold. Rules that you leave out do not change. Null: all off."),
  })
  .openapi("AccountChanges", { example: { name: "Ann's Maps", order_expiration_in_hours: 48 } });

const tokenAnswer = (description: string) => ({
  description,
  content: json(
    z.object({ api_token: z.string().describe("The API token: the password of HTTP Basic authentication.") }),
  ),
});

export const accountRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/account",
      role: "read_only",
      scope: null,
      summary: "Retrieve the account",
      tags: ["Account"],
      responses: { 200: accountAnswer, ...problems() },
    }),
    async (c) => c.json({ account: await presentAccount(c.var.account, c.var) }, 200),
  )
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/account",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "account.changed" },
      summary: "Update the account",
      description:
        "Updates only the fields you send. Set an expiration, a limit or a number of days to null to remove it. `email`, to which notices and test orders go, must be a member's address.",
      tags: ["Account"],
      middleware: [jsonBody("account")] as const,
      request: { body: { required: true, content: json(accountInput) } },
      responses: { 200: accountAnswer, ...problems(400, 409, 413, 415, 422) },
    }),
    async (c) => {
      const sent = c.req.valid("json");
      const { services, account } = c.var;
      rejectFields([{ field: "custom_domain", message: domainProblem(services.serviceUrl, sent.custom_domain) }]);
      const changes = settingsOf(sent);
      const changed = await change(c, async (tx) => {
        rejectFields([{ field: "email", message: await ownEmailProblem(tx, account, sent.email) }]);
        return changeSettings(tx, account.id, changes, c.var.now);
      });
      return c.json({ account: await presentAccount(changed, c.var) }, 200);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/account/token",
      role: "owner",
      scope: "account:manage",
      summary: "Retrieve the API token",
      description: "For signed-in owners, who do not see the token in the account.",
      tags: ["Account"],
      responses: { 200: tokenAnswer("The API token."), ...problems() },
    }),
    (c) => c.json({ api_token: c.var.services.vault.decrypt(c.var.credentials.encryptedToken) }, 200),
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/account/token",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "account.token_replaced" },
      summary: "Replace the API token",
      description: "The previous token stops working at once.",
      tags: ["Account"],
      responses: { 200: tokenAnswer("The new API token."), ...problems() },
    }),
    async (c) => {
      const { services, account } = c.var;
      const api_token = await change(c, (tx) => rotateToken(tx, services.vault, account));
      return c.json({ api_token }, 200);
    },
  );

/** Test orders and notices go to the account's address, so it must be a verified one. */
async function ownEmailProblem(tx: Tx, account: Account, email: string | undefined): Promise<string | null> {
  if (email === undefined || isSameAddress(email, account.email)) return null;
  return (await isMemberAddress(tx, account.id, email)) ? null : "must be a member's address: invite it first";
}

const settingsOf = (sent: z.output<typeof accountInput>): SettingChanges => ({
  name: sent.name,
  email: sent.email,
  billingEmail: sent.billing_email,
  currency: sent.currency,
  ecommerceAddress: sent.ecommerce_address,
  paymentAddress: sent.payment_address,
  customDomain: sent.custom_domain,
  orderExpirationInHours: present(sent.order_expiration_in_hours, sent.order_expiration),
  downloadLimitPerItem: present(sent.download_limit_per_item, sent.download_limit),
  brandColor: sent.brand_color,
  senderName: sent.sender_name,
  replyTo: sent.reply_to,
  website: sent.website,
  contactEmail: sent.contact_email,
  language: present(sent.language, sent.locale),
  selfServiceRenewals: sent.self_service_renewals,
  anonymizeDownloadsAfterDays: sent.anonymize_downloads_after_days,
  eraseEmailsAfterDays: sent.erase_emails_after_days,
  eraseActivityAfterDays: sent.erase_activity_after_days,
  weeklyDigest: sent.weekly_digest,
  trackEmailOpens: sent.track_email_opens,
  redirectDownloads: sent.redirect_downloads,
  allowPreviews: sent.allow_previews,
  countPreviews: sent.count_previews,
  showFileUpdates: sent.show_file_updates,
  holdRules: holdRuleChanges(sent.hold_rules),
});

/** The first value that was sent. Null counts as a value. */
const present = <T>(...values: (T | undefined)[]) => values.find((value) => value !== undefined);
