import { z } from "@hono/zod-openapi";
import { type Product, productsByIds } from "../../delivery/catalog/queries.ts";
import { findProducts } from "../../delivery/catalog/search.ts";
import { productsWithFreeKey } from "../../delivery/licenses/queries.ts";
import { catchUpBriefly } from "../../delivery/order-index/catch-up.ts";
import { findOrders } from "../../delivery/order-index/find.ts";
import { partsOf } from "../../delivery/order-index/search-texts.ts";
import type { Order } from "../../delivery/orders/order-columns.ts";
import { orderName } from "../../delivery/orders/reading/customer-view.ts";
import { newRoutes } from "./framework/environment.ts";
import { store } from "./framework/example-store.ts";
import { text } from "./framework/fields.ts";
import { json } from "./framework/json-content.ts";
import { operation } from "./framework/operation.ts";
import { problems } from "./framework/problem-schemas.ts";
import { presentOrderId } from "./orders/present-order.ts";

/** Results of each kind. */
const shown = 8;

const resultSchema = z
  .object({
    type: z.enum(["order", "product", "customer"]).describe("What was found."),
    id: z.union([z.number().int(), z.string()]).openapi({
      type: ["integer", "string"],
      description: "ID of the order or the product; email address of the customer.",
    }),
    title: z
      .string()
      .describe("The order's name for its customer and its ID, the product's name, or the customer's name."),
    subtitle: z.string().describe("What tells it from others: an email address, a SKU."),
    url: z.string().describe("Its screen in the administration area."),
  })
  .openapi("SearchResult", {
    example: {
      type: "order",
      id: 10000001,
      title: "Order M-1001, 10000001",
      subtitle: "Ann, ann@example.com",
      url: `${store}/admin/orders/10000001`,
    },
  });

export const searchRoutes = newRoutes().openapi(
  operation({
    method: "get",
    path: "/api/v3/search",
    role: "read_only",
    scope: "orders:read",
    summary: "Search everything",
    description: `Finds orders, products and customers that contain every word of the text, in any case and without accents: up to ${shown} of each, the newest first. Orders are found by their IDs, your order ID, the customer's and a recipient's name and email address, license keys and links; customers also if they only got gifts; a product also by a whole license key that is not assigned. From three characters on, words are found inside others too. A text with fewer finds only whole IDs, and products.`,
    tags: ["Search"],
    request: {
      query: z.object({
        q: text(255, { shortest: 1 }).openapi({ description: "The text to look for.", example: "ann" }),
      }),
    },
    responses: {
      200: {
        description: "What was found: orders, then products, then customers.",
        content: json(z.object({ results: z.array(resultSchema).describe("Orders, then products, then customers.") })),
      },
      ...problems(422),
    },
  }),
  async (c) => {
    const { services, account } = c.var;
    const { q } = c.req.valid("query");
    await catchUpBriefly(services.db);
    const { orders, customers } = await findOrders(services.db.scan, account.id, q, shown);
    const products = await findProducts(services.db.scan, account.id, partsOf(q), shown);
    const keyed = await productsWithFreeKey(services.db.scan, account.id, q.trim(), shown);
    const withKey = await productsByIds(services.db.scan, account.id, keyed);
    const url = `${services.peopleUrl(account)}/admin`;
    const results = [
      ...orders.map((order) => orderResult(order, url)),
      ...withKey.map((product) => keyResult(product, url)),
      ...products.map((product) => productResult(product, url)),
      ...customers.map(({ email, name, orders }) => ({
        type: "customer" as const,
        id: email,
        title: name || email,
        subtitle: `${name ? `${email}, ` : ""}${ordersInWords(orders)}`,
        url: `${url}/customers/${encodeURIComponent(email)}`,
      })),
    ];
    return c.json({ results }, 200);
  },
);

const ordersInWords = (orders: number): string =>
  orders === 0 ? "only gifts" : orders === 1 ? "1 order" : `${orders} orders`;

function orderResult(order: Order, url: string) {
  const { publicId, vendorId, title, firstName, lastName, email, recipientEmail, recipientName } = order;
  const name = `${firstName} ${lastName}`.trim();
  const called = orderName({ publicId, vendorId, title });
  const ids = called === publicId ? [publicId] : [called, publicId];
  return {
    type: "order" as const,
    id: presentOrderId(publicId),
    title: `Order ${ids.join(", ")}`,
    subtitle: `${name ? `${name}, ${email}` : email}${recipientEmail ? `, gift for ${recipientName || recipientEmail}` : ""}`,
    url: `${url}/orders/${encodeURIComponent(publicId)}`,
  };
}

/** A key that nobody has. For an assigned key, its order is found instead. */
const keyResult = (product: Product, url: string) => ({
  ...productResult(product, url),
  subtitle: `${product.sku}, has this license key unassigned`,
  url: `${url}/products/${product.id}?tab=keys`,
});

function productResult({ id, sku, name, archivedAt }: Product, url: string) {
  const archived = archivedAt === null ? "" : ", archived";
  return {
    type: "product" as const,
    id,
    title: name || sku,
    subtitle: `${sku}${archived}`,
    url: `${url}/products/${id}`,
  };
}
