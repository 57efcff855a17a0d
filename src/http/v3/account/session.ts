import { z } from "@hono/zod-openapi";
import { mayActAs, roles } from "../../../access/people/roles.ts";
import { answerOf } from "../framework/answers.ts";
import { newRoutes } from "../framework/environment.ts";
import { store } from "../framework/example-store.ts";
import { shownCurrency, shownInteger } from "../framework/fields.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";

const sessionSchema = z
  .object({
    user: z
      .object({
        id: z.string().describe("Unique identifier."),
        name: z.string().describe("Name of the person."),
        email: z.string().describe("Email address with which the person signs in."),
        two_factor_enabled: z.boolean().describe("Whether the person signs in with two-factor authentication."),
      })
      .nullable()
      .describe("The signed-in person. Null for a program."),
    role: z
      .enum(roles)
      .describe(
        "Role of the person. The API key and token have the rights of an owner, as has an API key with the scope `account:manage`. Other keys show `staff`.",
      ),
    account: z
      .object({
        handle: z.string().describe("The store's handle: the first part of its host name."),
        name: z.string().describe("Store name that customers see."),
        url: z.string().describe("Base URL of the account and of its API."),
        currency: shownCurrency,
        order_expiration_in_hours: shownInteger
          .nullable()
          .describe("Hours until the links of a new order expire. Null: never."),
        download_limit_per_item: shownInteger
          .nullable()
          .describe("Downloads per file for new orders. Null: unlimited."),
      })
      .describe("The settings that forms use as defaults."),
    mailbox: z
      .boolean()
      .describe("Whether the person can read kept messages: no mail server is set up, and the person is an owner."),
    sends_email: z
      .boolean()
      .describe("False if neither the store nor the installation has a mail server: emails are kept and not sent."),
  })
  .openapi("Session", {
    example: {
      user: null,
      role: "owner",
      account: {
        handle: "ann",
        name: "Ann's Maps",
        url: store,
        currency: "EUR",
        order_expiration_in_hours: 240,
        download_limit_per_item: 5,
      },
      mailbox: true,
      sends_email: false,
    },
  });

export const sessionRoutes = newRoutes().openapi(
  operation({
    method: "get",
    path: "/api/v3/session",
    role: "read_only",
    scope: null,
    summary: "Retrieve the current session",
    description:
      "Shows who is making the request. People sign in at the store's `/admin`, which sets a session cookie.",
    tags: ["People"],
    responses: {
      200: answerOf("session", sessionSchema, "Who is signed in, and to which store."),
      ...problems(),
    },
  }),
  async (c) => {
    const { account, role, user, services } = c.var;
    const shown = user && {
      id: user.id,
      name: user.name,
      email: user.email,
      two_factor_enabled: user.twoFactorEnabled,
    };
    const mailbox = services.mailbox !== null && mayActAs(role, "owner");
    const sends_email = (await services.transports.ofStore(account.id)).settings.server !== null;
    const url = services.accountUrl(account);
    const shownAccount = {
      handle: account.handle,
      name: account.name,
      url,
      currency: account.currency,
      order_expiration_in_hours: account.orderExpirationInHours,
      download_limit_per_item: account.downloadLimitPerItem,
    };
    return c.json({ session: { user: shown, role, account: shownAccount, mailbox, sends_email } }, 200);
  },
);
