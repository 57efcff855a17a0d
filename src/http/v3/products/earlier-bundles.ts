import { z } from "@hono/zod-openapi";
import { countEarlierBundles, giveToEarlierBundles } from "../../../delivery/orders/bundles/earlier-bundles.ts";
import { changeInSteps } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { shownId, shownInteger } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { boolean, integer, nullish } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { pathProduct, productId } from "./products.ts";

const path = "/api/v3/products/{id}/contents/earlier_orders";
const tags = ["Products"];

const largestId = Number.MAX_SAFE_INTEGER;

/** Gives products that were added to a bundle to earlier orders. */
export const earlierBundleRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path,
      role: "read_only",
      scope: "products:read",
      examples: { parameters: { id: 1 } },
      summary: "Count orders that lack something of a bundle",
      description:
        "Counts the orders of the product that lack something of what it holds now. Revoked orders do not count, and deleted products are not missed.",
      tags,
      request: { params: productId },
      responses: {
        200: {
          description: "The number of orders.",
          content: json(
            z
              .object({
                orders: shownInteger.describe("Orders that can get what they lack."),
                ended: shownInteger.describe(
                  "Orders that lack something and whose links have expired. They get nothing.",
                ),
              })
              .openapi("EarlierBundles", { example: { orders: 12, ended: 3 } }),
          ),
        },
        ...problems(404, 422),
      },
    }),
    async (c) => {
      const { services, now } = c.var;
      const product = await pathProduct(c, c.req.valid("param").id);
      return c.json(await countEarlierBundles(services.db.scan, product, now), 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path,
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.contents_given", subject: "product" },
      examples: { parameters: { id: 1 } },
      summary: "Give earlier orders what a bundle holds now",
      description:
        "Adds to up to 50 orders of the product what they lack of what it holds now, oldest first: items of price 0 with links, downloads and license keys of their own, as new orders have them. Call it again with `after: next` until `next` is null. An order that lacks nothing stays as it is, so you can send the same request again.",
      tags,
      middleware: [jsonBody("contents")] as const,
      request: {
        params: productId,
        body: {
          required: true,
          content: json(
            z
              .object({
                send_email: nullish(boolean).describe(
                  "Send each customer the delivery email again. Default: false. Orders on hold, and gifts that are still to come, have their email later. None goes to undeliverable addresses, or beyond the daily allowance.",
                ),
                after: nullish(integer(0, largestId)).describe(
                  "`next` of the call before. Default: from the oldest order on.",
                ),
              })
              .openapi("GiveContents", { example: { send_email: true } }),
          ),
        },
      },
      responses: {
        200: {
          description: "What became of these orders.",
          content: json(
            z
              .object({
                given: shownInteger.describe("Orders that got what they lacked."),
                emailed: shownInteger.describe("Those of them whose email is on its way."),
                failed: z
                  .array(
                    z
                      .object({
                        order_id: z.string().describe("ID of the order."),
                        message: z.string().describe("What is wrong."),
                      })
                      .openapi("NotGiven", {
                        example: { order_id: "10000001", message: "quantity must add up to at most 10000." },
                      }),
                  )
                  .describe("Orders that would become too large. They got nothing."),
                next: shownId.nullable().describe("`after` of the next call. Null: no order is left."),
              })
              .openapi("GivenContents", { example: { given: 12, emailed: 12, failed: [], next: null } }),
          ),
        },
        ...problems(400, 404, 413, 415, 422),
      },
    }),
    async (c) => {
      const { account, now } = c.var;
      const product = await pathProduct(c, c.req.valid("param").id);
      const { send_email, after } = c.req.valid("json");
      const wanted = { after: after ?? 0, sendEmail: send_email ?? false };
      const { failed, ...given } = await giveToEarlierBundles(
        changeInSteps(c, product.sku),
        account,
        product,
        wanted,
        now,
      );
      const named = failed.map(({ orderId, message }) => ({ order_id: orderId, message }));
      return c.json({ ...given, failed: named }, 200);
    },
  );
