import { itemPath, orderPath } from "../../platform/customer-paths.ts";
import {
  distanceInWords,
  keysDueInWords,
  remainingInWords,
  remainingOfEachInWords,
  sizeInWords,
  timesInWords,
} from "../../platform/i18n/in-words.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import { filenameParts, unbroken } from "../../platform/i18n/line-breaks.ts";
import { fill, type Localization, localizationFor } from "../../platform/i18n/localization.ts";
import type { Instant } from "../../platform/instants.ts";
import { singleLine } from "../../platform/text.ts";
import { brandColors } from "../../store/accounts/brand-color.ts";
import { fallbackColor } from "../../store/accounts/fallback-color.ts";
import { mailtoLink, type Store } from "../../store/accounts/store.ts";
import { type Expiry, hoursWhileWaiting, isExpired } from "../orders/expiration.ts";
import {
  customerStateOf,
  type DeliveredItem,
  type Delivery,
  giverName,
  hasFiles,
  isBundleItself,
  isPartial,
  isUsedUp,
  isWaitingForFile,
  orderName,
} from "../orders/reading/customer-view.ts";

/** The language of the store's emails. */
export const languageOf = (store: Store): Language => store.language ?? "en";

/** `accent` is for text, `button` for backgrounds. Saved templates of stores use `buttonOnDark`. */
interface StoreColors {
  accent: string;
  accentOnDark: string;
  button: string;
  onButton: string;
  buttonEdge: string;
  buttonEdgeOnDark: string;
  buttonOnDark: string;
}

/** Everything that the templates of a delivery email can use. All texts are single lines, not escaped for HTML. */
export interface DeliveryContext {
  store: {
    name: string;
    url: string;
    logoUrl: string | null;
    /** Where customers find help, like the next two fields; null for none. */
    website: string | null;
    /** An email address. */
    contact: string | null;
    contactLink: string | null;
  } & StoreColors;
  customer: { firstName: string; lastName: string };
  /** Null for an order that is no gift. */
  gift: { giver: string /** Lines of the buyer's words; none if there are none. */; message: string[] } | null;
  order: {
    id: string;
    /** The store's order ID, which its customers know, or otherwise the id. */
    name: string;
    url: string;
    /** Such as `downloads and license keys`. */
    contents: string;
    /** A whole sentence. */
    expiry: string;
    /** License keys assigned so far. */
    keyCount: number;
    hasKeys: boolean;
    /** A sentence if license keys are still to come. */
    keysDue: string | null;
    /** `open`, `expired`, `used_up`, `waiting_for_key` or `waiting_for_file`. */
    state: string;
    /** Whether part of the order is still to come. */
    isPartial: boolean;
    /** Whether the order has no downloads left but has not expired. */
    isUsedUp: boolean;
    /** The store has just granted the customer's request for a renewal. */
    isRenewed: boolean;
    /** What the customer can do once the order has expired or is used up: `ask` the store, `renew` it, or, as paid access has `ended`, only pay. */
    renewal: string;
    /** Number of products that are not in `items`. */
    moreItems: number;
  };
  /** The first products. `order.moreItems` is the number of products that only the order's page shows. */
  items: {
    name: string;
    /** The name of its bundle, with its units if there are several, for the first product that it brought if the bundle is no item here itself; null otherwise. */
    bundle: string | null;
    /** A bundle brought it: it stands under the bundle. */
    inBundle: boolean;
    quantity: number;
    url: string;
    /** The product's cover; null for none. */
    coverUrl: string | null;
    /** Downloads left, if equal for all files. Null for an expired order. */
    limit: string | null;
    /** A sentence that says until when it gets new versions of its files; null without an end. */
    updates: string | null;
    /** The product has no file yet, and the item has no license key. */
    waiting: boolean;
    files: {
      name: string;
      /** A line may break between these parts. */
      nameParts: string[];
      /** The file's size, or where the link leads. */
      facts: string;
      /** Downloads left, if they differ between the item's files. */
      limit: string | null;
    }[];
    /** One per unit; only the first ones. `moreKeys` is the number of keys that only the order's page shows. */
    keys: string[];
    moreKeys: number;
    /** A sentence if license keys of the product are still to come. */
    keysDue: string | null;
  }[];
}

/** Maximum number of license keys of one product in a message: mail servers refuse large messages. */
const mostKeys = 100;

/** Maximum number of products in a message; also the limit for all their files and keys together. */
const mostItems = 100;
const mostLines = 500;

/** Describes an order for templates. */
export function deliveryContext(store: Store, delivery: Delivery, now: Instant): DeliveryContext {
  const local = localizationFor(languageOf(store));
  const items = firstItems(delivery.items);
  const expired = isExpired(delivery.expiresAt, now);
  return {
    store: {
      name: singleLine(store.name),
      url: store.url,
      logoUrl: store.logoUrl ?? null,
      website: store.website ?? null,
      contact: store.contact?.address ?? null,
      contactLink: store.contact ? mailtoLink(store.contact.address, orderName(delivery)) : null,
      ...colorsOf(store.brandColor ?? fallbackColor(store.name)),
    },
    customer: { firstName: singleLine(delivery.firstName), lastName: singleLine(delivery.lastName) },
    gift: giftContext(delivery, local),
    order: {
      id: singleLine(delivery.publicId),
      name: singleLine(orderName(delivery)),
      url: store.url + orderPath(delivery.guid),
      contents: contentsInWords(delivery, local),
      expiry: expiryInWords(delivery, now, local),
      keyCount: keyCount(delivery),
      hasKeys: keyCount(delivery) > 0,
      keysDue: keysDueInWords(allKeys(delivery.items), local),
      state: customerStateOf(delivery, now),
      isPartial: isPartial(delivery),
      isUsedUp: !expired && isUsedUp(delivery.items),
      isRenewed: delivery.isRenewed === true,
      renewal: delivery.renewal ?? "ask",
      moreItems: delivery.items.length - items.length,
    },
    items: items.map((item, index) => ({
      ...itemContext(store, item, { local, expired }),
      ...standingOf(item, items[index - 1], local),
    })),
  };
}

function standingOf(item: DeliveredItem, before: DeliveredItem | undefined, local: Localization) {
  const { bundle = null } = item;
  const inBundle = bundle !== null && !isBundleItself(item);
  const isFirst = inBundle && bundle.guid !== before?.bundle?.guid;
  return { bundle: isFirst ? singleLine(bundle.name) + timesInWords(bundle.quantity, local) : null, inBundle };
}

function giftContext({ gift }: Delivery, { language }: Localization): DeliveryContext["gift"] {
  if (!gift) return null;
  const lines = gift.message === "" ? [] : gift.message.split("\n");
  return { giver: singleLine(giverName(language, gift)), message: lines.map(singleLine) };
}

/** As many items as fit into a message, and at least one. */
function firstItems(items: DeliveredItem[]): DeliveredItem[] {
  let lines = 0;
  const end = items.findIndex(({ files, licenseKeys }, index) => {
    lines += files.length + Math.min(licenseKeys.length, mostKeys);
    return index > 0 && (index >= mostItems || lines > mostLines);
  });
  return end === -1 ? items : items.slice(0, end);
}

function colorsOf(brandColor: string): StoreColors {
  const colors = brandColors(brandColor);
  return {
    accent: colors.textOnLight,
    accentOnDark: colors.textOnDark,
    button: colors.fill,
    onButton: colors.onFill,
    buttonEdge: colors.edgeOnLight,
    buttonEdgeOnDark: colors.edgeOnDark,
    buttonOnDark: colors.textOnLight,
  };
}

const keyCount = ({ items }: Delivery) => items.reduce((sum, { licenseKeys }) => sum + licenseKeys.length, 0);

const allKeys = (items: DeliveredItem[]) => ({
  licenseKeys: items.flatMap(({ licenseKeys }) => licenseKeys),
  keysDue: items.reduce((sum, { keysDue }) => sum + keysDue, 0),
});

function contentsInWords(delivery: Delivery, { texts }: Localization): string {
  const { contents } = texts.email;
  const keys = keyCount(delivery);
  if (!hasFiles(delivery)) return (keys || allKeys(delivery.items).keysDue) === 1 ? contents.key : contents.keys;
  if (keys === 0) return contents.downloads;
  return keys === 1 ? contents.downloadsAndKey : contents.downloadsAndKeys;
}

function itemContext(
  store: Store,
  item: DeliveredItem,
  { local, expired }: { local: Localization; expired: boolean },
): Omit<DeliveryContext["items"][number], "bundle" | "inBundle"> {
  const { updatesUntil = null } = item;
  const [first] = item.files;
  const alike = item.files.every((file) => file.remaining === first?.remaining);
  const inWords = item.files.length === 1 ? remainingInWords : remainingOfEachInWords;
  return {
    name: singleLine(item.productName),
    quantity: item.quantity,
    // This opens a page even for a file, so that mail scanners use up no downloads.
    url: `${store.url}${itemPath(item.guid)}?page`,
    coverUrl: item.coverPath ? store.url + item.coverPath : null,
    limit: first && alike && !expired ? inWords(first, local) : null,
    updates: updatesUntil && fill(local.texts.item.updatesUntil, { date: local.instant(updatesUntil) }),
    waiting: isWaitingForFile(item),
    files: item.files.map((file) => ({
      name: singleLine(file.filename),
      nameParts: filenameParts(singleLine(file.filename)),
      facts:
        file.opensAt === null
          ? (sizeInWords(file, local) ?? "PDF")
          : fill(local.texts.file.opensAt, { host: file.opensAt }),
      limit: alike || expired ? null : unbroken(remainingInWords(file, local)),
    })),
    keys: item.licenseKeys.slice(0, mostKeys),
    moreKeys: Math.max(0, item.licenseKeys.length - mostKeys),
    keysDue: keysDueInWords(item, local),
  };
}

/** When links end, as a sentence. */
export function expiryInWords(expiry: Expiry, now: Instant, local: Localization): string {
  const { never, past, until, fromFirstDownload } = local.texts.email.expiry;
  const hours = hoursWhileWaiting(expiry);
  if (hours !== null) return fill(fromFirstDownload, { duration: local.duration(hours) });
  const { expiresAt } = expiry;
  if (expiresAt === null) return never;
  const date = local.instant(expiresAt);
  return isExpired(expiresAt, now)
    ? fill(past, { date })
    : fill(until, { date, distance: distanceInWords(Math.max(expiresAt - now, 60_000), local) });
}
