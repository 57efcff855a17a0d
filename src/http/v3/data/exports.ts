import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { ExportScope } from "../../../data/csv/export-scope.ts";
import {
  type CsvPieces,
  exportActivity,
  exportDownloads,
  exportKeys,
  exportOrders,
  exportProducts,
} from "../../../data/csv/exports.ts";
import { catchUpWhole } from "../../../delivery/order-index/catch-up.ts";
import { isInIndex } from "../../../delivery/order-index/search.ts";
import { dayOf, writeDay } from "../../../platform/days.ts";
import { streamedHead } from "../../head-response.ts";
import { activityFilter, activityFilters } from "../account/activity.ts";
import { rangeDay } from "../day-range.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { ofStatus, text } from "../framework/fields.ts";
import { boolean, optional, withDefault } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { orderFilters, searchOf } from "../orders/order-filters.ts";
import { skuProduct } from "../products/products.ts";

const tags = ["Import and export"];

const marked = z.object({
  bom: withDefault(boolean, false).describe(
    "Set to true to begin the file with a byte order mark, so that Excel recognizes UTF-8.",
  ),
});
const days = {
  from: optional(rangeDay).openapi({ description: "First day, in UTC.", example: "2026-01-01" }),
  to: optional(rangeDay).openapi({ description: "Last day, in UTC.", example: "2099-12-31" }),
};

const csvAnswer = (example: string) => ({
  description: "The file, as a stream.",
  content: { "text/csv": { schema: { type: "string" as const }, example } },
});

const description = [
  "A CSV file (RFC 4180) in UTF-8 with a header row. It is streamed and can have any length.",
  "An apostrophe is put before `=`, `+`, `-`, `@` and control characters where a spreadsheet could run a cell as a formula. Imports remove it again.",
].join(" ");

export const exportRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/exports/orders.csv",
      role: "read_only",
      scope: "orders:read",
      examples: {
        parameters: {
          status: "open",
          email: "ann@example.com",
          vendor_id: "M-1001",
          sku: "MAP-1",
          waiting_for_keys: true,
        },
      },
      summary: "Export orders",
      description,
      tags,
      request: {
        query: marked.extend({
          ...orderFilters,
          q: text(255)
            .optional()
            .openapi({ description: "Search text, as in the list of orders.", example: "ann@example.com" }),
          id: z
            .union([z.array(text(64)), text(64).transform((id) => [id])])
            .optional()
            .openapi({
              type: "array",
              items: { type: "string" },
              description: "Only the orders with these IDs. Repeat the parameter for each.",
              example: ["10000001", "M-1001"],
            }),
        }),
      },
      responses: {
        200: csvAnswer("id,vendor_id,email,…\r\n10000001,M-1001,ann@example.com,…\r\n"),
        ...problems(422),
      },
    }),
    async (c) => {
      const { bom, id: ids, ...filters } = c.req.valid("query");
      const search = searchOf(filters);
      if (isInIndex(search)) await catchUpWhole(c.var.services.db);
      return sendCsv(c, "orders", exportOrders(scopeOf(c), { ...search, ids }), bom);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/exports/products.csv",
      role: "read_only",
      scope: "products:read",
      summary: "Export products",
      description,
      tags,
      request: { query: marked },
      responses: { 200: csvAnswer("id,sku,name,…\r\n1,MAP-1,Map of the south,…\r\n"), ...problems(422) },
    }),
    async (c) => sendCsv(c, "products", exportProducts(scopeOf(c)), c.req.valid("query").bom),
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/exports/downloads.csv",
      role: "read_only",
      scope: "orders:read",
      summary: "Export downloads",
      description,
      tags,
      request: { query: marked.extend(days) },
      responses: { 200: csvAnswer("id,product_sku,order_id,…\r\n1,MAP-1,10000001,…\r\n"), ...problems(422) },
    }),
    async (c) => {
      const { bom, ...filter } = c.req.valid("query");
      return sendCsv(c, "downloads", exportDownloads(scopeOf(c), filter), bom);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/exports/activity.csv",
      role: "read_only",
      scope: "account:manage",
      summary: "Export changes",
      description,
      tags,
      request: { query: marked.extend(activityFilters) },
      responses: {
        200: csvAnswer("at,kind,actor,summary,…\r\n2026-11-20T21:37:00+00:00,order.revoked,owner@example.com,…\r\n"),
        ...problems(422),
      },
    }),
    async (c) => {
      const { bom, ...filter } = c.req.valid("query");
      return sendCsv(c, "activity", exportActivity(scopeOf(c), activityFilter(filter)), bom);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/exports/license_keys.csv",
      role: "read_only",
      scope: "license_keys:manage",
      examples: { parameters: { status: "assigned" } },
      summary: "Export license keys",
      description,
      tags,
      request: {
        query: marked.extend({
          status: withDefault(
            z.enum(["assigned", "unassigned", "all"], { error: "must be assigned, unassigned or all" }),
            "all",
          ).openapi(ofStatus),
          sku: text(255)
            .optional()
            .openapi({ description: "Only keys of the product with this SKU.", example: "MAP-1" }),
        }),
      },
      responses: {
        200: csvAnswer("id,product_sku,key,…\r\n1,MAP-1,AAAA-BBBB-0001,…\r\n"),
        ...problems(404, 422),
      },
    }),
    async (c) => {
      const { bom, ...filter } = c.req.valid("query");
      if (filter.sku !== undefined) await skuProduct(c, filter.sku);
      return sendCsv(c, "license-keys", exportKeys(scopeOf(c), filter), bom);
    },
  );

function scopeOf({ var: { services, account, now } }: Context<V3Env>): ExportScope {
  return { reader: services.db.read, scan: services.db.scan, account, url: services.accountUrl(account), now };
}

/**
 * A failure before the first rows is answered with an error. A later failure closes the connection, so that an incomplete file is
 * never mistaken for a complete one. HEAD reads no rows and returns no length.
 */
async function sendCsv(c: Context<V3Env>, name: string, pieces: CsvPieces, bom: boolean): Promise<Response> {
  const filename = `${c.var.account.handle}-${name}-${writeDay(dayOf(c.var.now))}.csv`;
  const headers = {
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": `attachment; filename="${filename}"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  if (c.req.raw.method === "HEAD") return streamedHead(headers);
  const head = [(await pieces.next()).value ?? "", (await pieces.next()).value ?? ""].join("");
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode((bom ? "\ufeff" : "") + head)),
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return();
    },
  });
  return new Response(body, { headers });
}
