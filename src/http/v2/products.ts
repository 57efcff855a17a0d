import { setProductFiles } from "../../delivery/catalog/product-files.ts";
import { requireProductBySkuOrId, requireProductToDelete } from "../../delivery/catalog/product-lookup.ts";
import { createProduct, updateProduct } from "../../delivery/catalog/products.ts";
import { filesOfProduct, isStored, type Product, summarizeProduct } from "../../delivery/catalog/queries.ts";
import { deleteProduct } from "../../delivery/orders/deleting/product-deletion.ts";
import type { Tx } from "../../platform/database/database.ts";
import { element } from "../write-xml.ts";
import { list } from "../xml/documents.ts";
import { productsAsked } from "../xml/items.ts";
import { readFields, type XmlRequest } from "../xml/request.ts";
import { message, streamXml, xml } from "../xml/respond.ts";
import { lastSegment } from "../xml/suffix.ts";
import { respondWithFiles } from "./files.ts";
import { presenting } from "./orders.ts";
import { productContent, productStatsContent } from "./present.ts";
import { readProduct } from "./product-input.ts";

/** `GET /api/v2/products`. */
export async function showProducts(request: XmlRequest): Promise<Response> {
  const shown = presenting(request);
  return streamXml(
    request,
    list("products", productsAsked(request), (product) => element("product", productContent(product, shown))),
  );
}

/** `GET /api/v2/products/{sku}`. */
export async function showProduct(request: XmlRequest): Promise<Response> {
  return respondWithProduct(request, await productInPath(request));
}

/** `GET /api/v2/products/{sku}/stats`. */
export async function showProductStats(request: XmlRequest): Promise<Response> {
  const product = await summarizeProduct(request.services.db.read, await productInPath(request));
  return xml(200, element("product", productStatsContent(product, presenting(request))));
}

/** `GET /api/v2/products/{sku}/files`: its files and external links, as customers see them. */
export async function showProductFiles(request: XmlRequest): Promise<Response> {
  const product = await productInPath(request);
  const productGuid = product.permalinkDisabledAt === null ? product.guid : null;
  const files = await filesOfProduct(request.services.db.read, product.id);
  return respondWithFiles(request, [files.map((file) => ({ file, productGuid }))]);
}

/** `POST /api/v2/products/create`. */
export async function createOneProduct(request: XmlRequest): Promise<Response> {
  const { account, services, now } = request;
  const { sku = "", name = "", fileIds, externalUrls, ...input } = readProduct(await readFields(request, "product"));
  request.change.subjectId = sku;
  const product = await services.db.write(async (tx) => {
    const made = await createProduct(tx, account.id, { ...input, sku, name }, now);
    await setProductFiles(tx, made, { fileIds, externalUrls }, now);
    return made;
  });
  const location = `${services.accountUrl(account)}/api/v2/products/${lastSegment(product.sku)}`;
  return respondWithProduct(request, product, { status: 201, headers: { location } });
}

/** `PUT /api/v2/products/{sku}/update`: an empty SKU changes nothing. */
export async function updateOneProduct(request: XmlRequest): Promise<Response> {
  const { account, parameters, services, now } = request;
  const { sku, fileIds, externalUrls, ...rest } = readProduct(await readFields(request, "product"));
  const changes = { ...rest, sku: sku === "" ? undefined : sku };
  const product = await services.db.write(async (tx) => {
    const { id } = await requireProductBySkuOrId(tx, account.id, parameters.sku);
    const changed = await updateProduct(tx, account.id, { id }, changes, now);
    const stored = fileIds && (await withoutLinks(tx, changed, fileIds));
    await setProductFiles(tx, changed, { fileIds: stored, externalUrls }, now);
    request.change.subjectId = changed.sku;
    return changed;
  });
  return respondWithProduct(request, product);
}

/** `DELETE /api/v2/products/{sku}/delete`. */
export async function deleteOneProduct(request: XmlRequest): Promise<Response> {
  const { account, parameters, services, now } = request;
  await services.db.write(async (tx) => {
    const { id, sku } = await requireProductToDelete(tx, account.id, parameters.sku);
    request.change.subjectId = sku;
    await deleteProduct(tx, account.id, { id }, now);
  });
  return message(200, "Ok.");
}

/** Removes the IDs of external links: the product's list of files shows them too, so a caller may send them back. */
async function withoutLinks(tx: Tx, product: Product, ids: number[]): Promise<number[]> {
  const files = await filesOfProduct(tx, product.id);
  const links = new Set(files.filter((file) => !isStored(file)).map(({ id }) => id));
  return ids.filter((id) => !links.has(id));
}

/** The product in the path. Throws `not_found`. */
const productInPath = ({ account, parameters, services }: XmlRequest): Promise<Product> =>
  requireProductBySkuOrId(services.db.read, account.id, parameters.sku);

async function respondWithProduct(
  request: XmlRequest,
  product: Product,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Promise<Response> {
  const summary = await summarizeProduct(request.services.db.read, product);
  return xml(status, element("product", productContent(summary, presenting(request))), headers);
}
