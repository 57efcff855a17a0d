import { requireProduct } from "../../delivery/catalog/product-lookup.ts";
import { createProduct, updateProduct } from "../../delivery/catalog/products.ts";
import {
  listProducts,
  type Product,
  type ProductSummary,
  summarizeProduct,
  summarizeProducts,
} from "../../delivery/catalog/queries.ts";
import { deleteProduct } from "../../delivery/orders/deleting/product-deletion.ts";
import { inBatches } from "../../platform/database/batches.ts";
import { scopeProblem } from "../api-access.ts";
import { element } from "../write-xml.ts";
import { itemDocument, list } from "./documents.ts";
import { readItem } from "./input.ts";
import { pageOrAll, readPage } from "./paging.ts";
import { itemContent } from "./present.ts";
import { readFields, type XmlRequest } from "./request.ts";
import { message, streamXml } from "./respond.ts";
import { lastSegment } from "./suffix.ts";

/** The requested page of products, or all, by SKU. */
export function productsAsked({ account, services, query }: XmlRequest): AsyncIterable<ProductSummary[]> {
  const { read, scan } = services.db;
  return pageOrAll<ProductSummary>(
    readPage(query),
    async (page) => summarizeProducts(scan, await listProducts(scan, account.id, page)),
    () =>
      inBatches(async ({ last, limit }) =>
        summarizeProducts(scan, await listProducts(read, account.id, { afterSku: last?.sku, limit })),
      ),
  );
}

/** `GET /api/items`. */
export async function showItems(request: XmlRequest): Promise<Response> {
  return streamXml(
    request,
    list("items", productsAsked(request), (product) => element("item", itemContent(product))),
  );
}

/** `GET /api/items/{sku}`. */
export async function showItem(request: XmlRequest): Promise<Response> {
  const { account, parameters, services } = request;
  const product = await requireProduct(services.db.read, account.id, parameters.sku);
  return respondWithItem(request, product);
}

/** `POST /api/items/create`. */
export async function createItem(request: XmlRequest): Promise<Response> {
  const { account, services, now } = request;
  const { sku = "", name = "", wrong } = readItem(await readFields(request, "item"));
  request.change.subjectId = sku;
  const product = await services.db.write((tx) => createProduct(tx, account.id, { sku, name, wrong }, now));
  const response = await respondWithItem(request, product, 201);
  response.headers.set("location", `${services.accountUrl(account)}/api/items/${lastSegment(product.sku)}`);
  return response;
}

/** `PUT /api/items/{sku}`: an empty SKU changes nothing. */
export async function updateItem(request: XmlRequest): Promise<Response> {
  const { account, parameters, services, now } = request;
  const { sku, ...rest } = readItem(await readFields(request, "item"));
  const changes = { ...rest, sku: sku === "" ? undefined : sku };
  request.change.subjectId = changes.sku ?? parameters.sku;
  const product = await services.db.write((tx) => updateProduct(tx, account.id, { sku: parameters.sku }, changes, now));
  return respondWithItem(request, product);
}

/** `DELETE /api/items/{sku}`. */
export async function deleteItem({ account, parameters, services, now }: XmlRequest): Promise<Response> {
  await services.db.write((tx) => deleteProduct(tx, account.id, { sku: parameters.sku }, now));
  return message(200, "Ok.");
}

async function respondWithItem(request: XmlRequest, product: Product, status = 200): Promise<Response> {
  const { read } = request.services.db;
  // Downloads belong to orders, and contain customers' addresses.
  const withDownloads = scopeProblem(request.access, "orders:read") === null;
  return streamXml(request, itemDocument(read, await summarizeProduct(read, product), { withDownloads }), status);
}
