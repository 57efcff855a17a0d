import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import { deleteOrder, expireOrder, reopenOrder, resendOrder, updateOrder } from "../../delivery/orders/orders.ts";
import { overAllowance } from "../../messages/mail/email-allowance.ts";
import { newRoutes, type V3Env } from "./environment.ts";
import { jsonBody } from "./json-body.ts";
import { json } from "./json-content.ts";
import { orderInput, withRequestFieldNames } from "./order-input.ts";
import { byVendorId, orderAnswer, orderId, present, tags, vendorId, write } from "./order-routes.ts";
import { type OrderFields, orderChangesInput } from "./order-schemas.ts";
import { problems } from "./problem.ts";

const changes = { required: true, content: json(orderChangesInput) };

export const orderChangeRoutes = newRoutes()
  .openapi(
    createRoute({
      method: "put",
      path: "/api/v3/orders/{id}",
      summary: "Update an order",
      description:
        "Updates only the fields you send. Null clears a field. `order_items` replaces the whole list; it is rejected if none of its lines matches a product.",
      tags,
      middleware: [jsonBody("order")] as const,
      request: { params: orderId, body: changes },
      responses: { 200: orderAnswer, ...problems(400, 404, 409, 413, 415, 422) },
    }),
    async (c) => c.json(await change(c, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/api/v3/orders/{id}",
      summary: "Delete an order",
      description: "The order's links stop working. Recorded downloads stay, and assigned license keys are not reused.",
      tags,
      request: { params: orderId },
      responses: { 204: { description: "Deleted." }, ...problems(404) },
    }),
    async (c) => remove(c, c.req.valid("param").id),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/api/v3/vorders/{vendor_id}",
      summary: "Update an order by your own order ID",
      tags,
      middleware: [jsonBody("order")] as const,
      request: { params: vendorId, body: changes },
      responses: { 200: orderAnswer, ...problems(400, 404, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { publicId } = await byVendorId(c, c.req.valid("param").vendor_id);
      return c.json(await change(c, publicId, c.req.valid("json")), 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/api/v3/vorders/{vendor_id}",
      summary: "Delete an order by your own order ID",
      tags,
      request: { params: vendorId },
      responses: { 204: { description: "Deleted." }, ...problems(404) },
    }),
    async (c) => remove(c, (await byVendorId(c, c.req.valid("param").vendor_id)).publicId),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/orders/{id}/expire",
      summary: "Expire an order",
      description: "The order's links stop working at once.",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404) },
    }),
    async (c) => c.json(await present(c, await write(c, c.req.valid("param").id, expireOrder)), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/orders/{id}/reopen",
      summary: "Reopen an order",
      description: "Sets the default expiration again and gives the customer all downloads of the limit back.",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404) },
    }),
    async (c) => c.json(await present(c, await write(c, c.req.valid("param").id, reopenOrder)), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/orders/{id}/resend",
      summary: "Send the delivery email again",
      description: "Returns 422 if the order has no items, and 409 if it is on hold or revoked.",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404, 409, 422, 429) },
    }),
    async (c) => {
      const { order, email } = await write(c, c.req.valid("param").id, resendOrder);
      if (email === "over_allowance") throw overAllowance();
      return c.json(await present(c, order), 200);
    },
  );

async function change(c: Context<V3Env>, id: string, fields: OrderFields) {
  const { services, account, now } = c.var;
  const input = {
    ...orderInput(fields, { isNew: false }),
    sendEmail: fields.send_email ?? false,
    unknownSku: "skip" as const,
  };
  const { order } = await services.db
    .write((tx) => updateOrder(tx, account, id, input, now))
    .catch(withRequestFieldNames(fields));
  return present(c, order);
}

async function remove(c: Context<V3Env>, id: string) {
  await write(c, id, deleteOrder);
  return c.body(null, 204);
}
