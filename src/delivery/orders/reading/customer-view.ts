import type { Language } from "../../../platform/i18n/languages.ts";
import { fullName } from "../../../platform/i18n/names.ts";
import type { CustomerState } from "../../../platform/i18n/text-types.ts";
import type { Instant } from "../../../platform/instants.ts";
import { shopNumber } from "../../../platform/shops.ts";
import type { Store } from "../../../store/accounts/store.ts";
import { isExpired } from "../expiration.ts";
import type { StopReason } from "../stop-reasons.ts";

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

/** One product of an order, as the customer bought it. */
export interface OrderedProduct {
  /** Identifier in the item's link. */
  guid: string;
  sku: string;
  productName: string;
  /** Path of the product's cover; null or absent if it has none. */
  coverPath?: string | null;
  quantity: number;
  /** Price of one unit; null or absent if unknown. */
  price?: number | null;
}

/** Where a product stands in its order. */
interface Standing {
  /** The bundle that brought it, or that it is itself; null or absent otherwise. */
  bundle?: { guid: string; name: string; quantity: number } | null;
  /** Its number in the order's sequence, among delivered and withdrawn products; absent where none are withdrawn. */
  place?: number;
}

/** One product of an order, as the customer gets it. */
export interface DeliveredItem extends OrderedProduct, Standing {
  /** Until when it gets new versions of its files; null or absent for no end. */
  updatesUntil?: Instant | null;
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
  /** The buyer. `giverName` names them. */
  giver: { firstName: string; lastName: string; address: string };
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
  /** True in the email that tells the customer of a renewal that the store has granted. */
  isRenewed?: boolean;
  /** In the email of an order that does not work now: what its customer can do. Absent: `ask`. */
  renewal?: "ask" | "renew" | "ended";
  /** The gift; the names and the address above are then the recipient's. Null for an order that is not a gift. */
  gift?: DeliveredGift | null;
  /** In the order's sequence. The products of a bundle are together, at the place of the bundle. */
  items: DeliveredItem[];
  /** Bundles whose only deliveries are their contents, which are in `items`; absent for none. */
  bundles?: OrderedProduct[];
  /** Products that the store has withdrawn; absent for none. */
  withdrawn?: WithdrawnItem[];
}

/** A product of an order that the store has withdrawn. */
export interface WithdrawnItem extends Pick<OrderedProduct, "guid" | "productName">, Standing {}

/** The item is the bundle itself, with files or license keys of its own. */
export const isBundleItself = ({ guid, bundle }: Pick<DeliveredItem, "guid" | "bundle">): boolean =>
  bundle?.guid === guid;

/** The order's name for customers: the shop's number, or the store's order ID, or otherwise the order id. */
export const orderName = ({ publicId, vendorId, title }: Pick<Delivery, "publicId" | "vendorId" | "title">): string =>
  shopNumber({ vendorId, title }) ?? vendorId ?? publicId;

/** The name of a gift's giver as the language writes it, or otherwise the address. */
export const giverName = (language: Language, { giver }: DeliveredGift): string =>
  fullName(language, giver) || giver.address;

/** The store for the customer of an order: in the order's language, if it has one. */
export const storeFor = (store: Store, { language }: Pick<Delivery, "language">): Store =>
  language === null ? store : { ...store, language };

/** True if there are files and none can be downloaded now. */
export function isUsedUp(items: Pick<DeliveredItem, "files">[]): boolean {
  const hasSome = items.some(({ files }) => files.length > 0);
  return hasSome && items.every(({ files }) => files.every(({ remaining }) => remaining === 0));
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

/** Whether the order has files, or some are to come. False for license keys alone. */
export const hasFiles = ({ items }: Pick<Delivery, "items">): boolean =>
  items.some((item) => item.files.length > 0 || isWaitingForFile(item));

/** Whether part of the order is still to come. */
export const isPartial = ({ items }: Pick<Delivery, "items">): boolean =>
  items.some((item) => item.keysDue > 0 || isWaitingForFile(item));

/**
 * Whether the customer can use the order, and why not. If there is nothing to download: `waiting_for_key` if license
 * keys are to come, otherwise `waiting_for_file` or `used_up`; `isPartial` says whether a file is to come. An order with
 * license keys is `open` until its files are used up.
 */
export function customerStateOf(
  { expiresAt, items }: Pick<Delivery, "expiresAt" | "items">,
  now: Instant,
): CustomerState {
  if (isExpired(expiresAt, now)) return "expired";
  const waitsForKeys = items.some(({ keysDue }) => keysDue > 0);
  if (isUsedUp(items)) return waitsForKeys ? "waiting_for_key" : "used_up";
  const isBare = items.every(({ files, licenseKeys }) => files.length === 0 && licenseKeys.length === 0);
  if (!isBare) return "open";
  return waitsForKeys ? "waiting_for_key" : "waiting_for_file";
}
