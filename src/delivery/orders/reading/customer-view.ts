import type { Reader } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import { inSlices } from "../../../platform/database/slices.ts";
import { readableAddress } from "../../../platform/email-address.ts";
import { giveWay } from "../../../platform/give-way.ts";
import type { Language } from "../../../platform/i18n/languages.ts";
import type { CustomerState } from "../../../platform/i18n/text-types.ts";
import type { Instant } from "../../../platform/instants.ts";
import { shopNumber } from "../../../platform/shops.ts";
import type { Store } from "../../../store/accounts/store.ts";
import { coverUrl } from "../../catalog/covers.ts";
import { hostOf } from "../../catalog/external-urls.ts";
import { linkedFileColumns } from "../../catalog/files.ts";
import { filesUntil } from "../../catalog/files-until.ts";
import { fileCounts } from "../../catalog/products-with-files.ts";
import type { Product, ProductFile } from "../../catalog/queries.ts";
import { stampedFormat } from "../../catalog/stamps.ts";
import { getsKeys, keysOfOrderItems, productsWithKeys } from "../../licenses/queries.ts";
import { allowanceOf, type ItemLimits, itemLimitColumns, remainingOf } from "../download-allowance.ts";
import { hoursWhileWaiting, isExpired } from "../expiration.ts";
import { liveItems, liveOrders } from "../live-rows.ts";
import { type Order, orderColumns } from "../order-columns.ts";
import type { OrderItem } from "../queries.ts";
import { type StopReason, stopOf } from "../stop-reasons.ts";
import { totalOf } from "../total.ts";

/** A file or external link of an order item, as the customer gets it. */
export interface DeliveredFile {
  id: number;
  filename: string;
  sizeBytes: number;
  /** The order gets a stamped copy, whose size differs a little and is not known. */
  awaitsStamp?: boolean;
  contentType: string;
  /** Host name of an external link; null for a file. */
  opensAt: string | null;
  /** Downloads left; null for unlimited. */
  remaining: number | null;
  /** When its content last changed, and what is new; null or absent if it has not changed. */
  update?: { at: Instant; note: string } | null;
}

/** One product of an order, as the customer gets it. */
export interface DeliveredItem {
  /** Identifier in the item's link. */
  guid: string;
  sku: string;
  productName: string;
  /** Path of the product's cover; null or absent if it has none. */
  coverPath?: string | null;
  quantity: number;
  /** The bundle that brought it, if that has nothing of its own to deliver; null or absent otherwise. */
  bundle?: { guid: string; name: string } | null;
  /** Until when it gets new versions of its files; null or absent for no end. */
  updatesUntil?: Instant | null;
  /** Price of one unit; null or absent if unknown. */
  price?: number | null;
  files: DeliveredFile[];
  /** At most one per unit; fewer while the product's pool is empty, none for a product without keys. */
  licenseKeys: string[];
  /** Units whose license key is still to come, by email. */
  keysDue: number;
  /** The product has license keys, but the order is a test, which takes none. */
  isKeyOmitted?: boolean;
  /** There are no files, and the product has license keys only for later orders: nothing follows. */
  isBeforeKeys?: boolean;
}

/** The gift details of an order, for its recipient. */
export interface DeliveredGift {
  /** The buyer's name, or otherwise address. */
  giver: string;
  /** The buyer's message, perhaps in several lines; may be empty. */
  message: string;
}

/** An order as its page and its delivery email show it. */
export interface Delivery {
  /** Identifier in the order's link. */
  guid: string;
  /** The order's ID as shown in the interfaces, such as `10000001` or `M-1001`. */
  publicId: string;
  /** The store's order ID, which its customers know; null for none. */
  vendorId: string | null;
  title: string;
  firstName: string;
  lastName: string;
  email: string;
  createdAt: Instant;
  /** The language for the customer; null for the account's. */
  language: Language | null;
  /** Sum of all prices times quantities, without withdrawn products; null if no item has a price. */
  total: number | null;
  /** ISO 4217; null for the account's. */
  currency: string | null;
  /** The shop's invoice, https; null for none. */
  invoiceUrl: string | null;
  /** Null if the links never expire, or if the time starts with the first download. */
  expiresAt: Instant | null;
  /** Hours for which the links work after the first download; null unless the order waits for its first download. */
  hoursFromFirstDownload: number | null;
  /** Null unless the order is on hold or revoked; then the customer gets nothing. */
  stop: StopReason | null;
  /** Whether an email will follow once a stopped order delivers again. */
  emailWaits: boolean;
  /** When a gift is delivered; null or absent: at once. */
  deliverAt?: Instant | null;
  /** True for a test, whose emails go to the store's owner. */
  isTest?: boolean;
  /** The gift; the names and the address above are then the recipient's. Null for an order that is not a gift. */
  gift?: DeliveredGift | null;
  /** First the products that stand alone, then those of each bundle together. */
  items: DeliveredItem[];
  /** Identifiers in the links of bundles whose only deliveries are their contents, which are in `items`; absent for none. */
  bundles?: string[];
  /** Products that the store has withdrawn; absent for none. */
  withdrawn?: Pick<DeliveredItem, "guid" | "productName">[];
}

/** The order's name for customers: the shop's number, or the store's order ID, or otherwise the order id. */
export const orderName = ({ publicId, vendorId, title }: Pick<Delivery, "publicId" | "vendorId" | "title">): string =>
  shopNumber({ vendorId, title }) ?? vendorId ?? publicId;

/** The store for the customer of an order: in the order's language, if it has one. */
export const storeFor = (store: Store, { language }: Pick<Delivery, "language">): Store =>
  language === null ? store : { ...store, language };

/** True if there are files and none can be downloaded now. */
export function isUsedUp(items: Pick<DeliveredItem, "files">[]): boolean {
  const hasFiles = items.some(({ files }) => files.length > 0);
  return hasFiles && items.every(({ files }) => files.every(({ remaining }) => remaining === 0));
}

/** The product has no file yet, and the item has no license key. */
export const isWaitingForFile = ({
  files,
  licenseKeys,
  keysDue,
  isKeyOmitted,
  isBeforeKeys,
}: Pick<DeliveredItem, "files" | "licenseKeys" | "keysDue" | "isKeyOmitted" | "isBeforeKeys">): boolean =>
  files.length === 0 && licenseKeys.length === 0 && keysDue === 0 && !isKeyOmitted && !isBeforeKeys;

/** Whether part of the order is still to come. */
export const isPartial = ({ items }: Pick<Delivery, "items">): boolean =>
  items.some((item) => item.keysDue > 0 || isWaitingForFile(item));

/**
 * Whether the customer can use the order, and why not. If there is nothing to download: `waiting_for_key` if license
 * keys are to come, otherwise `waiting_for_file` or `used_up`; `isPartial` says whether a file is to come. An order with
 * license keys is `open` until its files are used up, and so is a test order that takes no keys.
 */
export function customerStateOf(
  { expiresAt, items }: Pick<Delivery, "expiresAt" | "items">,
  now: Instant,
): CustomerState {
  if (isExpired(expiresAt, now)) return "expired";
  const waitsForKeys = items.some(({ keysDue }) => keysDue > 0);
  if (isUsedUp(items)) return waitsForKeys ? "waiting_for_key" : "used_up";
  const isBare = items.every(
    ({ files, licenseKeys, isKeyOmitted }) => files.length === 0 && licenseKeys.length === 0 && !isKeyOmitted,
  );
  if (!isBare) return "open";
  return waitsForKeys ? "waiting_for_key" : "waiting_for_file";
}

/** What the customer of the order (row number, not the public order id) gets; null if it was deleted. */
export async function loadDelivery(reader: Reader, orderId: number): Promise<Delivery | null> {
  const [order] = await orderOf(reader, { orderId });
  if (!order) return null;

  const isGift = order.recipientEmail !== null;
  const all = await itemsOf(reader, { orderId });
  const items = all.filter(({ revokedAt }) => revokedAt === null);
  const files = await filesOfItems(reader, items, order);
  const keys = await keysOfOrderItems(reader, items);
  const lacking = items.filter((item) => item.keysAssigned < item.quantity);
  const withKeys = await productsWithKeys(
    reader,
    lacking.map((item) => item.productId),
  );

  const bundles = new Set(items.map(({ bundleItemId }) => bundleItemId));
  const emptyBundles = new Map<number, { guid: string; name: string }>();
  const delivered: DeliveredItem[] = [];
  for (const item of items) {
    await giveWay();
    const lacks = getsKeys(item, withKeys) ? Math.max(0, item.quantity - item.keysAssigned) : 0;
    const its = files.get(item.id) ?? [];
    const isBare = its.length === 0 && item.keysAssigned === 0;
    // The customer sees the bundle's contents under its name, without an empty card for the bundle.
    if (bundles.has(item.id) && isBare && lacks === 0) {
      emptyBundles.set(item.id, { guid: item.guid, name: item.productName });
      continue;
    }
    delivered.push({
      guid: item.guid,
      sku: item.sku,
      productName: item.productName,
      coverPath: coverUrl("", { id: item.productId, coverSha256: item.coverSha256 }),
      quantity: item.quantity,
      bundle: item.bundleItemId === null ? null : (emptyBundles.get(item.bundleItemId) ?? null),
      updatesUntil: item.updatesUntil,
      // The bundle's price includes its contents. A recipient sees no price of a gift.
      price: item.bundleItemId === null && !isGift ? item.price : null,
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
    total: isGift ? null : totalOf(items),
    currency: order.currency,
    invoiceUrl: isGift ? null : order.invoiceUrl,
    expiresAt: order.expiresAt,
    hoursFromFirstDownload: hoursWhileWaiting(order),
    stop: stopOf(order),
    emailWaits: order.emailWaits === 1,
    isTest: order.test === 1,
    deliverAt: order.deliverAt,
    gift: giftOf(order),
    items: inBundles(delivered),
    bundles: [...emptyBundles.values()].map(({ guid }) => guid),
    withdrawn: all.filter(({ revokedAt }) => revokedAt !== null),
  };
}

/** Nothing that stands alone follows a bundle's name, as if it were in the bundle. */
const inBundles = (items: DeliveredItem[]): DeliveredItem[] => {
  const groups = Map.groupBy(items, ({ bundle }) => bundle?.guid ?? null);
  return [...(groups.get(null) ?? []), ...[...groups].flatMap(([guid, its]) => (guid === null ? [] : its))];
};

function holderOf({ recipientEmail, recipientName, firstName, lastName, email }: Order) {
  if (recipientEmail === null) return { firstName, lastName, email };
  return { firstName: recipientName ?? "", lastName: "", email: recipientEmail };
}

const giftOf = ({ recipientEmail, firstName, lastName, email, giftMessage }: Order): DeliveredGift | null =>
  recipientEmail === null
    ? null
    : { giver: `${firstName} ${lastName}`.trim() || readableAddress(email), message: giftMessage ?? "" };

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
