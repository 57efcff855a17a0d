import type { Product } from "../../delivery/catalog/queries.ts";
import { skipUpTo } from "../../delivery/licenses/earlier-orders.ts";
import { assignKeys, lockPools, stockedProducts } from "../../delivery/licenses/pool.ts";
import { stopNewOrders } from "../../delivery/orders/changing/hold-and-revoke.ts";
import { revokeNewItems } from "../../delivery/orders/changing/revoke-items.ts";
import { giveNumbers } from "../../delivery/orders/creating/numbering.ts";
import { insertFreeOrders } from "../../delivery/orders/creating/order-rows.ts";
import { orderValues } from "../../delivery/orders/creating/order-values.ts";
import type { Gift } from "../../delivery/orders/gifts/gift.ts";
import type { FilledOrder } from "../../delivery/orders/order-columns.ts";
import { insertOrderItems, orderItemValues } from "../../delivery/orders/order-items.ts";
import { revenueOf } from "../../delivery/orders/revenue.ts";
import { stopOf } from "../../delivery/orders/stop-reasons.ts";
import { queueDeliveryEmail } from "../../messages/mail/outbox.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { SaidOfSubscription } from "../../platform/database/schema.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { type CountedOrder, countOrders } from "../../store/statistics/count.ts";
import { countRevenue, type RevenueChange } from "../../store/statistics/revenue.ts";
import { ChangedMeanwhile, type Progress } from "./kind.ts";

/** A checked order of a file. */
export interface ImportedOrder extends Gift {
  /** Null for the account's next number. */
  id: string | null;
  vendorId: string | null;
  email: string;
  firstName: string;
  lastName: string;
  title: string;
  currency: string | null;
  /** Null: never. Absent: the products' or the account's setting. */
  expiresAt: Instant | null | undefined;
  /** Hours counted from the first download; `expiresAt` is null then. Absent if the file does not say. */
  hoursFromFirstDownload: number | undefined;
  /** Null: unlimited. Absent: the products' or the account's setting. */
  downloadLimit: number | null | undefined;
  custom1: string | null;
  custom2: string | null;
  custom3: string | null;
  /** Null for the account's. */
  language: Language | null;
  invoiceUrl: string | null;
  subscriptionId: string | null;
  subscriptionStatus: SaidOfSubscription | null;
  accessUntil: Instant | null;
  createdAt: Instant;
  /** A test takes no license keys and is left out of statistics. */
  test: boolean;
  /** Since when the order is on hold or revoked. Its email then waits for the release. */
  heldAt: Instant | null;
  revokedAt: Instant | null;
  sendEmail: boolean;
  /** It has its license keys from elsewhere, so it takes none from the pools. */
  hasItsKeys: boolean;
  items: {
    product: Product;
    /** The bundle of the same order that it belongs to. */
    bundle?: Product | undefined;
    price: number | null;
    quantity: number;
    /** Downloads before the import. */
    downloadCount: number;
    /** Downloads left for each file. Absent: the download limit. */
    downloadsRemaining: number | undefined;
    /** Null: without end. Absent: the product's setting. */
    updatesUntil?: Instant | null | undefined;
    isRevoked?: boolean;
    /** Earlier orders of the product, up to this item, get no license keys. */
    getsNoKeys?: boolean;
    /** Identifier in its link, unique among items. Default: a new one. */
    guid?: string | undefined;
  }[];
}

type NumberedOrder = ImportedOrder & { id: string };

interface InsertedOrder extends FilledOrder {
  id: number;
  row: NumberedOrder;
}

/**
 * Writes any number of orders in the same way as `createOrder`: with items, license keys, counts and, if requested, the delivery
 * email. Returns their row numbers. Throws `ChangedMeanwhile` if an ID was taken or a product deleted since they were checked.
 */
export async function insertImportedOrders(
  tx: Tx,
  account: Account,
  rows: ImportedOrder[],
  { now, progress }: Progress,
): Promise<{ id: number; publicId: string }[]> {
  const named = new Set<number>();
  for (const { items } of rows) {
    for (const { product } of items) named.add(product.id);
    await giveWay();
  }
  const productIds = [...named];
  const live = await lockPools(tx, productIds);
  if (live.size < productIds.length) throw new ChangedMeanwhile();
  const stocked = await stockedProducts(tx, productIds);
  // Lists show the newest orders first, but a file may have its orders in any order.
  const byTime = rows.toSorted((one, other) => one.createdAt - other.createdAt);
  const inserted: { id: number; publicId: string }[] = [];
  /** The newest item of each product that gets no license keys. */
  const withoutKeys = new Map<number, number>();
  const numbered = await giveNumbers(tx, account.id, byTime);
  await inSlices(
    numbered,
    async (slice) => {
      const orders = await insertRows(tx, account, slice, now);
      for (const { id, row } of orders) inserted.push({ id, publicId: row.id });
      await stopNewOrders(tx, orders);
      const items = await insertItems(tx, orders);
      await revokeNewItems(
        tx,
        items.flatMap(({ id, item }) => (item.isRevoked ? [id] : [])),
        now,
      );
      for (const { id, productId, item } of items) if (item.getsNoKeys) withoutKeys.set(productId, id);
      const lacking = items.filter(
        ({ productId, item, row }) => takesKeys(row) && !item.isRevoked && stocked.has(productId),
      );
      const assigned = await assignKeys(tx, lacking, now);
      for (const { id, productId, quantity } of lacking) {
        if ((assigned.get(id)?.length ?? 0) < quantity) stocked.delete(productId);
      }
      for (const { row, ...order } of orders) {
        await giveWay();
        if (row.sendEmail && row.items.length > 0 && stopOf(row) === null) {
          await queueDeliveryEmail(tx, account, { ...order, test: row.test ? 1 : 0 }, now);
        }
      }
    },
    progress,
    // An order has twice as many columns as most rows.
    ({ items }) => 2 + Math.floor(items.length / 4),
  );
  for (const [productId, item] of withoutKeys) await skipUpTo(tx, productId, item);
  await countOrders(tx, account.id, counted(rows));
  await countRevenue(tx, account.id, earned(account, rows));
  return inserted;
}

/** Orders that bring their keys, or that deliver nothing, take none from the pools. */
const takesKeys = (row: ImportedOrder) => !row.test && !row.hasItsKeys && stopOf(row) === null;

function* counted(rows: ImportedOrder[]): Generator<CountedOrder> {
  for (const { createdAt, items, test } of rows) {
    yield { at: createdAt, productIds: [...new Set(items.map(({ product }) => product.id))], test };
  }
}

function* earned(account: Account, rows: ImportedOrder[]): Generator<RevenueChange> {
  for (const row of rows) {
    if (row.revokedAt !== null) continue;
    const items = row.items.filter(({ isRevoked }) => !isRevoked);
    const revenue = revenueOf(account, { ...row, test: row.test ? 1 : 0 }, items);
    if (revenue) yield revenue;
  }
}

async function insertRows(tx: Tx, account: Account, rows: NumberedOrder[], now: Instant): Promise<InsertedOrder[]> {
  const values = rows.map((row) => {
    const products = row.items.map(({ product }) => product);
    const stop = { heldAt: row.heldAt, revokedAt: row.revokedAt, emailWaits: row.sendEmail };
    const written = orderValues(account, { ...row, source: "import", stop }, products, now);
    const { hoursFromFirstDownload = written.hoursFromFirstDownload } = row;
    return { ...written, hoursFromFirstDownload, publicId: row.id };
  });
  const ids = await insertFreeOrders(tx, values);
  return values.map((order, index) => {
    const id = ids.get(order.guid);
    if (id === undefined) throw new ChangedMeanwhile();
    return { ...order, id, row: rows[index] as NumberedOrder };
  });
}

/** The items that are ordered separately, then the products of bundles among them. */
async function insertItems(tx: Tx, orders: InsertedOrder[]) {
  const items = orders.flatMap((order) => order.row.items.map((item) => ({ row: order.row, order, item })));
  const own = items
    .filter(({ item }) => !item.bundle)
    .map(({ row, order, item }) => ({ row, item, values: orderItemValues(order, item, row.createdAt) }));
  const ids = await insertOrderItems(
    tx,
    own.map(({ values }) => values),
  );
  const key = (orderId: number, productId: number) => `${orderId} ${productId}`;
  const byProduct = new Map(own.map(({ values: { orderId, productId, guid } }) => [key(orderId, productId), guid]));
  const brought = items.flatMap(({ row, order, item }) => {
    if (!item.bundle) return [];
    const bundleItemId = ids.get(byProduct.get(key(order.id, item.bundle.id)) ?? "");
    return [{ row, item, values: orderItemValues(order, { ...item, bundleItemId }, row.createdAt) }];
  });
  const broughtIds = await insertOrderItems(
    tx,
    brought.map(({ values }) => values),
  );
  for (const [guid, id] of broughtIds) ids.set(guid, id);
  return [...own, ...brought].map(({ row, item, values: { guid, productId, quantity } }) => ({
    id: ids.get(guid) as number,
    productId,
    quantity,
    keysAssigned: 0,
    row,
    item,
  }));
}
