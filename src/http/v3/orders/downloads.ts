import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { productIdsOfSku } from "../../../delivery/catalog/queries.ts";
import { type Progress, progressOf } from "../../../delivery/downloads/progress/transfers.ts";
import type { RecordedDownload } from "../../../delivery/downloads/queries.ts";
import { type DownloadSearch, searchDownloads } from "../../../delivery/downloads/search.ts";
import { ordersNamed } from "../../../delivery/order-index/find.ts";
import { requireOrderItem } from "../../../delivery/orders/changing/update-order-item.ts";
import { orderByPublicId } from "../../../delivery/orders/queries.ts";
import { ordersOfCustomer } from "../../../delivery/orders/reading/of-customer.ts";
import { requireOrder } from "../../../delivery/orders/require-order.ts";
import type { Reader } from "../../../platform/database/database.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { shopNumber } from "../../../platform/shops.ts";
import { rangeDay } from "../day-range.ts";
import { pageOf } from "../framework/answers.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import {
  orNull,
  type PageQuery,
  pageQuery,
  rowNumber,
  rowsOf,
  shownFilename,
  shownId,
  shownInstant,
  shownText,
  text,
} from "../framework/fields.ts";
import { optional } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { presentOrderId } from "./present-order.ts";

export const exampleDownload = {
  id: 1,
  filename: "map.pdf",
  file_version: 1,
  product_sku: "MAP-1",
  order_id: 10_000_001,
  order_vendor_id: "M-1001",
  order_shop_number: null,
  order_item_id: 1,
  ip_address: "203.0.113.7",
  downloaded_at: "2026-11-20T21:40:00+00:00",
  size_bytes: 4_194_304,
  completed: true,
  sent_bytes: 4_194_304,
  user_agent: "Mozilla/5.0",
};

export const downloadSchema = z
  .object({
    id: shownId,
    filename: shownFilename,
    file_version: z.number().int().describe("Number of the file's version that was sent."),
    product_sku: z.string().describe("SKU of the product. Kept after the product is deleted."),
    order_id: z
      .union([z.number().int(), z.string()])
      .nullable()
      .openapi({
        type: ["integer", "string", "null"],
        description: "ID of the order. Null for a download through the permalink.",
      }),
    order_vendor_id: shownText.describe("Your order ID. Null: none."),
    order_shop_number: shownText.describe("Number by which a connected shop knows the order. Null: none."),
    order_item_id: z
      .number()
      .int()
      .nullable()
      .describe("ID of the order item. Null for a download through the permalink."),
    ip_address: shownText.describe("IP address of the customer. Null: removed after the days that the account sets."),
    downloaded_at: shownInstant.describe("When the download started."),
    size_bytes: z.number().int().describe("Size of the whole file in bytes, also if the download broke off."),
    completed: z
      .boolean()
      .nullable()
      .describe(
        "Whether all bytes of the file were sent, in one response or several. Null: not known, also while the transfer goes on.",
      ),
    sent_bytes: z
      .number()
      .int()
      .nullable()
      .describe("Bytes of the file that were sent at least, each counted once. Null: not known."),
    user_agent: shownText.describe("User agent of the client, up to 500 characters. Null: none sent, or removed."),
  })
  .openapi("Download", { example: exampleDownload });

/** Recorded downloads as the answers show them, with their progress. */
export async function presentDownloads(
  reader: Reader,
  downloads: RecordedDownload[],
): Promise<z.output<typeof downloadSchema>[]> {
  const progress = await progressOf(reader, downloads);
  return downloads.map((download) => presentDownload(download, progress.get(download.id)));
}

function presentDownload(download: RecordedDownload, progress: Progress | undefined): z.output<typeof downloadSchema> {
  return {
    id: download.id,
    filename: download.filename,
    file_version: download.fileVersion,
    product_sku: download.sku,
    order_id: download.orderId === null ? null : presentOrderId(download.orderId),
    order_vendor_id: download.vendorId,
    order_shop_number: shopNumber({ vendorId: download.vendorId, title: download.orderTitle }),
    order_item_id: download.orderItemId,
    ip_address: orNull(download.ipAddress),
    downloaded_at: writeInstant(download.downloadedAt),
    size_bytes: download.sizeBytes,
    completed: progress?.isComplete ?? null,
    sent_bytes: progress?.sentBytes ?? null,
    user_agent: orNull(download.userAgent),
  };
}

const tags = ["Downloads"];
/** A page of downloads. */
export const downloadsAnswer = pageOf("downloads", downloadSchema, "counted downloads");

export const downloadRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/downloads",
      role: "read_only",
      scope: "orders:read",
      summary: "List downloads",
      description: "Every counted download, newest first. Results match all filters.",
      tags,
      request: {
        query: pageQuery.extend({
          order_id: text(255).optional().openapi({
            description:
              "Only downloads of this order, by its ID, your order ID (`vendor_id`) or its number at the shop.",
            example: "10000001",
          }),
          customer: text(255).optional().openapi({
            description: "Only downloads of orders with this email address, in any spelling.",
            example: "ann@example.com",
          }),
          sku: text(255)
            .optional()
            .openapi({ description: "Only downloads of the product with this SKU.", example: "MAP-1" }),
          ip_address: text(64)
            .toLowerCase()
            .optional()
            .openapi({ description: "Only downloads from this IP address.", example: "127.0.0.1" }),
          from: optional(rangeDay).openapi({ description: "First day, in UTC.", example: "2026-01-01" }),
          to: optional(rangeDay).openapi({ description: "Last day, in UTC.", example: "2099-12-31" }),
        }),
      },
      responses: { 200: downloadsAnswer, ...problems(422) },
    }),
    async (c) => {
      const { order_id, customer, sku, ip_address, from, to, ...page } = c.req.valid("query");
      // Otherwise an empty text would find the downloads whose address was removed.
      const ipAddress = ip_address || undefined;
      const { account, services } = c.var;
      const { read } = services.db;
      const productIds = sku === undefined ? undefined : await productIdsOfSku(read, account.id, sku);
      const named = order_id === undefined ? undefined : await orderIdsOf(read, account.id, order_id);
      const orders = customer ? await ordersOfCustomer(services.db.scan, account.id, customer) : undefined;
      const theirs = orders?.map(({ id }) => id);
      const orderIds = theirs && named ? named.filter((id) => theirs.includes(id)) : (named ?? theirs);
      return c.json(await downloadsPage(c, { orderIds, productIds, ipAddress, from, to }, page), 200);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/orders/{id}/downloads",
      role: "read_only",
      scope: "orders:read",
      summary: "List an order's downloads",
      tags,
      request: {
        params: z.object({ id: z.string().openapi({ example: "10000001", description: "ID of the order." }) }),
        query: pageQuery,
      },
      responses: { 200: downloadsAnswer, ...problems(404, 422) },
    }),
    async (c) => {
      const { services, account } = c.var;
      const { id } = await requireOrder(services.db.read, account.id, c.req.valid("param").id);
      return c.json(await downloadsPage(c, { order: { id } }, c.req.valid("query")), 200);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/order_items/{id}/downloads",
      role: "read_only",
      scope: "orders:read",
      summary: "List an order item's downloads",
      tags,
      request: { params: z.object({ id: rowNumber("order item").openapi({ example: 1 }) }), query: pageQuery },
      responses: { 200: downloadsAnswer, ...problems(404, 422) },
    }),
    async (c) => {
      const { services, account } = c.var;
      const item = await requireOrderItem(services.db.read, account.id, c.req.valid("param").id);
      const order = { id: item.orderId, itemId: item.id };
      return c.json(await downloadsPage(c, { order }, c.req.valid("query")), 200);
    },
  );

/** The order with this ID, or else those with this store order ID or shop number. */
async function orderIdsOf(reader: Reader, accountId: number, text: string): Promise<number[]> {
  const order = await orderByPublicId(reader, accountId, text);
  return order ? [order.id] : ordersNamed(reader, accountId, text);
}

/** One page of downloads, as responses show it. */
export async function downloadsPage(
  { var: { services, account } }: Context<V3Env>,
  search: DownloadSearch,
  page: PageQuery,
) {
  const { scan } = services.db;
  const { downloads, total } = await searchDownloads(scan, account.id, search, rowsOf(page));
  return { downloads: await presentDownloads(scan, downloads), ...page, total };
}
