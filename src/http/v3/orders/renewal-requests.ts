import { z } from "@hono/zod-openapi";
import { orderByPublicId } from "../../../delivery/orders/queries.ts";
import {
  listRenewalRequests,
  type RenewalRequest,
  renewalFilters,
} from "../../../delivery/orders/renewals/renewal-requests.ts";
import { declineRenewal, grantRenewal, longestMessage } from "../../../delivery/orders/renewals/renewals.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { shopNumber } from "../../../platform/shops.ts";
import { answerOf, pageOf } from "../framework/answers.ts";
import { change } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { created } from "../framework/example-store.ts";
import {
  createdAt,
  described,
  ofStatus,
  orNull,
  pageQuery,
  rowNumber,
  rowsOf,
  shownFirstName,
  shownId,
  shownInstant,
  shownLastName,
  shownText,
  text,
} from "../framework/fields.ts";
import { noteOrder } from "../framework/idempotency.ts";
import { json } from "../framework/json-content.ts";
import { withDefault } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { presentOrderId } from "./present-order.ts";

const tags = ["Orders"];

/** The row number of no order. */
const noRow = 0;

const requestId = z.object({ id: rowNumber("renewal request").openapi({ example: 1 }) });

export const exampleRequest = {
  id: 1,
  order_id: 10_000_001,
  order_vendor_id: "M-1001",
  order_shop_number: null,
  email: "ann@example.com",
  first_name: "Ann",
  last_name: null,
  reason: "expired",
  message: "My computer broke, and I need the map again.",
  status: "open",
  self_service: false,
  created_at: created,
  granted_at: null,
  declined_at: null,
};

export const renewalRequestSchema = z
  .object({
    id: shownId,
    order_id: z
      .union([z.number().int(), z.string()])
      .openapi({ type: ["integer", "string"], description: "ID of the order." }),
    order_vendor_id: shownText.describe("Your order ID. Null: none."),
    order_shop_number: shownText.describe("Number by which a connected shop knows the order. Null: none."),
    email: z.string().describe("Customer's email address."),
    first_name: shownFirstName,
    last_name: shownLastName,
    reason: z.enum(["expired", "used_up"]).describe("Why the links had stopped working."),
    message: shownText.describe(
      `What the customer wrote with the request, up to ${longestMessage} characters. Null: nothing.`,
    ),
    status: z.enum(["open", "granted", "declined"]).describe("Whether the request is open, granted or declined."),
    self_service: z.boolean().describe("Whether the customer renewed the links without asking."),
    created_at: createdAt,
    granted_at: shownInstant.nullable().describe("When the request was granted, or null."),
    declined_at: shownInstant.nullable().describe("When the request was declined, or null."),
  })
  .openapi("RenewalRequest", { example: exampleRequest });

const requestAnswer = answerOf("renewal_request", renewalRequestSchema, "The renewal request.");

export const renewalRequestRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/renewal_requests",
      role: "read_only",
      scope: "orders:read",
      examples: { parameters: { status: "all" } },
      summary: "List renewal requests",
      description: "Customers ask for new links after theirs have expired or are used up. Newest first.",
      tags,
      request: {
        query: pageQuery.extend({
          status: withDefault(z.enum(renewalFilters, { error: "must be open or all" }), "open").openapi(ofStatus),
          order_id: text(64).optional().openapi({ description: "Only requests for this order.", example: "10000001" }),
        }),
      },
      responses: {
        200: pageOf("renewal_requests", renewalRequestSchema, "renewal requests"),
        ...problems(422),
      },
    }),
    async (c) => {
      const { status, order_id, ...page } = c.req.valid("query");
      const { services, account } = c.var;
      const { scan: read } = services.db;
      const order = order_id === undefined ? undefined : await orderByPublicId(read, account.id, order_id);
      const search = { status, orderId: order === null ? noRow : order?.id };
      const { requests, total } = await listRenewalRequests(read, account.id, search, rowsOf(page));
      return c.json({ renewal_requests: requests.map(presentRequest), ...page, total }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/renewal_requests/{id}/grant",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "order.renewal_granted", subject: "order" },
      examples: { answer: { status: "granted", granted_at: created } },
      summary: "Grant a renewal request",
      description:
        "Reopens the order: sets the default expiration again, gives the customer all downloads back and sends the delivery email, unless the order has no items. Returns 409 if the request has already been answered, or if the order is on hold or revoked.",
      tags,
      request: { params: requestId },
      responses: {
        200: {
          description:
            "The request and the status of the email. over_allowance: not sent automatically. Null: the order has no items, so there is no email.",
          content: json(
            z.object({
              renewal_request: described(renewalRequestSchema, "The renewal request."),
              email_status: z.enum(["queued", "over_allowance"]).nullable().openapi({
                example: "queued",
                description: "What became of the email with the renewed links. `queued`: it waits to be sent.",
              }),
            }),
          ),
        },
        ...problems(404, 409),
      },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { id } = c.req.valid("param");
      const { request, email } = await change(
        c,
        (tx) => grantRenewal(tx, account, id, now),
        (granted) => presentRequest(granted.request).order_id,
      );
      noteOrder(c, request.orderId);
      return c.json({ renewal_request: presentRequest(request), email_status: email }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/renewal_requests/{id}/decline",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "order.renewal_declined", subject: "order" },
      examples: { answer: { id: 1, status: "declined", declined_at: created } },
      summary: "Decline a renewal request",
      description:
        "The order does not change. The customer can ask again after a day. Returns 409 if the request has already been answered.",
      tags,
      request: { params: requestId },
      responses: { 200: requestAnswer, ...problems(404, 409) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { id } = c.req.valid("param");
      const request = await change(
        c,
        (tx) => declineRenewal(tx, account, id, now),
        (declined) => presentRequest(declined).order_id,
      );
      noteOrder(c, request.orderId);
      return c.json({ renewal_request: presentRequest(request) }, 200);
    },
  );

export function presentRequest(request: RenewalRequest): z.output<typeof renewalRequestSchema> {
  const { grantedAt, declinedAt } = request;
  const answered = declinedAt === null ? "granted" : "declined";
  return {
    id: request.id,
    order_id: presentOrderId(request.orderPublicId),
    order_vendor_id: request.vendorId,
    order_shop_number: shopNumber(request),
    email: request.email,
    first_name: orNull(request.firstName),
    last_name: orNull(request.lastName),
    reason: request.reason,
    message: orNull(request.message),
    status: grantedAt === null && declinedAt === null ? "open" : answered,
    self_service: request.selfService === 1,
    created_at: writeInstant(request.createdAt),
    granted_at: grantedAt === null ? null : writeInstant(grantedAt),
    declined_at: declinedAt === null ? null : writeInstant(declinedAt),
  };
}
