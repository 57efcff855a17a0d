import { createRoute, z } from "@hono/zod-openapi";
import { filesOfProduct, isStored } from "../../catalog/products.ts";
import { downloadsPage } from "./downloads.ts";
import { newRoutes } from "./environment.ts";
import { pageFields, pageQuery, rowsOf } from "./fields.ts";
import { downloadSchema } from "./present-download.ts";
import { fileSchema, presentFile } from "./present-file.ts";
import { permalinkGuid } from "./present-product.ts";
import { problems } from "./problem.ts";
import { pathProduct, productId } from "./products.ts";

const tags = ["Products"];

/** What belongs to one product. */
export const productListRoutes = newRoutes()
  .openapi(
    createRoute({
      method: "get",
      path: "/api/v3/products/{id}/files",
      summary: "List a product's files, in the order in which customers see them",
      tags,
      request: { params: productId, query: pageQuery },
      responses: {
        200: {
          description: "A page of files.",
          content: { "application/json": { schema: z.object({ files: z.array(fileSchema), ...pageFields }) } },
        },
        ...problems(404, 422),
      },
    }),
    async (c) => {
      const page = c.req.valid("query");
      const product = await pathProduct(c, c.req.valid("param").id);
      const stored = (await filesOfProduct(c.var.services.db.read, product.id)).filter(isStored);
      const { offset, limit } = rowsOf(page);
      const files = stored.slice(offset, offset + limit).map((file) => presentFile(file, permalinkGuid(product)));
      return c.json({ files, ...page, page: Math.max(page.page, 1), total: stored.length }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/api/v3/products/{id}/downloads",
      summary: "List a product's downloads, newest first",
      tags,
      request: { params: productId, query: pageQuery },
      responses: {
        200: {
          description: "A page of downloads.",
          content: { "application/json": { schema: z.object({ downloads: z.array(downloadSchema), ...pageFields }) } },
        },
        ...problems(404, 422),
      },
    }),
    async (c) => {
      const { id } = await pathProduct(c, c.req.valid("param").id);
      return c.json(await downloadsPage(c, { productIds: [id] }, c.req.valid("query")), 200);
    },
  );
