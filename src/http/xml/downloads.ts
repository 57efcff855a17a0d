import { requireProduct } from "../../delivery/catalog/product-lookup.ts";
import { type DownloadScope, downloadById, listDownloads } from "../../delivery/downloads/queries.ts";
import { requireOrder } from "../../delivery/orders/require-order.ts";
import { DomainError } from "../../platform/errors.ts";
import { readRowNumber } from "../../platform/integers.ts";
import { element } from "../write-xml.ts";
import { allDownloads, list } from "./documents.ts";
import { pageOrAll, readPage } from "./paging.ts";
import { downloadContent } from "./present.ts";
import type { XmlRequest } from "./request.ts";
import { streamXml, xml } from "./respond.ts";

/** `GET /api/downloads`: the account's, newest first. */
export function showDownloads(request: XmlRequest): Promise<Response> {
  return respondWithDownloads(request, { accountId: request.account.id });
}

/** `GET /api/items/{sku}/downloads`: the item's, newest first. */
export async function showItemDownloads(request: XmlRequest): Promise<Response> {
  const { account, parameters, services } = request;
  const product = await requireProduct(services.db.read, account.id, parameters.sku);
  return respondWithDownloads(request, { accountId: account.id, productId: product.id });
}

/** `GET /api/orders/{id}/downloads`: the order's, newest first. */
export async function showOrderDownloads(request: XmlRequest): Promise<Response> {
  const { account, parameters, services } = request;
  const order = await requireOrder(services.db.read, account.id, parameters.id);
  return respondWithDownloads(request, { accountId: account.id, orderId: order.id });
}

/** `GET /api/downloads/{id}`. */
export async function showDownload({ account, parameters, services }: XmlRequest): Promise<Response> {
  const download = await downloadById(services.db.read, account.id, readRowNumber(parameters.id) ?? 0);
  if (!download) throw new DomainError("not_found", `There is no download with the ID ${parameters.id}.`);
  return xml(200, element("download", downloadContent(download)));
}

/** The requested page of downloads, or all, newest first. */
export const downloadsAsked = ({ services, query }: XmlRequest, scope: DownloadScope) =>
  pageOrAll(
    readPage(query),
    (page) => listDownloads(services.db.scan, scope, page),
    () => allDownloads(services.db.read, scope),
  );

function respondWithDownloads(request: XmlRequest, scope: DownloadScope): Promise<Response> {
  return streamXml(
    request,
    list("downloads", downloadsAsked(request, scope), (download) => element("download", downloadContent(download))),
  );
}
