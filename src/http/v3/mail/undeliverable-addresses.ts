import { z } from "@hono/zod-openapi";
import {
  forgetUndeliverable,
  listUndeliverable,
  type UndeliverableAddress,
  undeliverableAt,
} from "../../../messages/mail/undeliverable-addresses.ts";
import { readableAddress } from "../../../platform/email-address.ts";
import { DomainError } from "../../../platform/errors.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { pageOf } from "../framework/answers.ts";
import { change } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { created } from "../framework/example-store.ts";
import { orNull, pageQuery, rowsOf, shownInstant, shownText, soughtEmail, text } from "../framework/fields.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";

const tags = ["Emails"];

export const undeliverableAddressSchema = z
  .object({
    email: z.string().describe("The email address, in small letters."),
    reason: z
      .enum(["bounced", "complained"])
      .describe("bounced: an email could not be delivered there. complained: the customer reported one as spam."),
    response: shownText.describe("What the receiver's mail server said. Null: it is not known."),
    email_id: z.number().int().describe("ID of the email that came back or was reported."),
    created_at: shownInstant.describe("Since when no emails are sent there."),
  })
  .openapi("UndeliverableAddress", {
    example: {
      email: "ann@example.com",
      reason: "bounced",
      response: "550 5.1.1 No such mailbox",
      email_id: 1,
      created_at: created,
    },
  });

export const undeliverableAddressRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/undeliverable_addresses",
      role: "read_only",
      scope: "orders:read",
      summary: "List addresses that get no emails",
      description:
        "Customers' addresses to which your store sends no emails any more, newest first: an email could not be delivered there for good, or the customer reported one as spam. Orders are still created; their emails fail with the reason.",
      tags,
      request: {
        query: pageQuery.extend({
          email: text(255)
            .optional()
            .openapi({ description: "Only this address, in any spelling.", example: "ann@example.com" }),
        }),
      },
      responses: {
        200: pageOf("undeliverable_addresses", undeliverableAddressSchema, "addresses"),
        ...problems(422),
      },
    }),
    async (c) => {
      const { email, ...page } = c.req.valid("query");
      const { services, account } = c.var;
      const { scan: read } = services.db;
      const { addresses, total } =
        email === undefined
          ? await listUndeliverable(read, account.id, rowsOf(page))
          : oneOf(await undeliverableAt(read, account.id, email.trim()), rowsOf(page));
      return c.json({ undeliverable_addresses: addresses.map(presentUndeliverable), ...page, total }, 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/undeliverable_addresses/{email}",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "customer.emails_allowed" },
      summary: "Allow emails to an address again",
      description:
        "Sends emails to the address again. Nothing is sent by itself: resend the emails that the customer is missing. If an email comes back again, the address is listed again.",
      tags,
      request: {
        params: z.object({
          email: soughtEmail.openapi({ example: "ann@example.com", description: "In any spelling." }),
        }),
      },
      responses: { 204: { description: "Emails go to the address again." }, ...problems(404) },
    }),
    async (c) => {
      const { email } = c.req.valid("param");
      await change(c, async (tx) => {
        const wasListed = await forgetUndeliverable(tx, c.var.account.id, email);
        if (!wasListed) throw new DomainError("not_found", `Emails to ${email} are not stopped.`);
      });
      return c.body(null, 204);
    },
  );

function oneOf(found: UndeliverableAddress | null, { offset }: { offset: number }) {
  return { addresses: found && offset === 0 ? [found] : [], total: found ? 1 : 0 };
}

export function presentUndeliverable({
  address,
  reason,
  response,
  emailId,
  createdAt,
}: UndeliverableAddress): z.output<typeof undeliverableAddressSchema> {
  return {
    email: readableAddress(address),
    reason,
    response: orNull(response),
    email_id: emailId,
    created_at: writeInstant(createdAt),
  };
}
