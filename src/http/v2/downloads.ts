import { requireProductBySkuOrId } from "../../delivery/catalog/product-lookup.ts";
import { downloadById, type RecordedDownload } from "../../delivery/downloads/queries.ts";
import { searchDownloads } from "../../delivery/downloads/search.ts";
import { DomainError } from "../../platform/errors.ts";
import { readRowNumber } from "../../platform/integers.ts";
import { element } from "../write-xml.ts";
import { downloadsOfItem, list } from "../xml/documents.ts";
import { downloadsAsked } from "../xml/downloads.ts";
import { pageOrAll, readPage } from "../xml/paging.ts";
import type { XmlRequest } from "../xml/request.ts";
import { streamXml, xml } from "../xml/respond.ts";
import { itemInPath } from "./order-items.ts";
import { orderInPath } from "./orders.ts";
import { downloadContent } from "./present.ts";

/** `GET /api/v2/downloads`: the account's, newest first. */
export async function showDownloads(request: XmlRequest): Promise<Response> {
  return respondWith(request, downloadsAsked(request, { accountId: request.account.id }));
}

/** `GET /api/v2/downloads/{id}`. */
export async function showDownload({ account, parameters, services }: XmlRequest): Promise<Response> {
  const download = await downloadById(services.db.read, account.id, readRowNumber(parameters.id) ?? 0);
  if (!download) throw new DomainError("not_found", `There is no download with the ID ${parameters.id}.`);
  return xml(200, element("download", downloadContent(download)));
}

/** `GET /api/v2/products/{sku}/downloads`: the product's, newest first. */
export async function showProductDownloads(request: XmlRequest): Promise<Response> {
  const { account, parameters, services } = request;
  const product = await requireProductBySkuOrId(services.db.read, account.id, parameters.sku);
  return respondWith(request, downloadsAsked(request, { accountId: account.id, productId: product.id }));
}

/** `GET /api/v2/orders/{id}/downloads`: the order's, newest first. */
export async function showOrderDownloads(request: XmlRequest): Promise<Response> {
  const order = await orderInPath(request);
  return respondWith(request, downloadsAsked(request, { accountId: order.accountId, orderId: order.id }));
}

/** `GET /api/v2/order_items/{item}/downloads`: the order item's, newest first. */
export async function showOrderItemDownloads(request: XmlRequest): Promise<Response> {
  const { services, query } = request;
  const { order, item } = await itemInPath(request);
  const scope = { order: { id: order.id, itemId: item.id } };
  const batches = pageOrAll(
    readPage(query),
    async (page) => (await searchDownloads(services.db.scan, order.accountId, scope, page)).downloads,
    () => downloadsOfItem(services.db.read, order, item.id),
  );
  return respondWith(request, batches);
}

function respondWith(request: XmlRequest, batches: AsyncIterable<RecordedDownload[]>): Promise<Response> {
  return streamXml(
    request,
    list("downloads", batches, (download) => element("download", downloadContent(download))),
  );
}
