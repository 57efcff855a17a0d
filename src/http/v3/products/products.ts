import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { setContents } from "../../../delivery/catalog/contents.ts";
import { setProductFiles } from "../../../delivery/catalog/product-files.ts";
import { requireProductById, UnknownProduct } from "../../../delivery/catalog/product-lookup.ts";
import { createProduct, renewPermalink } from "../../../delivery/catalog/products.ts";
import { setProgramIds } from "../../../delivery/catalog/program-ids.ts";
import { type Product, productBySku } from "../../../delivery/catalog/queries.ts";
import { searchProducts } from "../../../delivery/catalog/search.ts";
import { updateProductAndSource } from "../../../delivery/licenses/license-source.ts";
import { partsOf } from "../../../delivery/order-index/search-texts.ts";
import { deleteProduct } from "../../../delivery/orders/deleting/product-deletion.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { answerOf, pageOf } from "../framework/answers.ts";
import { change } from "../framework/change.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { meaningOf, pageQuery, rowNumber, rowsOf, shownProductId, text } from "../framework/fields.ts";
import { jsonBody } from "../framework/json-body.ts";
import { json } from "../framework/json-content.ts";
import { boolean, optional } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { presenting } from "../orders/present-order.ts";
import { presentProduct, presentProducts } from "./present-product.ts";
import { newProductInput, type ProductFields, productChangesInput } from "./product-inputs.ts";
import { productSchema } from "./product-schemas.ts";

const tags = ["Products"];
/** A response with one product. */
export const productAnswer = answerOf("product", productSchema, "The product.");
const changes = { required: true, content: json(productChangesInput) };
/** A product's SKU in a path. */
export const bySku = z.object({
  sku: z.string().openapi({ example: "MAP-1", description: "SKU of the product, percent-encoded (a slash as `%2F`)." }),
});

/** A product's number in a path. */
export const productId = z.object({
  id: rowNumber("product").openapi({
    example: 1,
    description: meaningOf(shownProductId),
    param: { description: meaningOf(shownProductId) },
  }),
});

export const productRoutes = newRoutes()
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/products",
      role: "read_only",
      scope: "products:read",
      examples: { parameters: { q: "MAP" } },
      summary: "List and search products",
      description: "Sorted by SKU.",
      tags,
      request: {
        query: pageQuery.extend({
          q: text(255)
            .optional()
            .describe(
              "Beginning of a SKU or a name, or words in them, one of at least 3 characters, or 2 in Chinese, Japanese or Korean. Case and accents do not matter.",
            ),
          sku: text(255)
            .optional()
            .openapi({ description: "Only the product with exactly this SKU.", example: "MAP-1" }),
          archived: optional(boolean).openapi({
            example: false,
            description: "True: only archived products. False: only products on sale. Default: all.",
          }),
        }),
      },
      responses: {
        200: pageOf("products", productSchema, "products"),
        ...problems(422),
      },
    }),
    async (c) => {
      const { q: beginning = null, sku, archived, ...page } = c.req.valid("query");
      const { services, account } = c.var;
      const { db } = services;
      const { products, total } = await searchProducts(
        db.scan,
        account.id,
        { beginning, parts: partsOf(beginning ?? ""), sku, archived },
        rowsOf(page),
      );
      const presented = await presentProducts(db, products, presenting(c));
      return c.json({ products: presented, ...page, total }, 200);
    },
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/products",
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.created", subject: "product" },
      examples: {
        parameters: { q: "MAP" },
        answer: { id: 2, orders_count: 0, download_count: 0, files: [], license_keys_available: 0 },
      },
      summary: "Create a product",
      tags,
      middleware: [jsonBody("product")] as const,
      request: { body: { required: true, content: json(newProductInput) } },
      responses: { 201: productAnswer, ...problems(400, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { services, account, now } = c.var;
      const fields = c.req.valid("json");
      const create = async (tx: Tx) => {
        const made = await createProduct(tx, account.id, inner(fields), now);
        await setProductFiles(tx, made, lists(fields), now);
        await setProgramIds(tx, made, fields.program_ids ?? undefined);
        return setContents(tx, made, fields.contents ?? undefined);
      };
      const product = await change(c, create, skuOf);
      const location = `${services.accountUrl(account)}/api/v3/products/${product.id}`;
      return c.json(await present(c, product), 201, { location });
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/products/{id}",
      role: "read_only",
      scope: "products:read",
      examples: { parameters: { id: 1 } },
      summary: "Retrieve a product",
      tags,
      request: { params: productId },
      responses: { 200: productAnswer, ...problems(404) },
    }),
    async (c) => c.json(await present(c, await pathProduct(c, c.req.valid("param").id)), 200),
  )
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/products/{id}",
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.changed", subject: "product" },
      examples: { parameters: { id: 1 } },
      summary: "Update a product",
      description:
        "Updates only the fields you send. `item_assets`, `item_urls` and `contents` replace the whole list. Existing orders deliver the new files and links, and keep the contents they were made with.",
      tags,
      middleware: [jsonBody("product")] as const,
      request: { params: productId, body: changes },
      responses: { 200: productAnswer, ...problems(400, 404, 409, 413, 415, 422) },
    }),
    async (c) => c.json(await update(c, c.req.valid("param"), c.req.valid("json")), 200),
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/products/{id}",
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.deleted", subject: "product" },
      examples: { parameters: { id: 1 } },
      summary: "Delete a product",
      description:
        "Also removes the product from all orders, along with what it brought them as a bundle, and from the products that hold it. Its links stop working. Its files and recorded downloads stay.",
      tags,
      request: { params: productId },
      responses: { 204: { description: "Deleted." }, ...problems(404) },
    }),
    async (c) => remove(c, c.req.valid("param")),
  )
  .openapi(
    operation({
      method: "post",
      path: "/api/v3/products/{id}/permalink",
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.permalink_replaced", subject: "product" },
      summary: "Replace a product's permalink",
      description: "Creates a new permalink. The previous one stops working. Links of orders do not change.",
      tags,
      request: { params: productId },
      responses: { 200: productAnswer, ...problems(404) },
    }),
    async (c) => {
      const { account } = c.var;
      const product = await change(c, (tx) => renewPermalink(tx, account.id, c.req.valid("param")), skuOf);
      return c.json(await present(c, product), 200);
    },
  )
  .openapi(
    operation({
      method: "get",
      path: "/api/v3/skuproducts/{sku}",
      role: "read_only",
      scope: "products:read",
      examples: { parameters: { sku: "MAP-2" }, answer: { id: 2 } },
      summary: "Retrieve a product by SKU",
      tags,
      request: { params: bySku },
      responses: { 200: productAnswer, ...problems(404) },
    }),
    async (c) => c.json(await present(c, await skuProduct(c, c.req.valid("param").sku)), 200),
  )
  .openapi(
    operation({
      method: "put",
      path: "/api/v3/skuproducts/{sku}",
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.changed", subject: "product" },
      examples: { parameters: { sku: "MAP-2" }, answer: { id: 2 } },
      summary: "Update a product by SKU",
      tags,
      middleware: [jsonBody("product")] as const,
      request: { params: bySku, body: changes },
      responses: { 200: productAnswer, ...problems(400, 404, 409, 413, 415, 422) },
    }),
    async (c) => {
      const { id } = await skuProduct(c, c.req.valid("param").sku);
      return c.json(await update(c, { id }, c.req.valid("json")), 200);
    },
  )
  .openapi(
    operation({
      method: "delete",
      path: "/api/v3/skuproducts/{sku}",
      role: "staff",
      scope: "products:write",
      activity: { kind: "product.deleted", subject: "product" },
      examples: { parameters: { sku: "MAP-2" } },
      summary: "Delete a product by SKU",
      tags,
      request: { params: bySku },
      responses: { 204: { description: "Deleted." }, ...problems(404) },
    }),
    async (c) => {
      const { id } = await skuProduct(c, c.req.valid("param").sku);
      return remove(c, { id });
    },
  );

/** The account's product with this number. Throws `not_found`. */
export function pathProduct({ var: { services, account } }: Context<V3Env>, id: number): Promise<Product> {
  return requireProductById(services.db.read, account.id, id);
}

/** Throws `not_found`, with this interface's term for an item. */
export async function skuProduct({ var: { services, account } }: Context<V3Env>, sku: string): Promise<Product> {
  const product = await productBySku(services.db.read, account.id, sku);
  if (!product) throw new UnknownProduct({ sku });
  return product;
}

/** The name of a product in the activity log. */
export const skuOf = ({ sku }: Product): string => sku;

/** The product as responses show it. */
export async function present(c: Context<V3Env>, product: Product) {
  return { product: await presentProduct(c.var.services.db, product, presenting(c)) };
}

async function update(c: Context<V3Env>, key: { id: number }, fields: ProductFields) {
  const { account, now } = c.var;
  const unit = async (tx: Tx) => {
    const changed = await updateProductAndSource(tx, account.id, key, inner(fields), now);
    await setProductFiles(tx, changed, lists(fields), now);
    await setProgramIds(tx, changed, fields.program_ids ?? undefined);
    return setContents(tx, changed, fields.contents ?? undefined);
  };
  return present(c, await change(c, unit, skuOf));
}

async function remove(c: Context<V3Env>, key: { id: number }) {
  const { account, now } = c.var;
  await change(c, (tx) => deleteProduct(tx, account.id, key, now), skuOf);
  return c.body(null, 204);
}

const inner = <Fields extends ProductFields>({ permalink_enabled, archived_at, ...fields }: Fields) => ({
  ...fields,
  orderExpirationInHours: fields.order_expiration_in_hours,
  expiresFrom: fields.expires_from ?? undefined,
  downloadLimit: fields.download_limit,
  largeFileBytes: fields.large_file_bytes,
  largeFileDownloadLimit: fields.large_file_download_limit,
  deviceLimit: fields.device_limit,
  updatesForDays: fields.updates_for_days,
  licenseSource: fields.license_source ?? undefined,
  licensePattern: fields.license_pattern,
  updates: fields.updates ?? undefined,
  permalinkEnabled: permalink_enabled ?? undefined,
  archivedAt: archived_at,
});

/** Null counts as absent. */
const lists = ({ item_assets, item_urls }: Pick<ProductFields, "item_assets" | "item_urls">) => ({
  fileIds: item_assets ?? undefined,
  externalUrls: item_urls ?? undefined,
});
