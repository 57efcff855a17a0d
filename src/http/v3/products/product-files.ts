import { z } from "@hono/zod-openapi";
import { deleteUnusedFile } from "../../../delivery/catalog/file-removal.ts";
import { fileById } from "../../../delivery/catalog/files.ts";
import {
  addProductFile,
  addProductUrl,
  moveProductFile,
  removeProductFile,
  replaceProductUrl,
} from "../../../delivery/catalog/product-files.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { rejectFields } from "../../../platform/errors.ts";
import { change } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { rowNumber } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { boolean, optional } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { itemUrlInput, productFileInput, productFilePlaceInput } from "./product-inputs.ts";
import { exampleProduct } from "./product-schemas.ts";
import { present, productAnswer, productId, skuOf } from "./products.ts";

const tags = ["Products"];
const fileOfProduct = productId.extend({ file_id: rowNumber("file", "ID of the file.") });
const urlOfProduct = productId.extend({ url_id: rowNumber("link", "ID of the external link.") });
const urlBody = { required: true, content: json(itemUrlInput) };
const removed = { 204: { description: "Removed." }, ...problems(404) };

/** Changes to one file or link of a product. The others do not change, even if somebody else is editing them. */
export const productFileRoutes = newRoutes()
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/products/{id}/files",
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.file_added", subject: "product" },
      examples: { parameters: { id: 1 }, answer: { files: [{ id: 2 }] } },
      summary: "Add or replace a file of a product",
      description: "The product's other files do not change. Existing orders deliver the new file too.",
      tags,
      middleware: [jsonBody(null)] as const,
      request: { params: productId, body: { required: true, content: json(productFileInput) } },
      responses: { 200: productAnswer, ...problems(400, 404, 413, 415, 422) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const key = c.req.valid("param");
      const { file_id: fileId, replaces = null } = c.req.valid("json");
      const add = async (tx: Tx) => {
        const file = await fileById(tx, account.id, fileId);
        rejectFields([{ field: "file_id", message: file ? null : "does not match any file of the account" }]);
        return (await addProductFile(tx, account.id, key, { fileId, replaces }, now)).product;
      };
      const product = await change(c, add, skuOf);
      return c.json(await present(c, product), 200);
    },
  )
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/products/{id}/files/{file_id}",
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.file_moved", subject: "product" },
      examples: { parameters: { file_id: 2 }, answer: { files: [{ id: 2 }] } },
      summary: "Move a file within a product",
      description: "Changes the order in which customers see the files. The other files keep their order.",
      tags,
      middleware: [jsonBody(null)] as const,
      request: { params: fileOfProduct, body: { required: true, content: json(productFilePlaceInput) } },
      responses: { 200: productAnswer, ...problems(400, 404, 413, 415, 422) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { id, file_id: fileId } = c.req.valid("param");
      const { position } = c.req.valid("json");
      const move = { fileId, position };
      const product = await change(c, (tx) => moveProductFile(tx, account.id, { id }, move, now), skuOf);
      return c.json(await present(c, product), 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/products/{id}/files/{file_id}",
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.file_removed", subject: "product" },
      examples: { parameters: { file_id: 2 } },
      summary: "Remove a file from a product",
      description:
        "Existing orders no longer deliver the file. It stays in the account, unless `delete_unused` is true and no other product uses it.",
      tags,
      request: {
        params: fileOfProduct,
        query: z.object({
          delete_unused: optional(boolean).openapi({
            param: { description: "Set to true to also delete the file, unless another product uses it." },
          }),
        }),
      },
      responses: { ...removed, ...problems(404, 422) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { id, file_id } = c.req.valid("param");
      const { delete_unused = false } = c.req.valid("query");
      const remove = async (tx: Tx) => {
        const product = await removeProductFile(tx, account.id, { id }, file_id, now);
        if (delete_unused) await deleteUnusedFile(tx, account.id, file_id, now);
        return product;
      };
      await change(c, remove, skuOf);
      return c.body(null, 204);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/products/{id}/item_urls",
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.link_added", subject: "product" },
      examples: { parameters: { id: 1 }, answer: { name: exampleProduct.name } },
      summary: "Add an external link to a product",
      description: "Adds the link after the existing ones, which do not change. Existing orders deliver it too.",
      tags,
      middleware: [jsonBody("item_url")] as const,
      request: { params: productId, body: urlBody },
      responses: { 200: productAnswer, ...problems(400, 404, 413, 415, 422) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const address = c.req.valid("json");
      const product = await change(c, (tx) => addProductUrl(tx, account.id, c.req.valid("param"), address, now), skuOf);
      return c.json(await present(c, product), 200);
    },
  )
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/products/{id}/item_urls/{url_id}",
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.link_replaced", subject: "product" },
      examples: { parameters: { id: 2, url_id: 3 }, answer: { name: exampleProduct.name } },
      summary: "Replace an external link of a product",
      description:
        "The new link gets its own ID and counts, unless it is the same as before. The other links do not change.",
      tags,
      middleware: [jsonBody("item_url")] as const,
      request: { params: urlOfProduct, body: urlBody },
      responses: { 200: productAnswer, ...problems(400, 404, 413, 415, 422) },
    }),
    async (c) => {
      const { account, now } = c.var;
      const { id, url_id: urlId } = c.req.valid("param");
      const wanted = { urlId, address: c.req.valid("json") };
      const product = await change(c, (tx) => replaceProductUrl(tx, account.id, { id }, wanted, now), skuOf);
      return c.json(await present(c, product), 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/products/{id}/item_urls/{url_id}",
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.link_removed", subject: "product" },
      examples: { parameters: { id: 2, url_id: 3 } },
      summary: "Remove an external link from a product",
      description: "Its download links stop working, in existing orders too.",
      tags,
      request: { params: urlOfProduct },
      responses: removed,
    }),
    async (c) => {
      const { account, now } = c.var;
      const { id, url_id: urlId } = c.req.valid("param");
      const wanted = { urlId, address: null };
      await change(c, (tx) => replaceProductUrl(tx, account.id, { id }, wanted, now), skuOf);
      return c.body(null, 204);
    },
  );
