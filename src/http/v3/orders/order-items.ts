import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { restoreOrderItem, revokeOrderItem } from "../../../delivery/orders/changing/revoke-items.ts";
import { requireOrderItem, updateOrderItem } from "../../../delivery/orders/changing/update-order-item.ts";
import type { Order } from "../../../delivery/orders/order-columns.ts";
import { answerOf } from "../framework/answers.ts";
import { change } from "../framework/change.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { pageQuery, rowNumber } from "../framework/fields.ts";
import { noteOrder } from "../framework/idempotency.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { filesAnswer, pageOfFiles, presentFiles } from "../products/present-file.ts";
import { orderItemChangesInput, orderItemSchema } from "./order-item-schemas.ts";
import { presenting, presentOrderItemOf } from "./present-order.ts";

const orderItemId = z.object({ id: rowNumber("order item").openapi({ example: 1 }) });

const orderItemAnswer = answerOf("order_item", orderItemSchema, "The order item.");

const nameOf = ({ publicId }: Order) => publicId;

/** The answer to a change of an item. */
async function changed(c: Context<V3Env>, order: Order, id: number) {
  noteOrder(c, order.id);
  return { order_item: await presentOrderItemOf(c.var.services.db.read, order, id, presenting(c)) };
}

export const orderItemRoutes = newRoutes()
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/order_items/{id}",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "order.item_changed", subject: "order" },
      examples: { answer: { downloads_remaining: 6 } },
      summary: "Update an order item",
      description:
        "Changes the quantity, the downloads left, the devices of its license keys, or until when it gets updates. The order's other items do not change, and two requests that add " +
        "downloads at the same time both count. Each additional unit gets a license key, or waits for one if the pool is " +
        "empty. Keys already assigned stay with the item. No email is sent. If all downloads of the order work " +
        "afterwards, the customer's open renewal request counts as granted.",
      tags: ["Orders"],
      middleware: [jsonBody("order_item")] as const,
      request: {
        params: orderItemId,
        body: { required: true, content: json(orderItemChangesInput) },
      },
      responses: {
        200: orderItemAnswer,
        ...problems(400, 404, 413, 415, 422),
      },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { id } = c.req.valid("param");
      const sent = c.req.valid("json");
      const changes = {
        createdAt: sent.created_at,
        quantity: sent.quantity,
        downloadsRemaining: sent.downloads_remaining,
        additionalDownloads: sent.additional_downloads,
        deviceLimit: sent.device_limit,
        updatesUntil: sent.updates_until === "never" ? null : sent.updates_until,
      };
      const order = await change(c, (tx) => updateOrderItem(tx, account, id, changes, now), nameOf);
      return c.json(await changed(c, order, id), 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/order_items/{id}/revoke",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "item.revoked", subject: "order" },
      summary: "Revoke an order item",
      description:
        "Withdraws one product of an order, such as one that was refunded: its links are answered 410, the customer no longer sees its license keys, and its price no longer counts as revenue. The keys stay assigned, and the order's other items do not change. With its last item the whole order is revoked. Changes nothing if the item is revoked.",
      tags: ["Orders"],
      request: { params: orderItemId },
      responses: { 200: orderItemAnswer, ...problems(404) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { id } = c.req.valid("param");
      const order = await change(c, (tx) => revokeOrderItem(tx, account, id, now), nameOf);
      return c.json(await changed(c, order, id), 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/order_items/{id}/restore",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "item.restored", subject: "order" },
      summary: "Restore a revoked order item",
      description:
        "The item's links work again, and it gets the license keys it lacks. If the order was revoked with its last item, the order is restored, too; otherwise a revoked order stays revoked. Changes nothing if the item is not revoked on its own.",
      tags: ["Orders"],
      request: { params: orderItemId },
      responses: { 200: orderItemAnswer, ...problems(404) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { id } = c.req.valid("param");
      const order = await change(c, (tx) => restoreOrderItem(tx, account, id, now), nameOf);
      return c.json(await changed(c, order, id), 200);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/order_items/{id}/files",
      role: "read_only",
      scope: "orders:read",
      summary: "List an order item's files",
      description: "The product's current files, in the order the customer sees them.",
      tags: ["Orders"],
      request: { params: orderItemId, query: pageQuery },
      responses: {
        200: filesAnswer("in the order customers see them"),
        ...problems(404, 422),
      },
    }),
    async (c) => {
      const { services, account } = c.var;
      const { read } = services.db;
      const { productId } = await requireOrderItem(read, account.id, c.req.valid("param").id);
      const page = c.req.valid("query");
      const { files, total } = await pageOfFiles(read, productId, page);
      return c.json({ files: await presentFiles(read, files), ...page, total }, 200);
    },
  );
