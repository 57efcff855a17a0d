import { z } from "@hono/zod-openapi";
import { withoutInvisible } from "../../../platform/text.ts";
import { requireConnection } from "../../../shops/connections/connections.ts";
import { ordersWaitingFor } from "../../../shops/connections/known/orders-waiting-for.ts";
import { longestExternalId } from "../../../shops/connections/mappings.ts";
import { newRoutes } from "../framework/environment.ts";
import { rowNumber, shownInteger, text } from "../framework/fields.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { bySku } from "../products/products.ts";

const waitingAnswer = {
  200: {
    description: "The number of orders.",
    content: json(
      z
        .object({ orders: shownInteger.describe("Number of orders that wait for the product.") })
        .openapi("WaitingShopOrders", { example: { orders: 0 } }),
    ),
  },
  ...problems(404, 422),
};

export const connectionWaitingOrderRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/connections/{id}/waiting_orders",
      role: "read_only",
      scope: "connections:manage",
      summary: "Count orders of a connection that wait for a product",
      description:
        "Counts the orders whose product of the shop matches nothing yet. A mapping of it to a product delivers them at once, with an email each. Orders whose event was dismissed do not count, and stay as they are.",
      tags: ["Connections"],
      request: {
        params: z.object({ id: rowNumber("connection").openapi({ example: 1 }) }),
        query: z.object({
          external_id: text(longestExternalId)
            .describe("What a mapping would name: the product's ID, SKU or name in the shop.")
            .openapi({ example: "87" }),
        }),
      },
      responses: waitingAnswer,
    }),
    async (c) => {
      const { services, account } = c.var;
      const { scan } = services.db;
      const { id } = await requireConnection(scan, account.id, c.req.valid("param").id);
      const externalId = c.req.valid("query").external_id;
      return c.json({ orders: await ordersWaitingFor(scan, account.id, { connectionId: id, externalId }) }, 200);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/skuproducts/{sku}/waiting_orders",
      role: "read_only",
      scope: "products:read",
      examples: { parameters: { sku: "MAP-9" } },
      summary: "Count orders of shops that wait for a SKU",
      description:
        "Counts the orders of connected shops whose product matches nothing yet and has this SKU in the shop. A product that gets the SKU delivers them at once, with an email each. Orders whose event was dismissed do not count, and stay as they are.",
      tags: ["Products"],
      request: { params: bySku },
      responses: waitingAnswer,
    }),
    async (c) => {
      const { services, account } = c.var;
      const sku = withoutInvisible(c.req.valid("param").sku);
      return c.json({ orders: await ordersWaitingFor(services.db.scan, account.id, { skus: new Set([sku]) }) }, 200);
    },
  );
