import { z } from "@hono/zod-openapi";
import { newestProduct } from "../../../delivery/catalog/products-with-files.ts";
import { firstOrders } from "../../../delivery/orders/reading/newest.ts";
import { orderPath } from "../../../platform/customer-paths.ts";
import { dismissSetup, isSetupDismissed } from "../../../store/accounts/dismissed-setup.ts";
import { answerOf } from "../framework/answers.ts";
import { change } from "../framework/change.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { shownId, shownProductName, shownSku } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { boolean } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { exampleOrder } from "../orders/order-schemas.ts";
import { presentOrderId } from "../orders/present-order.ts";

const tags = ["Account"];

const setupSchema = z
  .object({
    dismissed: z.boolean().describe("True if the overview no longer shows the steps."),
    steps: z
      .object({
        store: z.boolean().describe("The store has a website and a logo."),
        email: z.boolean().describe("The installation has a mail server."),
        sign_in: z.boolean().describe("The signed-in person uses two-factor authentication. False for the API key."),
        product: z.boolean().describe("A product has a file or a link."),
        order: z.boolean().describe("True once the store has its first order."),
        shop: z
          .boolean()
          .describe(
            "A connected shop or a program has sent an order with an ID of the shop's own (`vendor_id`). Imported orders do not count.",
          ),
      })
      .describe("Which steps are done."),
    product: z
      .object({ id: shownId, sku: shownSku, name: shownProductName })
      .nullable()
      .describe("The newest product with a file or a link, or else the newest. Null without products."),
    order: z
      .object({
        id: z.union([z.number().int(), z.string()]).describe("ID of the order, as in `/orders/{id}`."),
        download_url: z.string().describe("URL of the order's page for the customer."),
      })
      .nullable()
      .describe("The newest order. Null without orders."),
  })
  .openapi("Setup", {
    example: {
      dismissed: true,
      steps: { store: true, email: true, sign_in: false, product: true, order: true, shop: true },
      product: { id: 1, sku: "MAP-1", name: "Map of the south" },
      order: { id: exampleOrder.id, download_url: exampleOrder.download_url },
    },
  });

const setupAnswer = answerOf("setup", setupSchema, "The steps of the set-up.");

const setupInput = z
  .object({ dismissed: boolean.describe("True removes the steps, false shows them again.") })
  .openapi("SetupChanges", { example: { dismissed: true } });

export const setupRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/setup",
      role: "read_only",
      scope: "account:manage",
      summary: "Retrieve the steps of the set-up",
      description: "What a new store still has to do, as the overview of the administration area shows it.",
      tags,
      responses: { 200: setupAnswer, ...problems() },
    }),
    async (c) => c.json({ setup: await presentSetup(c.var) }, 200),
  )
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/setup",
      role: "owner",
      scope: "account:manage",
      activity: { kind: "account.setup_changed" },
      summary: "Dismiss the steps of the set-up",
      description: "Removes the steps from the overview, or shows them again.",
      tags,
      middleware: [jsonBody("setup")] as const,
      request: { body: { required: true, content: json(setupInput) } },
      responses: { 200: setupAnswer, ...problems(400, 413, 415, 422) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const at = c.req.valid("json").dismissed ? now : null;
      await change(c, (tx) => dismissSetup(tx, account.id, at));
      return c.json({ setup: await presentSetup(c.var) }, 200);
    },
  );

async function presentSetup({ services, account, user }: V3Env["Variables"]): Promise<z.output<typeof setupSchema>> {
  const { read } = services.db;
  const product = await newestProduct(read, account.id);
  const orders = await firstOrders(read, account.id);
  return {
    dismissed: await isSetupDismissed(read, account.id),
    steps: {
      store: account.website !== null && account.logoStorageKey !== null,
      email: (await services.transports.ofStore(account.id)).settings.server !== null,
      sign_in: user?.twoFactorEnabled ?? false,
      product: product?.hasFile ?? false,
      order: orders.newest !== null,
      shop: orders.fromShop,
    },
    product: product && { id: product.id, sku: product.sku, name: product.name },
    order: orders.newest && {
      id: presentOrderId(orders.newest.id),
      download_url: `${services.accountUrl(account)}${orderPath(orders.newest.guid)}`,
    },
  };
}
