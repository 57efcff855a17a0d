import { sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import type { EmailStatus, OrderState } from "../../platform/database/schema.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Instant } from "../../platform/instants.ts";
import { productsWithFiles } from "../catalog/products-with-files.ts";
import { getsKeys, type Pools, productsWithKeys } from "../licenses/queries.ts";
import { allowanceInSql } from "./download-allowance.ts";
import { isExpired } from "./expiration.ts";
import type { Order } from "./order-columns.ts";
import type { OrderItem, OrderWithItems } from "./queries.ts";
import { stopOf } from "./stop-reasons.ts";

/** The state of an order, for its store. If several apply, the first in this list counts. */
export const orderStates = [
  /** Its store is checking it. It delivers nothing until then. */
  "on_hold",
  /** Its store has withdrawn it, or each of its items. */
  "revoked",
  /** Its links have stopped working. */
  "expired",
  /** Its newest email was rejected, bounced, or was stopped by the daily allowance. It is not retried automatically. */
  "email_failed",
  /** An item has fewer license keys than units. */
  "waiting_for_key",
  /** An item has no file, no external link and no license keys, and its product none for later orders. */
  "waiting_for_file",
  /** There are files, but none of them can be downloaded now. */
  "used_up",
  /** Its newest email is queued. */
  "email_pending",
  /** A mail server accepted its newest email. */
  "delivered",
  /** Its links work. No email was sent, or there is no mail server. */
  "open",
] as const satisfies OrderState[];

/** What is available for order items. */
export interface Supply {
  /** Products with a file or an external link. */
  withFiles: Set<number>;
  /** Products with a pool of license keys, among those of the items. */
  withKeys: Pools;
  /** Order items with one file that is used up and another that is not. */
  partlyLeft: Set<number>;
}

/** The state of an order. `email` is the status of its newest delivery email, `supply` includes its items. */
export function orderStateOf(
  { expiresAt, items: all, ...order }: OrderWithItems,
  email: EmailStatus | undefined,
  supply: Supply,
  now: Instant,
): OrderState {
  const { withFiles, withKeys, partlyLeft } = supply;
  const stop = stopOf(order);
  if (stop !== null) return stop;
  const items = all.filter(({ revokedAt }) => revokedAt === null);
  if (items.length === 0 && all.length > 0) return "revoked";
  if (isExpired(expiresAt, now)) return "expired";
  if (email === "failed" || email === "over_allowance" || email === "bounced") return "email_failed";
  if (items.some((item) => keysDueOf(item, order, supply) > 0)) return "waiting_for_key";
  const filled = items.filter(({ productId }) => withFiles.has(productId));
  // A bundle delivers the products that it has added.
  const bundles = new Set(all.map(({ bundleItemId }) => bundleItemId));
  const isBare = (item: OrderItem) =>
    !bundles.has(item.id) && !withFiles.has(item.productId) && item.keysAssigned === 0 && !withKeys.has(item.productId);
  if (items.some(isBare)) return "waiting_for_file";
  const isSpent = (item: OrderItem) => item.downloadsRemaining === 0 && !partlyLeft.has(item.id);
  if (filled.length > 0 && filled.every(isSpent)) return "used_up";
  if (email === "queued") return "email_pending";
  return email === "sent" || email === "complained" ? "delivered" : "open";
}

/** Units of the order's item that still wait for a license key; none in a test order. */
export function keysDueOf(item: OrderItem, { test }: Pick<Order, "test">, { withKeys }: Supply): number {
  if (item.revokedAt !== null || test === 1) return 0;
  return getsKeys(item, withKeys) ? Math.max(0, item.quantity - item.keysAssigned) : 0;
}

/** Why units of an item without a license key get none. */
export const keyOmissions = [
  /** The order is a test. */
  "test_order",
  /** The product got its keys later, and only for newer orders. */
  "earlier_order",
] as const;

/** Why units of the order's item that have no license key get none; null if they wait for one, or if nothing is missing. */
export function keyOmissionOf(
  item: OrderItem,
  { test }: Pick<Order, "test">,
  { withKeys }: Supply,
): (typeof keyOmissions)[number] | null {
  if (item.revokedAt !== null || item.keysAssigned >= item.quantity || !withKeys.has(item.productId)) return null;
  if (test === 1) return "test_order";
  return getsKeys(item, withKeys) ? null : "earlier_order";
}

/** Maximum number of items in one query. */
const itemsAtOnce = 200;

/** Weight of an item that looks used up: the query reads each of its files, up to 1,000. */
const spentWeight = 20;

/** Reads with a few statements what is available for the items of any number of orders. */
export async function supplyOf(reader: Reader, items: OrderItem[]): Promise<Supply> {
  const withKeys = new Map<number, number>();
  const supply: Supply = { withFiles: new Set(), withKeys, partlyLeft: new Set() };
  for (let start = 0; start < items.length; start += itemsAtOnce) {
    const some = items.slice(start, start + itemsAtOnce);
    const filled = await productsWithFiles(reader, productsOf(some));
    const unsure = some.filter((item) => item.keysAssigned < item.quantity || !filled.has(item.productId));
    const keyed = await productsWithKeys(reader, productsOf(unsure));
    const spent = some.filter((item) => item.downloadsRemaining === 0 && filled.has(item.productId));
    for (const id of filled) supply.withFiles.add(id);
    for (const [id, after] of keyed) withKeys.set(id, after);
    const addPartlyLeft = async (slice: OrderItem[]) => {
      for (const id of await withFileLeft(reader, slice)) supply.partlyLeft.add(id);
    };
    await inSlices(spent, addPartlyLeft, undefined, () => spentWeight);
    await giveWay();
  }
  return supply;
}

const productsOf = (items: OrderItem[]) => [...new Set(items.map(({ productId }) => productId))];

/**
 * The items that have a file with downloads left.
 * Crosses domains: one query looks at the files of many items.
 */
async function withFileLeft(reader: Reader, items: OrderItem[]): Promise<number[]> {
  const rows = await reader
    .selectFrom("order_items as item")
    .innerJoin("orders as order", "order.id", "item.order_id")
    .select("item.id")
    .where(
      "item.id",
      "in",
      items.map(({ id }) => id),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("product_files as attached")
          .innerJoin("files as file", "file.id", "attached.file_id")
          .leftJoin("allowances as allowance", (join) =>
            join.onRef("allowance.order_item_id", "=", "item.id").onRef("allowance.file_id", "=", "attached.file_id"),
          )
          .select("attached.file_id")
          .whereRef("attached.product_id", "=", "item.product_id")
          .where(sql<boolean>`(${allowanceInSql} is null or coalesce(allowance.taken, 0) < ${allowanceInSql})`),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}
