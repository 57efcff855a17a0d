import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Account } from "../../accounts/accounts.ts";
import type { Tx } from "../../database/database.ts";
import { overAllowance } from "../../mail/email-allowance.ts";
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
import { tellsOf } from "./idempotency.ts";
import { jsonBody } from "./json-body.ts";
import { json } from "./json-content.ts";
import { jsonList } from "./json-list.ts";
import { orderInput } from "./order-input.ts";
import { newOrderInput, type OrderFields, orderChangesInput, orderItemInput, orderSchema } from "./order-schemas.ts";
import { presentInBatches, presenting, presentOrder } from "./present-order.ts";
import { problems } from "./problem.ts";
import { sendOrder } from "./send-order.ts";
import { boolean, optional, withDefault } from "./values.ts";

const tags = ["Orders"];
const orderAnswer = { description: "The order.", content: json(z.object({ order: orderSchema })) };
const orderId = z.object({ id: z.string().openapi({ example: "10000001", description: "The order's id." }) });
const vendorId = z.object({ vendor_id: z.string().openapi({ example: "M-1001", description: "Your own order ID." }) });
const changes = { required: true, content: json(orderChangesInput) };

export const orderRoutes = newRoutes()
  .openapi(
    createRoute({
      method: "get",
      path: "/api/v3/orders",
      summary: "List and search orders, the last created first",
      tags,
      request: {
        query: pageQuery.extend({
          status: withDefault(z.enum(["open", "expired", "all"], { error: "must be open, expired or all" }), "all"),
          email: z.string().optional().openapi({ description: "The customer's whole address." }),
          sku: z.string().optional().openapi({ description: "Orders that hold the product with this SKU." }),
          waiting_for_keys: optional(boolean).openapi({
            description: "Only orders that got fewer license keys than units; of the product with the SKU, if given.",
          }),
          q: z.string().optional().openapi({
            description:
              "An id or your own order ID, also as `#1394` or `order 1394`; a link or its identifier; a SKU or a license key; or the beginning of an email address or a name, in any case.",
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
      summary: "Send a paid order",
      description:
        "Attaches the products' files and available license keys and sends the delivery email. Lines that match no product are skipped without an error, whatever stands in them: compare order_items with what you sent.",
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
      summary: "Read an order",
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
      summary: "Change an order",
      description:
        "Only what is present changes; null means none. order_items is the new list when it is present; one whose lines all match no product is refused.",
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
      description: "Its links lead nowhere from then on; recorded downloads and handed-out license keys stay spent.",
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
      summary: "Read an order by your own order ID",
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
      summary: "Change an order by your own order ID",
      tags,
      middleware: [jsonBody("order")] as const,
      request: { params: vendorId, body: changes },
      responses: { 200: orderAnswer, ...problems(400, 404, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { public_id } = await byVendorId(c, c.req.valid("param").vendor_id);
      return c.json(await change(c, public_id, c.req.valid("json")), 200);
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
    async (c) => remove(c, (await byVendorId(c, c.req.valid("param").vendor_id)).public_id),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/orders/{id}/expire",
      summary: "Expire an order now",
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
      summary: "Give an order its default expiration and its whole allowance again",
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
      description: "An order without items has nothing to deliver: 422.",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404, 422, 429) },
    }),
    async (c) => {
      const { order, email } = await write(c, c.req.valid("param").id, resendOrder);
      if (email === "over_allowance") throw overAllowance();
      return c.json(await present(c, order), 200);
    },
  );

orderRoutes.openAPIRegistry.register("NewOrderItem", orderItemInput);

async function present(c: Context<V3Env>, order: Order) {
  tellsOf(c, order.id);
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
  const { order } = await services.db.write((tx) => updateOrder(tx, account, id, input, now));
  return present(c, order);
}

async function remove(c: Context<V3Env>, id: string) {
  await write(c, id, deleteOrder);
  return c.body(null, 204);
}

/** Does something to one order in a transaction of its own. */
function write<Result>(
  { var: { services, account, now } }: Context<V3Env>,
  id: string,
  change: (tx: Tx, account: Account, id: string, now: number) => Promise<Result>,
): Promise<Result> {
  return services.db.write((tx) => change(tx, account, id, now));
}
