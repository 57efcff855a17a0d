import type { ProductSummary } from "../../catalog/products.ts";
import { inBatches } from "../../database/batches.ts";
import type { Reader } from "../../database/database.ts";
import { type DownloadScope, listDownloads, type RecordedDownload } from "../../downloads/search.ts";
import type { OrderWithItems } from "../../orders/orders.ts";
import {
  closeElement,
  downloadContent,
  element,
  itemContent,
  itemDownloadContent,
  openElement,
  orderContent,
  orderItemContent,
} from "./write.ts";

/** A document in pieces, made as fast as the client reads. */
export type Pieces = AsyncGenerator<string>;

/**
 * An array element with whatever `batches` brings, each row written by `write`. The first piece holds the first batch,
 * so that a list that cannot be read at all is an error answer and not a document that breaks off.
 */
export async function* list<Row>(name: string, batches: AsyncIterable<Row[]>, write: (row: Row) => string): Pieces {
  let opening = `<${name} type="array">`;
  for await (const rows of batches) {
    yield opening + rows.map(write).join("");
    opening = "";
  }
  yield opening + closeElement(name);
}

/** All downloads of the scope, newest first, in batches. */
export function allDownloads(reader: Reader, scope: DownloadScope): AsyncGenerator<RecordedDownload[]> {
  return inBatches(({ last, limit }) => listDownloads(reader, scope, { beforeId: last?.id, limit }));
}

/** A single item: with its downloads. */
export async function* itemDocument(reader: Reader, product: ProductSummary): Pieces {
  yield openElement("item", itemContent(product));
  const downloads = allDownloads(reader, { accountId: product.account_id, productId: product.id });
  yield* list("downloads", downloads, (download) => element("download", downloadContent(download)));
  yield closeElement("item");
}

/** A single order: with its items and their downloads. */
export async function* orderDocument(reader: Reader, order: OrderWithItems): Pieces {
  yield openElement("order", orderContent(order));
  yield `<order_items type="array">`;
  for (const item of order.items) {
    yield openElement("order_item", orderItemContent(item, order));
    const downloads = allDownloads(reader, { accountId: order.account_id, orderItemId: item.id });
    yield* list("downloads", downloads, (download) => element("download", itemDownloadContent(download)));
    yield closeElement("order_item");
  }
  yield closeElement("order_items");
  yield closeElement("order");
}

/** An order in a list: with its items, without their downloads. */
export function orderInList(order: OrderWithItems): string {
  const items = order.items.map((item) => element("order_item", orderItemContent(item, order)));
  return [
    openElement("order", orderContent(order)),
    `<order_items type="array">`,
    ...items,
    closeElement("order_items"),
    closeElement("order"),
  ].join("");
}
