import { createRoute, z } from "@hono/zod-openapi";
import { requireOrderItem, updateOrderItem } from "../../orders/update-order-item.ts";
import { newRoutes } from "./environment.ts";
import { pageQuery, rowNumber } from "./fields.ts";
import { noteOrder } from "./idempotency.ts";
import { jsonBody } from "./json-body.ts";
import { json } from "./json-content.ts";
import { orderItemChangesInput, orderItemSchema } from "./order-schemas.ts";
import { filesAnswer, pageOfFiles, presentFiles } from "./present-file.ts";
import { presenting, presentOrderItemOf } from "./present-order.ts";
import { problems } from "./problem.ts";

const orderItemId = z.object({ id: rowNumber("order item").openapi({ example: 1 }) });

export const orderItemRoutes = newRoutes()
  .openapi(
    createRoute({
      method: "put",
      path: "/api/v3/order_items/{id}",
      summary: "Update an order item",
      description:
        "Changes the quantity or the downloads left. The order's other items do not change, and two requests that add " +
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
        200: { description: "The order item.", content: json(z.object({ order_item: orderItemSchema })) },
        ...problems(400, 404, 413, 415, 422),
      },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { id } = c.req.valid("param");
      const { quantity, downloads_remaining, additional_downloads } = c.req.valid("json");
      const change = { quantity, downloadsRemaining: downloads_remaining, additionalDownloads: additional_downloads };
      const order = await services.db.write((tx) => updateOrderItem(tx, account, id, change, now));
      noteOrder(c, order.id);
      c.set("changedOrder", order.publicId);
      const order_item = await presentOrderItemOf(services.db.read, order, id, presenting(c));
      return c.json({ order_item }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/api/v3/order_items/{id}/files",
      summary: "List an order item's files",
      description: "The product's current files, in the order the customer sees them.",
      tags: ["Orders"],
      request: { params: orderItemId, query: pageQuery },
      responses: {
        200: filesAnswer,
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
