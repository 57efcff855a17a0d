import { createRoute, z } from "@hono/zod-openapi";
import { type Account, changeSettings, largestSetting, rotateToken } from "../../accounts/accounts.ts";
import { writeInstant } from "../../instants.ts";
import { allows } from "../../people/roles.ts";
import { currency, email, integer, shownInstant, text } from "./fields.ts";
import { jsonBody } from "./json-body.ts";
import { problems } from "./problem.ts";
import { newRoutes, type V3Env } from "./routes.ts";

const accountSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    email: z.string(),
    url: z.string(),
    billing_email: z.string(),
    order_expiration: z.number().int().nullable().openapi({ description: "Hours; null when links never expire." }),
    download_limit: z.number().int().nullable().openapi({ description: "Downloads of each file; null for no limit." }),
    currency: z.string(),
    created_at: shownInstant,
    api_key: z.string().nullable().openapi({ description: "Null for a signed-in person who is no owner." }),
    api_token: z.string().nullable().openapi({ description: "Null for a signed-in person who is no owner." }),
    order_expiration_in_hours: z.number().int().nullable().openapi({ description: "The same as order_expiration." }),
    download_limit_per_item: z.number().int().nullable().openapi({ description: "The same as download_limit." }),
    ecommerce_address: z.string(),
    payment_address: z.string(),
    plan: z.string(),
  })
  .openapi("Account");

const hours = integer(0, largestSetting).nullish();
const limit = integer(0, largestSetting).nullish();

const accountInput = z
  .object({
    name: text(255, { shortest: 1 }).optional(),
    email: email.optional(),
    billing_email: email.optional(),
    currency: currency.optional(),
    order_expiration: hours,
    order_expiration_in_hours: hours,
    download_limit: limit,
    download_limit_per_item: limit,
    ecommerce_address: text(255).optional(),
    payment_address: text(255).optional(),
  })
  .openapi("AccountChanges", { example: { name: "Ann's Maps", order_expiration_in_hours: 48 } });

const accountAnswer = {
  description: "The account.",
  content: { "application/json": { schema: z.object({ account: accountSchema }) } },
};

export const accountRoutes = newRoutes()
  .openapi(
    createRoute({
      method: "get",
      path: "/api/v3/account",
      summary: "Read the account and its settings",
      tags: ["Account"],
      responses: { 200: accountAnswer, ...problems() },
    }),
    (c) => c.json({ account: presentAccount(c.var.account, c.var) }, 200),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/api/v3/account",
      summary: "Change settings",
      description: "Only what is present changes. Null for an expiration or a limit means none.",
      tags: ["Account"],
      middleware: [jsonBody("account")] as const,
      request: { body: { required: true, content: { "application/json": { schema: accountInput } } } },
      responses: { 200: accountAnswer, ...problems(400, 413, 415, 422) },
    }),
    async (c) => {
      const { order_expiration, download_limit, ...settings } = c.req.valid("json");
      const { services, account } = c.var;
      const changed = await services.db.write((tx) =>
        changeSettings(tx, account.id, {
          ...settings,
          order_expiration_in_hours: present(settings.order_expiration_in_hours, order_expiration),
          download_limit_per_item: present(settings.download_limit_per_item, download_limit),
        }),
      );
      return c.json({ account: presentAccount(changed, c.var) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/account/token",
      summary: "Replace the API token",
      description: "The token before stops being valid at once.",
      tags: ["Account"],
      responses: {
        200: {
          description: "The new token.",
          content: { "application/json": { schema: z.object({ api_token: z.string() }) } },
        },
        ...problems(),
      },
    }),
    async (c) => {
      const { services, account } = c.var;
      const api_token = await services.db.write((tx) => rotateToken(tx, services.vault, account));
      return c.json({ api_token }, 200);
    },
  );

/** The first that is not absent; null is a value. */
const present = <T>(...values: (T | undefined)[]) => values.find((value) => value !== undefined);

function presentAccount(account: Account, { services, role }: Pick<V3Env["Variables"], "services" | "role">) {
  const { vault, accountUrl } = services;
  const showsCredentials = allows(role, "administer");
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    url: accountUrl(account),
    billing_email: account.billing_email,
    order_expiration: account.order_expiration_in_hours,
    download_limit: account.download_limit_per_item,
    currency: account.currency,
    created_at: writeInstant(account.created_at),
    api_key: showsCredentials ? account.api_key : null,
    api_token: showsCredentials ? vault.decrypt(account.api_token_encrypted) : null,
    order_expiration_in_hours: account.order_expiration_in_hours,
    download_limit_per_item: account.download_limit_per_item,
    ecommerce_address: account.ecommerce_address,
    payment_address: account.payment_address,
    plan: account.plan,
  };
}
