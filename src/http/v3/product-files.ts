import { createRoute, z } from "@hono/zod-openapi";
import { deleteUnusedFile } from "../../delivery/catalog/file-removal.ts";
import { fileById } from "../../delivery/catalog/files.ts";
import {
  addProductFile,
  addProductUrl,
  moveProductFile,
  removeProductFile,
  replaceProductUrl,
} from "../../delivery/catalog/product-files.ts";
import { rejectFields } from "../../platform/errors.ts";
import { newRoutes } from "./environment.ts";
import { rowNumber } from "./fields.ts";
import { jsonBody } from "./json-body.ts";
import { json } from "./json-content.ts";
import { problems } from "./problem.ts";
import { itemUrlInput, productFileInput, productFilePlaceInput } from "./product-schemas.ts";
import { present, productAnswer, productId } from "./products.ts";
import { boolean, optional } from "./values.ts";

const tags = ["Products"];
const fileOfProduct = productId.extend({ file_id: rowNumber("file") });
const urlOfProduct = productId.extend({ url_id: rowNumber("link") });
const urlBody = { required: true, content: json(itemUrlInput) };
const removed = { 204: { description: "Removed." }, ...problems(404) };

/** Changes to one file or link of a product. The others do not change, even if somebody else edits them meanwhile. */
export const productFileRoutes = newRoutes()
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/products/{id}/files",
      summary: "Add or replace a file of a product",
      description: "The product's other files do not change. Existing orders deliver the new file too.",
      tags,
      middleware: [jsonBody(null)] as const,
      request: { params: productId, body: { required: true, content: json(productFileInput) } },
      responses: { 200: productAnswer, ...problems(400, 404, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const key = c.req.valid("param");
      const { file_id: fileId, replaces = null } = c.req.valid("json");
      const { product } = await services.db.write(async (tx) => {
        const file = await fileById(tx, account.id, fileId);
        rejectFields([{ field: "file_id", message: file ? null : "does not match any file of the account" }]);
        return addProductFile(tx, account.id, key, { fileId, replaces }, now);
      });
      return c.json(await present(c, product), 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/api/v3/products/{id}/files/{file_id}",
      summary: "Move a file within a product",
      description: "Changes the order in which customers see the files. The other files keep their order.",
      tags,
      middleware: [jsonBody(null)] as const,
      request: { params: fileOfProduct, body: { required: true, content: json(productFilePlaceInput) } },
      responses: { 200: productAnswer, ...problems(400, 404, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { id, file_id: fileId } = c.req.valid("param");
      const { position } = c.req.valid("json");
      const move = { fileId, position };
      const product = await services.db.write((tx) => moveProductFile(tx, account.id, { id }, move, now));
      return c.json(await present(c, product), 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/api/v3/products/{id}/files/{file_id}",
      summary: "Remove a file from a product",
      description:
        "Existing orders no longer deliver the file. It stays in the account, unless `delete_unused` is true and no other product uses it.",
      tags,
      request: { params: fileOfProduct, query: z.object({ delete_unused: optional(boolean) }) },
      responses: { ...removed, ...problems(404, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { id, file_id } = c.req.valid("param");
      const { delete_unused = false } = c.req.valid("query");
      await services.db.write(async (tx) => {
        await removeProductFile(tx, account.id, { id }, file_id, now);
        if (delete_unused) await deleteUnusedFile(tx, account.id, file_id, now);
      });
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/api/v3/products/{id}/item_urls",
      summary: "Add an external link to a product",
      description: "Adds the link after the existing ones, which do not change. Existing orders deliver it too.",
      tags,
      middleware: [jsonBody("item_url")] as const,
      request: { params: productId, body: urlBody },
      responses: { 200: productAnswer, ...problems(400, 404, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const address = c.req.valid("json");
      const product = await services.db.write((tx) =>
        addProductUrl(tx, account.id, c.req.valid("param"), address, now),
      );
      return c.json(await present(c, product), 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/api/v3/products/{id}/item_urls/{url_id}",
      summary: "Replace an external link of a product",
      description:
        "The new link gets its own ID and counts, unless it is the same as before. The other links do not change.",
      tags,
      middleware: [jsonBody("item_url")] as const,
      request: { params: urlOfProduct, body: urlBody },
      responses: { 200: productAnswer, ...problems(400, 404, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { id, url_id: urlId } = c.req.valid("param");
      const change = { urlId, address: c.req.valid("json") };
      const product = await services.db.write((tx) => replaceProductUrl(tx, account.id, { id }, change, now));
      return c.json(await present(c, product), 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/api/v3/products/{id}/item_urls/{url_id}",
      summary: "Remove an external link from a product",
      description: "Its download links stop working, in existing orders too.",
      tags,
      request: { params: urlOfProduct },
      responses: removed,
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const { id, url_id: urlId } = c.req.valid("param");
      const change = { urlId, address: null };
      await services.db.write((tx) => replaceProductUrl(tx, account.id, { id }, change, now));
      return c.body(null, 204);
    },
  );
