import type { Reader, Tx } from "../../platform/database/database.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { noteChangedProduct } from "../../store/order-changes/note-changes.ts";
import { keysAfterItem, setKeysAfterItem } from "../catalog/products.ts";
import { itemsWithFewerKeys, newestItem, waitingItems } from "./items-lacking-keys.ts";
import { productsWithKeys } from "./queries.ts";

/** Whether orders from before a product's first key get keys: `give` them, or `skip` them, for new orders only. */
export type EarlierOrdersChoice = "give" | "skip";

/** Orders from before a product's first key. */
export interface EarlierOrders {
  orders: number;
  /** Units of them that have no key. */
  units: number;
  /** Whether they get no keys, because `skip` was chosen with the first keys. */
  skipped: boolean;
}

/**
 * The orders that the next keys go to only if `give` is chosen, or if nothing is: those of a product without keys, or
 * those that were skipped. Orders on hold and revoked ones do not count.
 */
export async function earlierOrders(reader: Reader, productId: number): Promise<EarlierOrders> {
  const skipped = (await productsWithKeys(reader, [productId])).get(productId);
  if (skipped === 0) return { orders: 0, units: 0, skipped: false };
  let items = itemsWithFewerKeys(reader).where("item.product_id", "=", productId);
  if (skipped !== undefined) items = items.where("item.id", "<=", skipped);
  return { ...(await countOf(items)), skipped: skipped !== undefined };
}

/** The orders and units that get keys with the first ones of these products if nothing is chosen. */
export async function ordersBeforeFirstKeys(
  reader: Reader,
  productIds: number[],
): Promise<Pick<EarlierOrders, "orders" | "units">> {
  const sum = { orders: 0, units: 0 };
  const keyed = await productsWithKeys(reader, productIds);
  await inSlices(
    productIds.filter((id) => !keyed.has(id)),
    async (slice) => {
      const { orders, units } = await countOf(waitingItems(reader).where("item.product_id", "in", slice));
      sum.orders += orders;
      sum.units += units;
    },
  );
  return sum;
}

async function countOf(items: ReturnType<typeof itemsWithFewerKeys>): Promise<{ orders: number; units: number }> {
  const { orders, units } = await items
    .select(({ fn }) => fn.count<number>("item.order_id").distinct().as("orders"))
    .select(({ eb, fn, ref }) => fn.sum<number | null>(eb("item.quantity", "-", ref("item.keys_assigned"))).as("units"))
    .executeTakeFirstOrThrow();
  return { orders, units: Number(units ?? 0) };
}

/** A choice for keys that are about to be added. */
export interface EarlierOrdersRule {
  choice: EarlierOrdersChoice;
  /** The product's newest order item when the choice was made. Orders that come while keys are added are new ones. */
  newest: number;
}

/** Reads up to where orders are earlier ones. Call it before the first transaction that adds the keys. */
export async function ruleFor(
  reader: Reader,
  productId: number,
  choice: EarlierOrdersChoice,
): Promise<EarlierOrdersRule> {
  return { choice, newest: choice === "skip" ? await newestItem(reader, productId) : 0 };
}

/**
 * Call before the keys are added, with the pool locked. `skip` counts only with a product's first keys, so that sending
 * the same keys again changes nothing. Returns whether skipped orders now get keys.
 */
export async function applyRule(tx: Tx, productId: number, { choice, newest }: EarlierOrdersRule): Promise<boolean> {
  const before = await keysAfterItem(tx, productId);
  if (choice === "give" ? before === null : newest === 0) return false;
  if (choice === "skip" && (await productsWithKeys(tx, [productId])).has(productId)) return false;
  await setKeysAfterItem(tx, productId, choice === "give" ? null : newest);
  await noteChangedProduct(tx, productId);
  return choice === "give";
}
