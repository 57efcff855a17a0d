import { isStored, type Product, type ProductFile, type ProductSummary } from "../../delivery/catalog/queries.ts";
import type { RecordedDownload } from "../../delivery/downloads/queries.ts";
import { isExpired, ownExpirationOf } from "../../delivery/orders/expiration.ts";
import type { OrderItem, OrderWithItems } from "../../delivery/orders/queries.ts";
import type { ItemFile } from "../../delivery/orders/reading/item-files.ts";
import { totalOf } from "../../delivery/orders/total.ts";
import { itemPath, orderPath, permalinkPath } from "../../platform/customer-paths.ts";
import { type Instant, writeInstant } from "../../platform/instants.ts";
import { shownPrice } from "../../platform/money.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Content, Typed } from "../write-xml.ts";

/** An absent value is an empty element with `nil="true"` (docs/reference/unversioned-interface.md, Answers and errors). */
const value = (text: string | null | undefined, type?: string): Typed => ({
  ...(type === undefined ? {} : { type }),
  ...(text === null || text === undefined ? { nil: true as const } : {}),
  text: text ?? null,
});

const integer = (number: number | null | undefined) => value(number?.toString(), "integer");
const instant = (at: Instant | null) => value(at === null ? null : writeInstant(at), "datetime");
const optional = (text: string | null) => value(text === "" ? null : text);

/** An amount as a float, `9.99` or `10.0`. Clients cannot read an absent one, so it is 0. */
function amount(number: number | null): Typed {
  const shown = number ?? 0;
  return value(Number.isInteger(shown) ? shown.toFixed(1) : String(shown), "float");
}

/** What an account's documents need: its full base address, and the time. */
export interface Presenting {
  account: Account;
  url: string;
  now: Instant;
}

export function accountContent(
  account: Account,
  { url, apiKey, apiToken }: { url: string; apiKey: string; apiToken: string },
): Content {
  return {
    id: integer(account.id),
    name: account.name,
    email: account.email,
    url,
    billing_email: account.billingEmail,
    order_expiration_in_hours: integer(account.orderExpirationInHours),
    download_limit_per_item: integer(account.downloadLimitPerItem),
    currency: account.currency,
    created_at: instant(account.createdAt),
    api_key: apiKey,
    api_token: apiToken,
  };
}

export function orderContent(order: OrderWithItems, { account, url, now }: Presenting): Content {
  const link = url + orderPath(order.guid);
  const address = orderAddress(url, order.publicId);
  return {
    id: order.publicId,
    vendor_id: optional(order.vendorId),
    first_name: order.firstName,
    last_name: order.lastName,
    email: order.email,
    total: amount(totalOf(order.items)),
    currency: order.currency ?? account.currency,
    status: isExpired(order.expiresAt, now) ? "expired" : "open",
    product_count: integer(order.items.length),
    download_count: integer(order.downloadCount),
    expiration_date: instant(ownExpirationOf(order)),
    download_limit: integer(order.downloadLimit),
    custom_1: optional(order.custom1),
    custom_2: optional(order.custom2),
    custom_3: optional(order.custom3),
    created_at: instant(order.createdAt),
    link: { href: link, text: link },
    order_items_uri: `${address}/order_items`,
    downloads_uri: `${address}/downloads`,
  };
}

export function orderStatsContent(order: OrderWithItems, { account }: Presenting): Content {
  return {
    id: order.publicId,
    vendor_id: optional(order.vendorId),
    download_count: integer(order.downloadCount),
    product_count: integer(order.items.length),
    total: amount(totalOf(order.items)),
    currency: order.currency ?? account.currency,
  };
}

export function orderItemContent(item: OrderItem, order: OrderWithItems, { account, url }: Presenting): Content {
  const address = `${orderAddress(url, order.publicId)}/order_items/${item.id}`;
  const price = item.price === null ? null : shownPrice(item.price, order.currency ?? account.currency);
  return {
    id: String(item.id),
    sku: item.sku,
    order_id: order.publicId,
    product_name: item.productName,
    price: amount(price),
    download_count: integer(item.downloadCount),
    custom_1: optional(item.custom1),
    custom_2: optional(item.custom2),
    custom_3: optional(item.custom3),
    created_at: instant(item.createdAt),
    files_uri: `${address}/files`,
    downloads_uri: `${address}/downloads`,
  };
}

/** A file of an order item. `count` is how often it was downloaded; `productGuid` is as for `fileContent`. */
export function itemFileContent(
  file: ItemFile,
  { url, guid, count, productGuid }: { url: string; guid: string; count: number; productGuid: string | null },
): Content {
  const { id, type, size_bytes, content_type, permalink, url: address } = fileFields(file, url, productGuid);
  return {
    filename: file.filename,
    guid,
    download_count: integer(count),
    link: `${url}${itemPath(guid)}/${fileSegments(file)}`,
    downloads_remaining: integer(file.remaining),
    type,
    id,
    size_bytes,
    content_type,
    permalink,
    url: address,
  };
}

/** `productGuid` is the GUID of a product whose permalink delivers the file; null if there is none. */
export function fileContent(file: ProductFile, url: string, productGuid: string | null): Content {
  return fileFields(file, url, productGuid);
}

function fileFields(file: ProductFile, url: string, productGuid: string | null) {
  return {
    id: String(file.id),
    filename: file.filename,
    size_bytes: integer(file.sizeBytes),
    content_type: file.contentType,
    permalink: optional(productGuid === null ? null : `${url}${permalinkPath(productGuid)}/${fileSegments(file)}`),
    url: optional(file.externalUrl),
    type: isStored(file) ? "download" : "link",
  };
}

export function productContent(product: ProductSummary, { account, url }: Presenting): Content {
  const address = `${url}/api/v2/products/${encodeURIComponent(product.sku)}`;
  return {
    id: String(product.id),
    sku: product.sku,
    name: product.name,
    price: amount(product.price),
    currency: currencyOf(product, account),
    order_count: integer(product.orderCount),
    download_count: integer(product.downloadCount),
    created_at: instant(product.createdAt),
    files_uri: `${address}/files`,
    downloads_uri: `${address}/downloads`,
  };
}

export function productStatsContent(product: ProductSummary, { account }: Presenting): Content {
  return {
    id: String(product.id),
    sku: product.sku,
    price: amount(product.price),
    currency: currencyOf(product, account),
    order_count: integer(product.orderCount),
    download_count: integer(product.downloadCount),
  };
}

export function downloadContent(download: RecordedDownload): Content {
  return {
    id: integer(download.id),
    filename: download.filename,
    product_sku: optional(download.sku),
    order_id: optional(download.orderId),
    order_item_id: optional(download.orderItemId === null ? null : String(download.orderItemId)),
    ip_address: download.ipAddress,
    downloaded_at: instant(download.downloadedAt),
    size_bytes: integer(download.sizeBytes),
  };
}

const currencyOf = (product: Product, account: Account) => product.currency ?? account.currency;

const orderAddress = (url: string, id: string) => `${url}/api/v2/orders/${encodeURIComponent(id)}`;

const fileSegments = ({ id, filename }: ProductFile) => `${id}/${encodeURIComponent(filename.toWellFormed())}`;
