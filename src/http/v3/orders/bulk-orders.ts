import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { DomainError } from "../../../platform/errors.ts";
import { giveWay } from "../../../platform/give-way.ts";
import { describeFailure } from "../../failure.ts";
import { fieldErrors } from "../../problem.ts";
import { noteChange } from "../framework/change.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { described, shownInteger } from "../framework/fields.ts";
import { jsonListBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { operation } from "../framework/operation.ts";
import { fieldErrorSchema, problems } from "../framework/problem-schemas.ts";
import { exampleItem } from "./order-item-schemas.ts";
import { exampleOrder, newOrderExample, newOrderInput, orderSchema } from "./order-schemas.ts";
import { sendOrder } from "./send-order.ts";

const mostOrders = 100;

const exampleResult = (vendor_id: string, id: number) => ({
  status: 201,
  order: {
    ...exampleOrder,
    ...newOrderExample,
    id,
    vendor_id,
    first_name: null,
    order_items: [{ ...exampleItem, ...newOrderExample.order_items[0] }],
  },
});

const resultSchema = z
  .object({
    status: shownInteger.describe("HTTP status that this order would have received on its own."),
    order: described(orderSchema.optional(), "The order. Only present if it was created."),
    errors: z.array(fieldErrorSchema).optional().describe("Every invalid field. Only present for a rejected order."),
  })
  .openapi("BulkResult", { example: exampleResult("M-1002", 10_000_002) });

const exampleInput = (vendor_id: string) => ({
  vendor_id,
  email: "ann@example.com",
  order_items: [{ item_sku: "MAP-1", quantity: 1 }],
});

export const bulkRoutes = newRoutes().openapi(
  operation({
    method: "post",
    path: "/api/v3/orders/bulk",
    role: "staff",
    scope: "orders:write",
    activity: { kind: "orders.created", peopleOnly: true },
    idempotent: "in_parts",
    examples: { parameters: { "idempotency-key": "payments-2026-11-20" } },
    summary: `Create up to ${mostOrders} orders`,
    description:
      "Each order is handled on its own: one invalid order does not stop the others. The results are in the order you sent.",
    tags: ["Orders"],
    middleware: [jsonListBody("orders", mostOrders)] as const,
    request: {
      body: {
        required: true,
        content: json(
          z
            .object({
              orders: z
                .array(z.unknown(), { error: "must be a list of orders" })
                .min(1, "must contain at least one order")
                .max(mostOrders, `must contain at most ${mostOrders} orders`)
                .openapi({
                  type: "array",
                  items: { $ref: "#/components/schemas/NewOrder" },
                  description: `1 to ${mostOrders} orders.`,
                }),
            })
            .openapi("NewOrders", { example: { orders: [exampleInput("M-1002"), exampleInput("M-1003")] } }),
        ),
      },
    },
    responses: {
      200: {
        description: "One result per order, in the order you sent them.",
        content: json(
          z.object({
            results: z
              .array(resultSchema)
              .openapi({ example: [exampleResult("M-1002", 10_000_002), exampleResult("M-1003", 10_000_003)] })
              .describe("One result per order, in the order you sent them."),
          }),
        ),
      },
      ...problems(400, 413, 415, 422),
    },
  }),
  async (c) => {
    const inputs: ParsedOrder[] = [];
    for (const order of c.req.valid("json").orders) {
      await giveWay();
      inputs.push(await newOrderInput.safeParseAsync(unwrap(order)));
    }
    const results: Promise<z.output<typeof resultSchema>>[] = [];
    // Reading an order can give way to other work. So all are read first, to create them in their order.
    for (const [part, input] of inputs.entries()) {
      await giveWay();
      const result = sendOne(c, input, part);
      results.push(result);
      // With an `Idempotency-Key`, each order has its own transaction; otherwise they share one.
      if (c.var.once) await result;
      else result.catch(() => {});
    }
    const ended = await Promise.all(results);
    if (ended.some(({ status }) => status === 201)) await noteChange(c);
    return c.json({ results: ended }, 200);
  },
);

type ParsedOrder = Awaited<ReturnType<typeof newOrderInput.safeParseAsync>>;

async function sendOne(
  c: Context<V3Env>,
  { success, data, error }: ParsedOrder,
  part: number,
): Promise<z.output<typeof resultSchema>> {
  if (!success) return { status: 422, errors: fieldErrors(error) };
  try {
    return { status: 201, order: (await sendOrder(c, data, part)).body.order };
  } catch (failure) {
    if (!(failure instanceof DomainError)) throw failure;
    const { status, sentence, fields } = describeFailure(failure, c.var.services.log);
    return { status, errors: fields.length > 0 ? fields : [{ field: "body", message: sentence }] };
  }
}

/** With or without the outer name. */
function unwrap(order: unknown): unknown {
  const named = typeof order === "object" && order !== null && "order" in order ? order.order : undefined;
  return typeof named === "object" && named !== null ? named : order;
}
