import { newRoutes } from "../framework/environment.ts";
import { pageQuery } from "../framework/fields.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { downloadsAnswer, downloadsPage } from "../orders/downloads.ts";
import { filesAnswer, pageOfFiles, presentFile } from "./present-file.ts";
import { permalinkGuid } from "./present-product.ts";
import { pathProduct, productId } from "./products.ts";

const tags = ["Products"];

/** Lists of things that belong to one product. */
export const productListRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/products/{id}/files",
      role: "read_only",
      scope: "products:read",
      examples: { parameters: { id: 1 } },
      summary: "List a product's files",
      tags,
      request: { params: productId, query: pageQuery },
      responses: {
        200: filesAnswer("in the order customers see them"),
        ...problems(404, 422),
      },
    }),
    async (c) => {
      const page = c.req.valid("query");
      const product = await pathProduct(c, c.req.valid("param").id);
      const { files, total } = await pageOfFiles(c.var.services.db.read, product.id, page);
      const presented = files.map((file) => presentFile(file, permalinkGuid(product)));
      return c.json({ files: presented, ...page, total }, 200);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/products/{id}/downloads",
      role: "read_only",
      scope: "orders:read",
      examples: { parameters: { id: 1 } },
      summary: "List a product's downloads",
      tags,
      request: { params: productId, query: pageQuery },
      responses: {
        200: downloadsAnswer,
        ...problems(404, 422),
      },
    }),
    async (c) => {
      const { id } = await pathProduct(c, c.req.valid("param").id);
      return c.json(await downloadsPage(c, { productIds: [id] }, c.req.valid("query")), 200);
    },
  );
