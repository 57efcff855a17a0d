import { z } from "@hono/zod-openapi";
import { catchUpBriefly } from "../../../delivery/order-index/catch-up.ts";
import { readsIndex, searchOrders } from "../../../delivery/order-index/search.ts";
import { rejectFields } from "../../../platform/errors.ts";
import { pageOf } from "../framework/answers.ts";
import { newRoutes } from "../framework/environment.ts";
import { pageQuery, rowsOf } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { jsonList } from "../framework/json-list.ts";
import { withDefault } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { byId, byVendorId, orderAnswer, orderId, present, tags, vendorId } from "./one-order.ts";
import { orderFilters, orderSorts, searchOf, sortOf } from "./order-filters.ts";
import { orderItemInput } from "./order-item-schemas.ts";
import { newOrderExample, newOrderInput, orderSchema } from "./order-schemas.ts";
import { presentInBatches, presenting } from "./present-order.ts";
import { sendOrder } from "./send-order.ts";

export const orderRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/orders",
      role: "read_only",
      scope: "orders:read",
      examples: {
        parameters: {
          q: "ann@",
          email: "ann@example.com",
          sku: "MAP-1",
          status: "open",
          waiting_for_keys: true,
          vendor_id: "M-1001",
          sort: "-total",
        },
      },
      summary: "List and search orders",
      description: "The most recently created order comes first, unless you set `sort`. Results match all filters.",
      tags,
      request: {
        query: pageQuery.extend({
          ...orderFilters,
          sort: withDefault(
            z.enum(orderSorts, { error: `must be one of ${orderSorts.join(", ")}` }),
            "-created_at",
          ).openapi({
            type: "string",
            enum: [...orderSorts],
            description:
              "What the orders are sorted by, from the smallest value on; with `-` from the largest. `vendor_id`: your order ID, or else the order ID. `customer`: last and first name, or else the email address. `access_until`: when the links end, only with `subscription_status`.",
          }),
        }),
      },
      responses: {
        200: pageOf("orders", orderSchema, "orders"),
        ...problems(422),
      },
    }),
    async (c) => {
      const { page, page_size, sort: sorted, ...filters } = c.req.valid("query");
      const { services, account, now } = c.var;
      const search = searchOf(filters);
      const sort = sortOf(sorted);
      if (sort.by === "end" && !filters.subscription_status) {
        rejectFields([{ field: "sort", message: "by access_until needs subscription_status" }]);
      }
      if (readsIndex(search, sort)) await catchUpBriefly(services.db);
      const rows = { now, sort, ...rowsOf({ page, page_size }) };
      const { orders, total } = await searchOrders(services.db.scan, account.id, search, rows);
      const batches = presentInBatches(services.db.read, orders, presenting(c));
      return jsonList(c, "orders", batches, { page, page_size, total });
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/orders",
      role: "staff",
      scope: "orders:write",
      activity: { kind: "order.created", subject: "order", peopleOnly: true },
      examples: { parameters: { "idempotency-key": "payment-4711" }, answer: newOrderExample },
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
    operation({
      method: "get",
      path: "/api/v3/orders/{id}",
      role: "read_only",
      scope: "orders:read",
      summary: "Retrieve an order",
      tags,
      request: { params: orderId },
      responses: { 200: orderAnswer, ...problems(404) },
    }),
    async (c) => c.json(await present(c, await byId(c, c.req.valid("param").id)), 200),
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/vorders/{vendor_id}",
      role: "read_only",
      scope: "orders:read",
      summary: "Retrieve an order by your order ID",
      tags,
      request: { params: vendorId },
      responses: { 200: orderAnswer, ...problems(404) },
    }),
    async (c) => c.json(await present(c, await byVendorId(c, c.req.valid("param").vendor_id)), 200),
  );

orderRoutes.openAPIRegistry.register("NewOrderItem", orderItemInput);
