import type { ProductSummary } from "../../delivery/catalog/queries.ts";
import {
  type DownloadScope,
  downloadsAtOnce,
  nextDownloads,
  type RecordedDownload,
} from "../../delivery/downloads/queries.ts";
import type { OrderWithItems } from "../../delivery/orders/queries.ts";
import { inBatches } from "../../platform/database/batches.ts";
import type { Reader } from "../../platform/database/database.ts";
import { giveWay, nextTurn, turnIsOver } from "../../platform/give-way.ts";
import { closeElement, element, openElement } from "../write-xml.ts";
import { downloadContent, itemContent, itemDownloadContent, orderContent, orderItemContent } from "./present.ts";

/** A document in pieces, produced as fast as the client reads. */
export type Pieces = AsyncGenerator<string>;

/** Approximate characters of a piece. */
const pieceLength = 4_096;

/**
 * An array element with all rows of `batches`, each written by `write`, long rows in parts. The first piece contains
 * rows, so that a failing query leads to an error response, not a truncated document.
 */
export async function* list<Row>(
  name: string,
  batches: Iterable<Row[]> | AsyncIterable<Row[]>,
  write: (row: Row) => string | Iterable<string>,
): Pieces {
  let piece = `<${name} type="array">`;
  for await (const rows of batches) {
    for (const row of rows) {
      const written = write(row);
      for (const part of typeof written === "string" ? [written] : written) {
        piece += part;
        if (turnIsOver()) await nextTurn();
        if (piece.length < pieceLength) continue;
        yield piece;
        piece = "";
      }
    }
  }
  yield piece + closeElement(name);
}

/** All downloads of the scope, newest first, in batches. */
export function allDownloads(reader: Reader, scope: DownloadScope): AsyncGenerator<RecordedDownload[]> {
  return inBatches(({ last }) => nextDownloads(reader, scope, last?.id), downloadsAtOnce);
}

/** A single item, with its downloads. */
export async function* itemDocument(
  reader: Reader,
  product: ProductSummary,
  { withDownloads }: { withDownloads: boolean },
): Pieces {
  yield openElement("item", itemContent(product));
  const scope = { accountId: product.accountId, productId: product.id };
  const downloads = !withDownloads || product.downloadCount === 0 ? [] : allDownloads(reader, scope);
  yield* list("downloads", downloads, (download) => element("download", downloadContent(download)));
  yield closeElement("item");
}

/** A single order, with its items and their downloads. */
export async function* orderDocument(reader: Reader, order: OrderWithItems): Pieces {
  let piece = `${openElement("order", orderContent(order))}<order_items type="array">`;
  const downloads = await fewDownloads(reader, order);
  for (const item of order.items) {
    piece += openElement("order_item", orderItemContent(item, order));
    await giveWay();
    if (item.downloadCount > 0) {
      yield piece;
      const ofItem = downloads ? [downloads.get(item.id) ?? []] : downloadsOfItem(reader, order, item.id);
      yield* list("downloads", ofItem, (download) => element("download", itemDownloadContent(download)));
      piece = "";
    } else {
      piece += `<downloads type="array">${closeElement("downloads")}`;
    }
    piece += closeElement("order_item");
  }
  yield `${piece}${closeElement("order_items")}${closeElement("order")}`;
}

/** Most downloads of an order to keep in memory. */
const few = 10_000;

/** The order's downloads by item, newest first; null if there are more than a few. */
async function fewDownloads(reader: Reader, order: OrderWithItems): Promise<Map<number, RecordedDownload[]> | null> {
  if (order.downloadCount > few) return null;
  const byItem = new Map(order.items.map(({ id }): [number, RecordedDownload[]] => [id, []]));
  if (order.downloadCount === 0) return byItem;
  for await (const downloads of downloadsOfOrder(reader, order)) {
    for (const download of downloads) byItem.get(download.orderItemId ?? 0)?.push(download);
  }
  return byItem;
}

/** Newest first, in batches. A batch may be empty, because the order's other downloads are skipped step by step. */
export async function* downloadsOfItem(
  reader: Reader,
  order: Pick<OrderWithItems, "id" | "accountId">,
  itemId: number,
): AsyncGenerator<RecordedDownload[]> {
  for await (const downloads of downloadsOfOrder(reader, order)) {
    yield downloads.filter(({ orderItemId }) => orderItemId === itemId);
  }
}

const downloadsOfOrder = (reader: Reader, { id, accountId }: Pick<OrderWithItems, "id" | "accountId">) =>
  allDownloads(reader, { accountId, orderId: id });

/** An order in a list, in parts, with its items but without their downloads. */
export function* orderInList(order: OrderWithItems): Generator<string> {
  yield `${openElement("order", orderContent(order))}<order_items type="array">`;
  for (const item of order.items) yield element("order_item", orderItemContent(item, order));
  yield closeElement("order_items") + closeElement("order");
}
