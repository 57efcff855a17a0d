import { z } from "@hono/zod-openapi";
import type { Account } from "../../accounts/accounts.ts";
import { logoUrl } from "../../accounts/logo.ts";
import { planOf } from "../../accounts/plans.ts";
import { languages } from "../../i18n/languages.ts";
import { writeInstant } from "../../instants.ts";
import { emailAllowance } from "../../mail/email-allowance.ts";
import { allows } from "../../people/roles.ts";
import type { V3Env } from "./environment.ts";
import { orNull, shownInstant, shownText } from "./fields.ts";
import { json } from "./json-content.ts";
import { domainProofSchema, presentDomain } from "./present-domain.ts";

const accountSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    email: z.string(),
    url: z.string(),
    billing_email: shownText,
    order_expiration: z.number().int().nullable().openapi({ description: "Hours; null when links never expire." }),
    download_limit: z.number().int().nullable().openapi({ description: "Downloads of each file; null for no limit." }),
    currency: z.string(),
    created_at: shownInstant,
    api_key: z.string().nullable().openapi({ description: "Null for a signed-in person who is no owner." }),
    api_token: z.string().nullable().openapi({
      description: "Null for a signed-in person; owners have it from account/token.",
    }),
    order_expiration_in_hours: z.number().int().nullable().openapi({ description: "The same as order_expiration." }),
    download_limit_per_item: z.number().int().nullable().openapi({ description: "The same as download_limit." }),
    ecommerce_address: shownText,
    payment_address: shownText,
    plan: z.string(),
    api_access: z.boolean().openapi({ description: "Whether the plan includes the API." }),
    emails_per_day: z.number().int().nullable().openapi({
      description: "Delivery emails that the plan allows on the present day (UTC); null for any number.",
    }),
    emails_today: z.number().int().openapi({ description: "How many of them have been queued." }),
    custom_domain: z.string().nullable().openapi({
      description: "The host name that the store asks for; null for none. It serves the store once it is proved.",
    }),
    custom_domain_proof: domainProofSchema.nullable().openapi({
      description: "Where the proof of custom_domain stands, and the records for it; null without one.",
    }),
    brand_color: z.string().nullable().openapi({ description: "#rrggbb; null for the usual colours." }),
    logo_url: z.string().nullable().openapi({ description: "Null for none." }),
    sender_name: shownText.openapi({ description: "In emails; null for the name." }),
    language: z.enum(languages).nullable().openapi({
      description: "What customers are spoken to in; null for each browser's own, and English in emails.",
    }),
    self_service_renewals: z.number().int().openapi({
      description:
        "How often a customer may reopen an order that has expired or is used up without asking; 0 for never.",
    }),
    reply_to: shownText.openapi({ description: "Where answers to emails go; null for contact_email, else email." }),
    website: shownText.openapi({ description: "The store's own site, where customers find help; null for none." }),
    contact_email: shownText.openapi({
      description: "Where customers write to. Null: they get the address for answers, unless there is a website.",
    }),
  })
  .openapi("Account");

/** What reading and changing the account answer. */
export const accountAnswer = {
  description: "The account.",
  content: json(z.object({ account: accountSchema })),
};

type Asker = Pick<V3Env["Variables"], "services" | "role" | "user" | "now">;

/** The account as the asker may see it. */
export async function presentAccount(account: Account, { services, role, user, now }: Asker) {
  const { vault, accountUrl, db } = services;
  const url = accountUrl(account);
  const allowance = await emailAllowance(db.read, account, now);
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    url,
    billing_email: orNull(account.billing_email),
    order_expiration: account.order_expiration_in_hours,
    download_limit: account.download_limit_per_item,
    currency: account.currency,
    created_at: writeInstant(account.created_at),
    api_key: allows(role, "administer") ? account.api_key : null,
    api_token: user ? null : vault.decrypt(account.api_token_encrypted),
    order_expiration_in_hours: account.order_expiration_in_hours,
    download_limit_per_item: account.download_limit_per_item,
    ecommerce_address: orNull(account.ecommerce_address),
    payment_address: orNull(account.payment_address),
    plan: account.plan,
    api_access: planOf(account).apiAccess,
    emails_per_day: allowance.limit,
    emails_today: allowance.used,
    ...(await presentDomain(services, account, now)),
    brand_color: account.brand_color,
    logo_url: logoUrl(url, account),
    sender_name: orNull(account.sender_name),
    reply_to: orNull(account.reply_to),
    website: account.website,
    contact_email: account.contact_email,
    language: account.language,
    self_service_renewals: account.self_service_renewals,
  };
}
