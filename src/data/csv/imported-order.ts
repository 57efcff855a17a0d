import type { Product } from "../../delivery/catalog/queries.ts";
import { isExpired } from "../../delivery/orders/expiration.ts";
import type { Gift } from "../../delivery/orders/gifts/gift.ts";
import { currencyOf, priceIn } from "../../delivery/orders/order-lines.ts";
import { totalOf } from "../../delivery/orders/total.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import { fractionDigits } from "../../platform/money.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { MatchedItem } from "./imported-contents.ts";
import { importedStop, revokedAmong, stopContradictions } from "./imported-stops.ts";
import type { ImportedOrder } from "./insert-orders.ts";
import type { WrongCell } from "./kind.ts";
import type { OrderCells } from "./order-cells.ts";

/** Whether an order is expired according to its `status`; null for any other word. */
export function saysExpired(status: string): boolean | null {
  if (status === "expired") return true;
  return ["open", "current", "active"].includes(status) ? false : null;
}

/**
 * An ID that the caller chose is also the store's order ID (docs/store/import-export.md, Columns). Exports write both: an empty one
 * is none.
 */
export const vendorIdOf = ({ vendor_id, id, download_url }: Partial<OrderCells>) =>
  vendor_id ?? (download_url === undefined ? id : undefined);

/** Whether there is one number for several SKUs, so that the share of each is unknown. */
export function hasUnclearCount(value: OrderCells, items: MatchedItem[]): boolean {
  const { download_count: count = [], item_downloads, downloads_remaining } = value;
  if (item_downloads !== undefined || downloads_remaining !== undefined) return false;
  return items.length > 1 && count.length === 1 && count[0] !== 0;
}

/** The cells that contradict other cells of the row. */
export function contradictions(account: Account, value: OrderCells, items: MatchedItem[]): WrongCell[] {
  const wrong: WrongCell[] = [];
  for (const field of ["download_count", "item_downloads", "downloads_remaining", "license_keys"] as const) {
    const { length } = value[field] ?? [0];
    if (length === 1 || length === value.skus.length) continue;
    wrong.push({ field, reason: `must be one number, or one for each of the ${value.skus.length} SKUs` });
  }
  const { length: ends } = value.updates_until ?? [null];
  if (ends !== 1 && ends !== value.skus.length) {
    wrong.push({
      field: "updates_until",
      reason: `must be one date, or one for each of the ${value.skus.length} SKUs`,
    });
  }
  const isLimited = items.some(({ product }) => limitIn(account, value, product) !== null);
  if (isLimited && value.downloads_remaining?.includes(null)) {
    wrong.push({ field: "downloads_remaining", reason: "can be unlimited only if download_limit is" });
  }
  if (value.expiration_hours_from_first_download !== undefined && value.expiration_date !== undefined) {
    wrong.push({ field: "expiration_hours_from_first_download", reason: "must be empty if expiration_date is not" });
  }
  if (value.expiration_hours_from_first_download !== undefined && value.access_until !== undefined) {
    wrong.push({ field: "expiration_hours_from_first_download", reason: "must be empty if access_until is not" });
  }
  wrong.push(...stopContradictions(value));
  const { total, currency } = value;
  if (total && value.skus.length === 0) wrong.push({ field: "total", reason: "must be empty if skus is empty" });
  if (total?.currency && currency && total.currency !== currency) {
    wrong.push({ field: "total", reason: `is in ${total.currency}, but the column currency says ${currency}` });
  }
  return wrong;
}

/** The order that the cells describe. */
export function importedOrder(account: Account, value: OrderCells, items: MatchedItem[], now: Instant): ImportedOrder {
  const { total } = value;
  // Like a price without a currency, it is in the account's currency.
  const implied = total === undefined ? currencyOf(items) : total.currency;
  const currency = value.currency ?? implied;
  const own = items.filter(({ bundle }) => bundle === undefined);
  const priced = own.map(({ product, quantity }) => ({
    price: priceIn(currency ?? account.currency, product),
    quantity,
  }));
  const prices =
    total === undefined
      ? priced.map(({ price }) => price)
      : pricesFor(total.amount, priced, currency ?? account.currency);
  const revoked = revokedAmong(value, items);
  return {
    id: value.id ?? null,
    vendorId: vendorIdOf(value) ?? null,
    email: value.email,
    firstName: value.first_name ?? "",
    lastName: value.last_name ?? "",
    title: value.title ?? "",
    currency,
    ...expirationOf(value, now),
    downloadLimit: value.download_limit,
    custom1: value.custom_1 ?? null,
    custom2: value.custom_2 ?? null,
    custom3: value.custom_3 ?? null,
    language: value.locale ?? null,
    invoiceUrl: value.invoice_url ?? null,
    subscriptionId: value.subscription_id ?? null,
    subscriptionStatus: value.access_until ? (value.subscription_status ?? null) : null,
    accessUntil: value.access_until ?? null,
    ...importedGift(value),
    ...importedStop(value, { items, revoked }, now),
    createdAt: value.created_at ?? now,
    test: value.test ?? false,
    sendEmail: value.send_email ?? false,
    hasItsKeys: value.license_keys !== undefined,
    items: items.map((item) => ({
      product: item.product,
      bundle: item.bundle,
      // A bundle's products are paid for with the bundle.
      price: item.bundle ? 0 : (prices[own.indexOf(item)] ?? null),
      quantity: item.quantity,
      updatesUntil: updatesUntilOf(value, item),
      isRevoked: revoked.has(item),
      getsNoKeys: value.test !== true && keyCountOf(value, item) === null,
      ...usedOf(account, value, items, item),
    })),
  };
}

/** The recipient of the gift that the cells describe. */
export const importedGift = (value: OrderCells): Gift => ({
  recipientEmail: value.recipient_email ?? null,
  recipientName: value.recipient_name ?? null,
  giftMessage: value.gift_message ?? null,
  deliverAt: value.deliver_at ?? null,
});

/** An order with the status "expired" expires at the time of the import at the latest, unless its access has ended. */
function expirationOf(
  { status = "", expiration_date: date, expiration_hours_from_first_download: hours, access_until }: OrderCells,
  now: Instant,
): Pick<ImportedOrder, "expiresAt" | "hoursFromFirstDownload"> {
  if (saysExpired(status) && !isExpired(access_until ?? null, now)) {
    return {
      expiresAt: typeof date === "number" ? instant(Math.min(date, now)) : now,
      hoursFromFirstDownload: undefined,
    };
  }
  return hours === undefined
    ? { expiresAt: date, hoursFromFirstDownload: undefined }
    : { expiresAt: null, hoursFromFirstDownload: hours };
}

/** Downloads of the item so far, and the downloads left for each of its files if they differ from the order's limit. */
function usedOf(account: Account, value: OrderCells, items: MatchedItem[], { product, entries }: MatchedItem) {
  const { item_downloads, download_count, downloads_remaining: remaining } = value;
  // Products that the row does not name have not been downloaded.
  if (entries.length === 0) return { downloadCount: 0, downloadsRemaining: undefined };
  const named = items.filter((item) => item.entries.length > 0);
  // For an order with several SKUs, a single number is the total of all downloads.
  const whole = named.length === 1 || (download_count?.length ?? 0) > 1 ? download_count : undefined;
  const counts = item_downloads ?? whole;
  const downloadCount = counts === undefined ? 0 : entryCounts(counts, entries).reduce((sum, count) => sum + count, 0);
  const limit = limitIn(account, value, product);
  const left =
    remaining !== undefined
      ? remaining.length === 1
        ? remaining[0]
        : remaining[entries.at(-1) ?? 0]
      : limit === null || downloadCount === 0
        ? limit
        : Math.max(0, limit - downloadCount);
  return { downloadCount, downloadsRemaining: left === limit ? undefined : (left ?? undefined) };
}

/** When the item's updates end; undefined if the row does not say. */
function updatesUntilOf({ updates_until: ends }: OrderCells, { entries }: MatchedItem): Instant | null | undefined {
  const last = entries.at(-1);
  if (ends === undefined || last === undefined) return undefined;
  return ends[ends.length === 1 ? 0 : last];
}

/** How many license keys the item has; null if it gets none, and undefined if the row does not say. */
export function keyCountOf({ license_keys: counts }: OrderCells, { entries }: MatchedItem): number | null | undefined {
  const last = entries.at(-1);
  if (counts === undefined || last === undefined) return undefined;
  return counts[counts.length === 1 ? 0 : last];
}

/** The counts for these entries. A single number counts once. */
function entryCounts(counts: (number | null)[], entries: number[]): number[] {
  if (counts.length === 1) return [counts[0] ?? 0];
  return entries.map((entry) => counts[entry] ?? 0);
}

/** The download limit for each of the product's files in this order. */
const limitIn = (account: Account, { download_limit: limit }: OrderCells, product: Product) =>
  limit === undefined ? (product.downloadLimit ?? account.downloadLimitPerItem) : limit;

interface PricedItem {
  price: number | null;
  quantity: number;
}

/**
 * Unit prices that add up to `total`. Keeps the items' own prices if they do; otherwise splits the total in proportion
 * to them, or to the units if no item has a price. Each share is whole in the currency's smallest unit.
 */
function pricesFor(total: number, items: PricedItem[], currency: string): (number | null)[] {
  if (totalOf(items) === total) return items.map(({ price }) => price);
  const amounts = items.map(({ price, quantity }) => (price ?? 0) * quantity);
  const priced = amounts.some((amount) => amount > 0);
  const weights = priced ? amounts : items.map(({ quantity }) => quantity);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const units = 10 ** fractionDigits(currency);
  let weighed = 0;
  let given = 0;
  return items.map(({ quantity }, index) => {
    weighed += weights[index] ?? 0;
    // Rounds the running total, so that rounding errors do not add up in the last item.
    const upToHere = index === items.length - 1 ? total : Math.round((total * weighed * units) / whole) / units;
    const amount = upToHere - given;
    given = upToHere;
    return Math.max(0, amount) / quantity;
  });
}
