import { createRoute, z } from "@hono/zod-openapi";
import { allows, roles } from "../../people/roles.ts";
import { newRoutes } from "./environment.ts";
import { json } from "./json-content.ts";
import { problems } from "./problem.ts";

const sessionSchema = z
  .object({
    user: z
      .object({ id: z.string(), name: z.string(), email: z.string(), two_factor_enabled: z.boolean() })
      .nullable()
      .openapi({ description: "Null for a request with the API key, which belongs to no person." }),
    role: z.enum(roles).openapi({ description: "What the request may do; the API key may do what an owner may." }),
    account: z
      .object({
        handle: z.string(),
        name: z.string(),
        url: z.string(),
        currency: z.string(),
        order_expiration_in_hours: z.number().int().nullable(),
        download_limit_per_item: z.number().int().nullable(),
      })
      .openapi({ description: "What forms begin with; the account itself has the same." }),
    mailbox: z.boolean().openapi({
      description: "True when there is no mail server, and the asker may read the messages kept in its place.",
    }),
    sends_email: z.boolean().openapi({
      description: "False without a mail server: emails are kept, and nobody gets them.",
    }),
  })
  .openapi("Session");

export const sessionRoutes = newRoutes().openapi(
  createRoute({
    method: "get",
    path: "/api/v3/session",
    summary: "Read who is asking",
    description: "People sign in at the store's /admin; their session's cookie then stands for them here.",
    tags: ["People"],
    responses: {
      200: {
        description: "The person and the account.",
        content: json(z.object({ session: sessionSchema })),
      },
      ...problems(),
    },
  }),
  (c) => {
    const { account, role, user, services } = c.var;
    const { handle, name, currency, order_expiration_in_hours, download_limit_per_item } = account;
    const shown = user && {
      id: user.id,
      name: user.name,
      email: user.email,
      two_factor_enabled: user.twoFactorEnabled,
    };
    const mailbox = services.mailbox !== null && allows(role, "administer");
    const sends_email = services.mail.settings.server !== null;
    const url = services.accountUrl(account);
    const shownAccount = { handle, name, url, currency, order_expiration_in_hours, download_limit_per_item };
    return c.json({ session: { user: shown, role, account: shownAccount, mailbox, sends_email } }, 200);
  },
);
