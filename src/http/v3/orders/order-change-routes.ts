import type { Context } from "hono";
import { expireOrder, reopenOrder } from "../../../delivery/orders/changing/expire-and-reopen.ts";
import { resendOrder } from "../../../delivery/orders/changing/send-order-email.ts";
import { updateOrder } from "../../../delivery/orders/changing/update-order.ts";
import { deleteOrder } from "../../../delivery/orders/deleting/delete-order.ts";
import { renewOrder } from "../../../delivery/orders/subscriptions/renew-order.ts";
import { overAllowance } from "../../../messages/mail/email-allowance.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { created } from "../framework/example-store.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { byVendorId, changeOrder, orderAnswer, orderId, present, tags, vendorId } from "./one-order.ts";
import { orderInput, withRequestFieldNames } from "./order-input.ts";
import { type OrderFields, orderChangesInput } from "./order-schemas.ts";
import { examplePayment, renewalInput } from "./payment-schemas.ts";

const changes = { required: true, content: json(orderChangesInput) };

export const orderChangeRoutes = newRoutes()
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/orders/{id}",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "order.changed", subject: "order" },
      summary: "Update an order",
      description:
        "Updates only the fields you send. Null clears a field. `order_items` replaces the whole list; it is rejected if none of its lines matches a product.",
      tags,
      middleware: [jsonBody("order")] as const,
      request: { params: orderId, body: changes },
      responses: { 200: orderAnswer, ...problems(400, 404, 409, 413, 415, 422) },
    }),
    async (c) => c.json(await update(c, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/orders/{id}",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "order.deleted", subject: "order" },
      summary: "Delete an order",
      description: "The order's links stop working. Recorded downloads stay, and assigned license keys are not reused.",
      tags,
      request: { params: orderId },
      responses: { 204: { description: "Deleted." }, ...problems(404) },
    }),
    async (c) => remove(c, c.req.valid("param").id),
  )
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/vorders/{vendor_id}",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "order.changed", subject: "order" },
      summary: "Update an order by your order ID",
      tags,
      middleware: [jsonBody("order")] as const,
      request: { params: vendorId, body: changes },
      responses: { 200: orderAnswer, ...problems(400, 404, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { publicId } = await byVendorId(c, c.req.valid("param").vendor_id);
      return c.json(await update(c, publicId, c.req.valid("json")), 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/vorders/{vendor_id}",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "order.deleted", subject: "order" },
      summary: "Delete an order by your order ID",
      tags,
      request: { params: vendorId },
      responses: { 204: { description: "Deleted." }, ...problems(404) },
    }),
    async (c) => remove(c, (await byVendorId(c, c.req.valid("param").vendor_id)).publicId),
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/orders/{id}/expire",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "order.expired", subject: "order" },
      examples: { answer: { status: "expired", expiration_date: created } },
      summary: "Expire an order",
      description: "The order's links stop working at once.",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404) },
    }),
    async (c) => c.json(await present(c, await changeOrder(c, c.req.valid("param").id, expireOrder)), 200),
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/orders/{id}/reopen",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "order.reopened", subject: "order" },
      summary: "Reopen an order",
      description:
        "Sets the default expiration again and gives the customer all downloads of the limit back. If the customer has asked for a renewal, it is granted, and the delivery email goes out.",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404) },
    }),
    async (c) => c.json(await present(c, await changeOrder(c, c.req.valid("param").id, reopenOrder)), 200),
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/orders/{id}/renew",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "order.renewed", subject: "order" },
      examples: { answer: { subscription_id: "sub_4711", access_until: examplePayment.access_until } },
      summary: "Renew an order that was paid for again",
      description:
        "Prolongs the order's access, gives the customer all downloads of the limit back, and counts what was paid as revenue of today. No email is sent. A payment that has renewed the order before changes nothing. Returns 409 if the payment has renewed another order, or the order is revoked, and 422 if access would end earlier than before or does not end.",
      tags,
      middleware: [jsonBody("order")] as const,
      request: { params: orderId, body: { required: true, content: json(renewalInput) } },
      responses: { 200: orderAnswer, ...problems(400, 404, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { access_until: accessUntil, payment_id: paymentId, total, currency } = c.req.valid("json");
      const payment = { accessUntil, paymentId, total: total ?? null, currency: currency ?? null };
      const renewed = await changeOrder(c, c.req.valid("param").id, (tx, account, id, now) =>
        renewOrder(tx, account, id, payment, now),
      );
      return c.json(await present(c, renewed), 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/orders/{id}/resend",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "order.resent", subject: "order" },
      examples: { answer: { email_status: "queued" } },
      summary: "Send the delivery email again",
      description: "Returns 422 if the order has no items, and 409 if it is on hold or revoked.",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404, 409, 422, 429) },
    }),
    async (c) => {
      const { order, email } = await changeOrder(c, c.req.valid("param").id, resendOrder);
      if (email === "over_allowance") throw overAllowance();
      return c.json(await present(c, order), 200);
    },
  );

async function update(c: Context<V3Env>, id: string, fields: OrderFields) {
  const input = {
    ...orderInput(fields, { isNew: false }),
    sendEmail: fields.send_email ?? false,
    unknownSku: "skip" as const,
  };
  const { order } = await changeOrder(c, id, (tx, account, _, now) => updateOrder(tx, account, id, input, now)).catch(
    withRequestFieldNames(fields),
  );
  return present(c, order);
}

async function remove(c: Context<V3Env>, id: string) {
  await changeOrder(c, id, deleteOrder);
  return c.body(null, 204);
}
