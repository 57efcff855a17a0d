import { z } from "@hono/zod-openapi";
import { changeAddress } from "../../../data/customers/change-address.ts";
import { changeNotes } from "../../../data/customers/change-notes.ts";
import { type Customer, requireCustomer } from "../../../data/customers/customer.ts";
import { eraseCustomer } from "../../../data/customers/erase.ts";
import { rejectErased } from "../../../data/customers/erasures.ts";
import { listCustomers } from "../../../data/customers/list.ts";
import { catchUpBriefly } from "../../../delivery/order-index/catch-up.ts";
import { ordersOfAddress } from "../../../delivery/orders/reading/library-orders.ts";
import { queueLibraryEmail } from "../../../messages/mail/outbox.ts";
import { rejectUndeliverable } from "../../../messages/mail/undeliverable-addresses.ts";
import { DomainError } from "../../../platform/errors.ts";
import { answerOf, pageOf } from "../framework/answers.ts";
import { change, changeInSteps } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { pageQuery, rowsOf, soughtEmail, text } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { withDefault } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { exportCustomer, exportSchema } from "./customer-export.ts";
import {
  customerAt,
  customerChanges,
  customerSchema,
  customerSortOf,
  customerSorts,
  listedSchema,
  presentCustomer,
  presentListed,
} from "./customer-schemas.ts";

const tags = ["Customers"];

const address = z.object({
  email: soughtEmail.openapi({
    example: "ann@example.com",
    description: "Email address of the customer, in any spelling.",
  }),
});
const answer = answerOf("customer", customerSchema, "The customer.");

export const customerRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/customers",
      role: "read_only",
      scope: "orders:read",
      summary: "List customers",
      description:
        "A customer is an email address with orders. Those with the newest orders come first, unless you set `sort`. With `q`, only customers of the newest thousand matching orders are found, and also who only got gifts, with 0 orders. After an upgrade of the service, it takes a few minutes per million orders until all customers are listed.",
      tags,
      request: {
        query: pageQuery.extend({
          q: text(255).optional().openapi({
            description:
              "Words that the name or the email address contains, in any case. With fewer than three characters: how it begins.",
            example: "ann@",
          }),
          sort: withDefault(
            z.enum(customerSorts, { error: `must be one of ${customerSorts.join(", ")}` }),
            "-last_order_at",
          ).openapi({
            type: "string",
            enum: [...customerSorts],
            description: "What the customers are sorted by, from the smallest value on; with `-` from the largest.",
          }),
        }),
      },
      responses: {
        200: pageOf("customers", listedSchema, "customers"),
        ...problems(422),
      },
    }),
    async (c) => {
      const { q = "", sort, ...page } = c.req.valid("query");
      const { services, account } = c.var;
      await catchUpBriefly(services.db);
      const { customers, total } = await listCustomers(services.db.scan, account.id, q, {
        ...rowsOf(page),
        sort: customerSortOf(sort),
      });
      return c.json({ customers: customers.map(presentListed), ...page, total }, 200);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/customers/{email}",
      role: "read_only",
      scope: "orders:read",
      summary: "Retrieve a customer",
      tags,
      request: { params: address },
      responses: { 200: answer, ...problems(404) },
    }),
    async (c) => c.json({ customer: await customerAt(c, c.req.valid("param").email) }, 200),
  )
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/customers/{email}",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "customer.changed" },
      summary: "Update a customer",
      description:
        "Updates only the fields you send. With a new `email`, all orders of the customer and all gifts to the customer get it, and queued emails go there. If the request is interrupted, some orders still have the old address: send it again. Returns 409 while the customer is being erased.",
      tags,
      middleware: [jsonBody("customer")] as const,
      request: { params: address, body: { required: true, content: json(customerChanges) } },
      responses: { 200: answer, ...problems(400, 404, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account } = c.var;
      const before = c.req.valid("param").email;
      const { email = before, notes } = c.req.valid("json");
      await requireCustomer(services.db, account.id, before);
      const kept = notes === undefined ? undefined : (notes?.trim() ?? "");
      const db = changeInSteps(c);
      if (kept !== undefined) await db.write((tx) => changeNotes(tx, account.id, before, kept));
      if (email !== before) await changeAddress(db, account.id, before, email);
      return c.json({ customer: await customerAt(c, email) }, 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/customers/{email}",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "customer.erased" },
      summary: "Erase a customer",
      description:
        "Erases all that is held on the customer, and ends their links. Orders, revenue and downloads stay counted. Ten thousand orders take about a minute. If the request is interrupted, the service goes on by itself. Orders that arrive meanwhile stay.",
      tags,
      request: { params: address },
      responses: { 204: { description: "Erased." }, ...problems(404) },
    }),
    async (c) => {
      await eraseCustomer(changeInSteps(c), c.var.account.id, c.req.valid("param").email);
      return c.body(null, 204);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/customers/{email}/export",
      role: "read_only",
      scope: "orders:read",
      summary: "Export a customer",
      description:
        "Everything that is held on the customer: orders with license keys, downloads with IP addresses, emails with their texts, renewal requests, notes, and what connected shops sent. Streamed.",
      tags,
      request: { params: address },
      responses: {
        200: { description: "The customer's data.", content: json(exportSchema) },
        ...problems(404),
      },
    }),
    (c) => exportCustomer(c, c.req.valid("param").email),
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/customers/{email}/resend",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "customer.resent" },
      summary: "Send all links again",
      description:
        "Sends the customer one email with the links of all orders, as “Send me my links” on your store does. It counts toward the daily allowance. Returns 409 if the customer has no orders but test orders, and no gifts that were delivered, is being erased, or gets no emails (`undeliverable_addresses`).",
      tags,
      request: { params: address },
      responses: { 200: answer, ...problems(404, 409) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const customer = await requireCustomer(services.db, account.id, c.req.valid("param").email);
      const [any] = await ordersOfAddress(services.db.scan, account.id, customer.email, { limit: 1, now });
      if (!any) throw new DomainError("in_use", nothingToSend(customer));
      await change(c, async (tx) => {
        await rejectErased(tx, account.id, customer.email);
        await rejectUndeliverable(tx, account.id, customer.email);
        await queueLibraryEmail(tx, account, customer.email, now);
      });
      return c.json({ customer: await presentCustomer(c, customer) }, 200);
    },
  );

const nothingToSend = ({ orderIds, giftIds }: Customer): string =>
  orderIds.length + giftIds.length === 0
    ? "This customer has no orders."
    : "There are no links to send: this customer has only test orders, or gifts that are still to come.";
