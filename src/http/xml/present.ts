import type { ProductSummary } from "../../delivery/catalog/queries.ts";
import type { RecordedDownload } from "../../delivery/downloads/queries.ts";
import { isIntegerId } from "../../delivery/orders/creating/numbering.ts";
import { ownExpirationOf } from "../../delivery/orders/expiration.ts";
import type { OrderItem, OrderWithItems } from "../../delivery/orders/queries.ts";
import { itemPath, permalinkPath } from "../../platform/customer-paths.ts";
import { type Instant, writeInstant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Content, Typed } from "../write-xml.ts";

/** An absent value is an empty element that keeps its type (docs/reference/unversioned-interface.md, Answers and errors). */
const typed = (type: string, text: string | null | undefined): Typed => ({ type, text: text ?? null });

const integer = (value: number | null | undefined) => typed("integer", value?.toString());
/** A whole number of bytes as a float, `1024.0`. */
const float = (value: number) => typed("float", value.toFixed(1));
const instant = (value: Instant | null | undefined) =>
  typed("datetime", value === null || value === undefined ? null : writeInstant(value));
const orderId = (id: string): string | Typed => (isIntegerId(id) ? typed("integer", id) : id);

export function accountContent(
  account: Account,
  { url, apiKey, apiToken }: { url: string; apiKey: string; apiToken: string },
): Content {
  return {
    id: integer(account.id),
    name: account.name,
    email: account.email,
    billing_email: account.billingEmail,
    ecommerce_address: account.ecommerceAddress,
    url,
    payment_address: account.paymentAddress,
    order_expiration_in_hours: integer(account.orderExpirationInHours),
    download_limit_per_item: integer(account.downloadLimitPerItem),
    api_key: apiKey,
    api_token: apiToken,
  };
}

/** Without the `downloads`, which come last in a single item. */
export function itemContent(product: ProductSummary): Content {
  return {
    sku: product.sku,
    name: product.name,
    order_count: integer(product.orderCount),
    download_count: integer(product.downloadCount),
    guid: product.guid,
    permalink: permalinkPath(product.guid),
    created_at: instant(product.createdAt),
    filename: product.firstFile?.filename ?? "",
    size_bytes: integer(product.firstFile?.sizeBytes),
    content_type: product.firstFile?.contentType ?? "",
  };
}

export function downloadContent(download: RecordedDownload): Content {
  return {
    id: integer(download.id),
    item_sku: download.sku,
    ...(download.orderId === null ? {} : { order_id: orderId(download.orderId) }),
    ip_address: download.ipAddress,
    downloaded_at: instant(download.downloadedAt),
    size_bytes: float(download.sizeBytes),
  };
}

/**
 * Inside an order item: without `id` and `item_sku`, and the size under another name (docs/reference/unversioned-interface.md,
 * Downloads).
 */
export function itemDownloadContent(download: RecordedDownload): Content {
  return {
    ...(download.orderId === null ? {} : { order_id: orderId(download.orderId) }),
    ip_address: download.ipAddress,
    downloaded_at: instant(download.downloadedAt),
    size: float(download.sizeBytes),
  };
}

/** Without the `order_items`, which come last. */
export function orderContent(order: OrderWithItems): Content {
  return {
    id: orderId(order.publicId),
    title: order.title,
    first_name: order.firstName,
    last_name: order.lastName,
    email: order.email,
    item_count: integer(order.items.length),
    download_count: integer(order.downloadCount),
    expiration_date: instant(ownExpirationOf(order)),
    download_limit: integer(order.downloadLimit),
    created_at: instant(order.createdAt),
  };
}

/** Without the `downloads`, which come last in an item of a single order. */
export function orderItemContent(item: OrderItem, order: OrderWithItems): Content {
  return {
    sku: item.sku,
    item_name: item.productName,
    order_id: orderId(order.publicId),
    guid: item.guid,
    download_count: integer(item.downloadCount),
    link: itemPath(item.guid),
    downloads_remaining: integer(item.downloadsRemaining),
    created_at: instant(item.createdAt),
  };
}
