import type { Reader } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import { inSlices } from "../../../platform/database/slices.ts";
import { readableAddress } from "../../../platform/email-address.ts";
import { giveWay } from "../../../platform/give-way.ts";
import { coverUrl } from "../../catalog/covers.ts";
import { hostOf } from "../../catalog/external-urls.ts";
import { linkedFileColumns } from "../../catalog/files.ts";
import { filesUntil } from "../../catalog/files-until.ts";
import { fileCounts } from "../../catalog/products-with-files.ts";
import type { Product, ProductFile } from "../../catalog/queries.ts";
import { stampedFormat } from "../../catalog/stamps.ts";
import { getsKeys, keysOfOrderItems, productsWithKeys } from "../../licenses/queries.ts";
import { allowanceOf, type ItemLimits, itemLimitColumns, remainingOf } from "../download-allowance.ts";
import { hoursWhileWaiting } from "../expiration.ts";
import { liveItems, liveOrders } from "../live-rows.ts";
import { type Order, orderColumns } from "../order-columns.ts";
import type { OrderItem } from "../queries.ts";
import { stopOf } from "../stop-reasons.ts";
import { totalOf } from "../total.ts";
import type { DeliveredFile, DeliveredGift, DeliveredItem, Delivery, OrderedProduct } from "./customer-view.ts";

/** What the customer of the order (row number, not the public order id) gets; null if it was deleted. */
export async function loadDelivery(reader: Reader, orderId: number): Promise<Delivery | null> {
  const [order] = await orderOf(reader, { orderId });
  if (!order) return null;

  const isGift = order.recipientEmail !== null;
  const all = inSequence(await itemsOf(reader, { orderId }));
  const items = all.filter(({ revokedAt }) => revokedAt === null);
  const files = await filesOfItems(reader, items, order);
  const keys = await keysOfOrderItems(reader, items);
  const lacking = items.filter((item) => item.keysAssigned < item.quantity);
  const withKeys = await productsWithKeys(
    reader,
    lacking.map((item) => item.productId),
  );

  const contained = new Set(all.map(({ bundleItemId }) => bundleItemId));
  const named = all
    .filter(({ id }) => contained.has(id))
    .map(({ id, guid, productName, quantity }) => [id, { guid, name: productName, quantity }] as const);
  const bundles = new Map(named);
  const places = new Map(all.map(({ id }, place) => [id, place]));
  const standing = ({ id, bundleItemId }: ItemRow) => ({
    bundle: bundles.get(bundleItemId ?? id) ?? null,
    place: places.get(id) ?? 0,
  });
  const emptyBundles: OrderedProduct[] = [];
  const delivered: DeliveredItem[] = [];
  for (const item of items) {
    await giveWay();
    const lacks = getsKeys(item, withKeys) ? Math.max(0, item.quantity - item.keysAssigned) : 0;
    const its = files.get(item.id) ?? [];
    const isBare = its.length === 0 && item.keysAssigned === 0;
    // The customer sees the bundle's contents under its name, without an empty card for the bundle.
    const product: OrderedProduct = {
      guid: item.guid,
      sku: item.sku,
      productName: item.productName,
      coverPath: coverUrl("", { id: item.productId, coverSha256: item.coverSha256 }),
      quantity: item.quantity,
      // The bundle's price includes its contents. A recipient sees no price of a gift.
      price: item.bundleItemId === null && !isGift ? item.price : null,
    };
    if (contained.has(item.id) && isBare && lacks === 0) {
      emptyBundles.push(product);
      continue;
    }
    delivered.push({
      ...product,
      ...standing(item),
      updatesUntil: item.updatesUntil,
      files: its,
      licenseKeys: keys.get(item.id) ?? [],
      keysDue: order.test === 1 ? 0 : lacks,
      isKeyOmitted: order.test === 1 && lacks > 0,
      isBeforeKeys: isBare && withKeys.has(item.productId) && !getsKeys(item, withKeys),
    });
  }
  return {
    guid: order.guid,
    publicId: order.publicId,
    vendorId: order.vendorId,
    title: order.title,
    ...holderOf(order),
    createdAt: order.createdAt,
    language: order.language,
    total: isGift ? null : totalOf(all),
    currency: order.currency,
    invoiceUrl: isGift ? null : order.invoiceUrl,
    expiresAt: order.expiresAt,
    hoursFromFirstDownload: hoursWhileWaiting(order),
    stop: stopOf(order),
    emailWaits: order.emailWaits === 1,
    isTest: order.test === 1,
    deliverAt: order.deliverAt,
    gift: giftOf(order),
    items: delivered,
    bundles: emptyBundles,
    withdrawn: all
      .filter(({ revokedAt }) => revokedAt !== null)
      .map((item) => ({ guid: item.guid, productName: item.productName, ...standing(item) })),
  };
}

/** The order's sequence, in which what a bundle brought follows the bundle: it may have been added long after. */
const inSequence = (items: ItemRow[]): ItemRow[] =>
  items.toSorted((a, b) => (a.bundleItemId ?? a.id) - (b.bundleItemId ?? b.id) || a.id - b.id);

function holderOf({ recipientEmail, recipientName, firstName, lastName, email }: Order) {
  if (recipientEmail === null) return { firstName, lastName, email };
  return { firstName: recipientName ?? "", lastName: "", email: recipientEmail };
}

const giftOf = ({ recipientEmail, firstName, lastName, email, giftMessage }: Order): DeliveredGift | null =>
  recipientEmail === null
    ? null
    : { giver: { firstName, lastName, address: readableAddress(email) }, message: giftMessage ?? "" };

const orderOf = prepared<{ orderId: number }, Order>((db, { orderId }) =>
  liveOrders(db).select(orderColumns).where("id", "=", orderId),
);

const itemsOf = prepared<{ orderId: number }, ItemRow>((db, { orderId }) =>
  liveItems(db)
    .select(["item.id", "item.guid", "item.quantity"])
    .select(itemLimitColumns)
    .select(["item.product_id as productId", "item.keys_assigned as keysAssigned", "item.price"])
    .select(["product.sku", "product.name as productName", "product.cover_sha256 as coverSha256"])
    .select(["item.revoked_at as revokedAt", "item.bundle_item_id as bundleItemId"])
    .select(["item.updates_until as updatesUntil", "product.stamp as storedStamp"])
    .where("item.order_id", "=", orderId)
    .orderBy("item.id"),
);

interface ItemRow extends OrderedItem, Pick<Product, "storedStamp"> {}

type OrderedItem = Pick<
  OrderItem,
  | "id"
  | "guid"
  | "quantity"
  | "productId"
  | "keysAssigned"
  | "price"
  | "revokedAt"
  | "bundleItemId"
  | "updatesUntil"
  | "sku"
  | "productName"
  | "coverSha256"
  | keyof ItemLimits
>;

/** The files of each item (row number), in order. */
async function filesOfItems(
  reader: Reader,
  items: ItemRow[],
  order: { downloadLimit: number | null },
): Promise<Map<number, DeliveredFile[]>> {
  const files = new Map<number, DeliveredFile[]>();
  const counts = await countFiles(reader, items);
  const read = async (slice: typeof items) => {
    const rows = Map.groupBy(await filesOf(reader, slice), (file) => file.itemId);
    for (const item of slice) {
      const { updatesUntil: until, storedStamp } = item;
      const delivered = await filesUntil(reader, rows.get(item.id) ?? [], { until, storedStamp });
      const its = delivered.map((file) => ({
        id: file.id,
        filename: file.filename,
        sizeBytes: file.sizeBytes,
        awaitsStamp: storedStamp !== null && stampedFormat(file) !== null,
        contentType: file.contentType,
        opensAt: file.externalUrl === null ? null : hostOf(file.externalUrl),
        remaining: remainingOf(allowanceOf(item, order, file.sizeBytes), file.taken ?? 0),
        update: file.updatedAt === null ? null : { at: file.updatedAt, note: file.versionNote },
      }));
      files.set(item.id, its);
    }
  };
  await inSlices(items, read, undefined, ({ productId }) => 1 + (counts.get(productId) ?? 0));
  return files;
}

/** A product can have 1,000 files and links, and counting one costs less than reading it. */
const productWeight = 5;

/** The number of files of each item's product, by the product's row number. */
async function countFiles(reader: Reader, items: { productId: number }[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  const read = async (slice: { productId: number }[]) => {
    const ids = slice.map(({ productId }) => productId);
    for (const [id, count] of await fileCounts(reader, ids)) counts.set(id, count);
  };
  await inSlices(items, read, undefined, () => productWeight);
  return counts;
}

const filesOf = (reader: Reader, items: { id: number }[]) =>
  filesOfItemsWithIds(reader, { ids: JSON.stringify(items.map(({ id }) => id)) });

/** Crosses domains: one query finds the files of an order and what is left of each. */
const filesOfItemsWithIds = prepared<{ ids: string }, FileRow>((db, { ids }) =>
  db
    .selectFrom("order_items as item")
    .innerJoin("product_files as attached", "attached.product_id", "item.product_id")
    .innerJoin("files as file", "file.id", "attached.file_id")
    .leftJoin("allowances as allowance", (join) =>
      join.onRef("allowance.order_item_id", "=", "item.id").onRef("allowance.file_id", "=", "file.id"),
    )
    .select(["item.id as itemId", "allowance.taken"])
    .select(linkedFileColumns)
    .where("item.id", "in", valueSet(db, "integer", ids))
    .orderBy("attached.position"),
);

interface FileRow extends ProductFile {
  itemId: number;
  taken: number | null;
}
