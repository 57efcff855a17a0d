import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { DomainError } from "../../errors.ts";
import { type OrderItemOfAccount, orderItemById } from "../../orders/order-item.ts";
import { newRoutes, type V3Env } from "./environment.ts";
import { pageQuery, rowNumber } from "./fields.ts";
import { filesAnswer, pageOfFiles, presentFiles } from "./present-file.ts";
import { problems } from "./problem.ts";

export const orderItemRoutes = newRoutes().openapi(
  createRoute({
    method: "get",
    path: "/api/v3/order_items/{id}/files",
    summary: "List the files that an order item delivers",
    description: "The product's files as they are now, in the order in which the customer sees them.",
    tags: ["Orders"],
    request: { params: z.object({ id: rowNumber("order item").openapi({ example: 1 }) }), query: pageQuery },
    responses: {
      200: filesAnswer,
      ...problems(404, 422),
    },
  }),
  async (c) => {
    const { read } = c.var.services.db;
    const { product_id } = await requireOrderItem(c, c.req.valid("param").id);
    const page = c.req.valid("query");
    const { files, total } = await pageOfFiles(read, product_id, page);
    return c.json({ files: await presentFiles(read, files), ...page, total }, 200);
  },
);

/** The account's order item with this number. Throws `not_found`. */
export async function requireOrderItem(
  { var: { services, account } }: Context<V3Env>,
  id: number,
): Promise<OrderItemOfAccount> {
  const item = await orderItemById(services.db.read, account.id, id);
  if (!item) throw new DomainError("not_found", `There is no order item ${id}.`);
  return item;
}
