import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Account } from "../../accounts/accounts.ts";
import type { Tx } from "../../database/database.ts";
import type { Instant } from "../../instants.ts";
import { overAllowance } from "../../mail/email-allowance.ts";
import { holdOrder, releaseOrder, restoreOrder, revokeOrder } from "../../orders/hold.ts";
import {
  deleteOrder,
  expireOrder,
  type Order,
  reopenOrder,
  requireOrder,
  requireOrderByVendorId,
  resendOrder,
  updateOrder,
} from "../../orders/orders.ts";
import { searchOrders } from "../../orders/search.ts";
import { newRoutes, type V3Env } from "./environment.ts";
import { pageFields, pageQuery, rowsOf } from "./fields.ts";
import { noteOrder } from "./idempotency.ts";
import { jsonBody } from "./json-body.ts";
import { json } from "./json-content.ts";
import { jsonList } from "./json-list.ts";
import { orderInput, withRequestFieldNames } from "./order-input.ts";
import { newOrderInput, type OrderFields, orderChangesInput, orderItemInput, orderSchema } from "./order-schemas.ts";
import { presentInBatches, presenting, presentOrder } from "./present-order.ts";
import { problems } from "./problem.ts";
import { sendOrder } from "./send-order.ts";
import { boolean, optional, withDefault } from "./values.ts";

const tags = ["Orders"];
const orderAnswer = { description: "The order.", content: json(z.object({ order: orderSchema })) };
const orderId = z.object({ id: z.string().openapi({ example: "10000001", description: "ID of the order." }) });
const vendorId = z.object({ vendor_id: z.string().openapi({ example: "M-1001", description: "Your own order ID." }) });
const changes = { required: true, content: json(orderChangesInput) };

export const orderRoutes = newRoutes()
  .openapi(
    createRoute({
      method: "get",
      path: "/api/v3/orders",
      summary: "List and search orders",
      description: "The most recently created order comes first. Results match all filters.",
      tags,
      request: {
        query: pageQuery.extend({
          status: withDefault(z.enum(["open", "expired", "all"], { error: "must be open, expired or all" }), "all"),
          email: z.string().optional().openapi({ description: "Customer's complete email address." }),
          sku: z.string().optional().openapi({ description: "Only orders that contain the product with this SKU." }),
          waiting_for_keys: optional(boolean).openapi({
            description:
              "Set to true for orders that are still waiting for license keys. With `sku`: for keys of that product.",
          }),
          q: z.string().optional().openapi({
            description:
              "A complete order ID (in any case and with any punctuation, also as `#1394` or `order 1394`), download link, SKU or license key, or the beginning of an email address or a name. Case does not matter in addresses and names.",
          }),
        }),
      },
      responses: {
        200: {
          description: "A page of orders.",
          content: json(z.object({ orders: z.array(orderSchema), ...pageFields })),
        },
        ...problems(422),
      },
    }),
    async (c) => {
      const { q: text, status, email, sku, waiting_for_keys: waitingForKeys, ...page } = c.req.valid("query");
      const { services, account, now } = c.var;
      const search = { status, email, sku, waitingForKeys, text };
      const { orders, total } = await searchOrders(services.db.scan, account.id, search, { now, ...rowsOf(page) });
      const batches = presentInBatches(services.db.read, orders, presenting(c));
      return jsonList(c, "orders", batches, { ...page, total });
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/orders",
      summary: "Create an order",
      description:
        "Sends a paid order to Waybill. It attaches the products' files, assigns available license keys and sends the delivery email. Lines that match no product are skipped without an error, so compare `order_items` in the response with what you sent.",
      tags,
      middleware: [jsonBody("order")] as const,
      request: { body: { required: true, content: json(newOrderInput) } },
      responses: { 201: orderAnswer, ...problems(400, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { body, location } = await sendOrder(c, c.req.valid("json"));
      return c.json(body, 201, { location });
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/api/v3/orders/{id}",
      summary: "Retrieve an order",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404) },
    }),
    async (c) => c.json(await present(c, await byId(c, c.req.valid("param").id)), 200),
  )
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
      method: "get",
      path: "/api/v3/vorders/{vendor_id}",
      summary: "Retrieve an order by your own order ID",
      tags,
      request: { params: vendorId },
      responses: { 200: orderAnswer, ...problems(404) },
    }),
    async (c) => c.json(await present(c, await byVendorId(c, c.req.valid("param").vendor_id)), 200),
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
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/orders/{id}/hold",
      summary: "Put an order on hold",
      description:
        "The order delivers nothing while you check it: its links are answered 403, and it gets no license keys and no emails. A queued email is cancelled and queued again at the release. Changes nothing if the order is on hold. Returns 409 if it is revoked.",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404, 409) },
    }),
    async (c) => c.json(await present(c, await write(c, c.req.valid("param").id, holdOrder)), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/orders/{id}/release",
      summary: "Release an order that is on hold",
      description:
        "The order's links work again, it gets the license keys it lacks, and its email is queued if one waits. The expiration date moves by the time on hold, unless you changed it meanwhile or it had passed before. Changes nothing if the order is not on hold. Returns 409 if it is revoked.",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404, 409) },
    }),
    async (c) => c.json(await present(c, await write(c, c.req.valid("param").id, releaseOrder)), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/orders/{id}/revoke",
      summary: "Revoke an order",
      description:
        "Withdraws the order, also one that is on hold: its links are answered 410, customers no longer see its license keys, and no emails are sent. The keys stay assigned. Changes nothing if the order is revoked.",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404) },
    }),
    async (c) => c.json(await present(c, await write(c, c.req.valid("param").id, revokeOrder)), 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/orders/{id}/restore",
      summary: "Restore a revoked order",
      description:
        "The order's links work again until they expire. It gets the license keys it lacks, and its email is queued if one waits. Dates do not change. Changes nothing if the order is not revoked. Returns 409 if it is on hold.",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404, 409) },
    }),
    async (c) => c.json(await present(c, await write(c, c.req.valid("param").id, restoreOrder)), 200),
  );

orderRoutes.openAPIRegistry.register("NewOrderItem", orderItemInput);

async function present(c: Context<V3Env>, order: Order) {
  noteOrder(c, order.id);
  return { order: await presentOrder(c.var.services.db.read, order, presenting(c)) };
}

function byId({ var: { services, account } }: Context<V3Env>, id: string): Promise<Order> {
  return requireOrder(services.db.read, account.id, id);
}

function byVendorId({ var: { services, account } }: Context<V3Env>, id: string): Promise<Order> {
  return requireOrderByVendorId(services.db.read, account.id, id);
}

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

/** Runs one change of an order in its own transaction. */
function write<Result>(
  { var: { services, account, now } }: Context<V3Env>,
  id: string,
  change: (tx: Tx, account: Account, id: string, now: Instant) => Promise<Result>,
): Promise<Result> {
  return services.db.write((tx) => change(tx, account, id, now));
}
