import type { Reader, Tx } from "../../platform/database/database.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { inSlices } from "../../platform/database/slices.ts";
import { noteChangedProduct } from "../../store/order-changes/note-changes.ts";
import { keysAfterItem, setKeysAfterItem } from "../catalog/products.ts";
import { itemsWithFewerKeys, newestItem, waitingOrHeldItems } from "./items-lacking-keys.ts";
import { productsWithKeys } from "./queries.ts";

/** Whether orders from before a product's first key get keys: `give`, or `skip` for new orders only. */
export type EarlierOrdersChoice = "give" | "skip";

/** How many earlier orders lack keys. */
export interface EarlierOrdersCount {
  orders: number;
  /** Their units that have no key. */
  units: number;
  /** How many of the orders are on hold. They get keys only when they are released. */
  onHold: number;
}

/** Orders from before a product's first key. */
export interface EarlierOrders extends EarlierOrdersCount {
  /** Whether they get no keys, because `skip` was chosen with the first keys. */
  skipped: boolean;
}

/**
 * The orders that get the next keys only if `give` is chosen or nothing is chosen: the orders of a product without keys, or
 * orders that were skipped. Includes orders on hold, because `skip` keeps their keys from them too; leaves out revoked orders.
 */
export async function earlierOrders(reader: Reader, productId: number): Promise<EarlierOrders> {
  const skipped = (await productsWithKeys(reader, [productId])).get(productId);
  if (skipped === 0) return { orders: 0, units: 0, onHold: 0, skipped: false };
  let items = itemsWithFewerKeys(reader).where("item.product_id", "=", productId);
  if (skipped !== undefined) items = items.where("item.id", "<=", skipped);
  return { ...(await countOf(items)), skipped: skipped !== undefined };
}

/** An order item (row number) that gets keys of its own: so many, and how many it still lacks. */
export interface ServedItem {
  id: number;
  productId: number;
  keys: number;
  lacking: number;
}

/**
 * The number of orders and units that get the first keys of these products if nothing is chosen, apart from the keys that items
 * get as their own.
 */
export async function ordersBeforeFirstKeys(
  reader: Reader,
  productIds: number[],
  served: ServedItem[],
): Promise<EarlierOrdersCount> {
  const keyed = await productsWithKeys(reader, productIds);
  const whole = served.flatMap(({ id, lacking }) => (lacking > 0 ? [] : [id]));
  const first = new Set(productIds.filter((id) => !keyed.has(id)));
  const partly = served.filter(({ productId, lacking }) => lacking > 0 && first.has(productId));
  const ownKeys = partly.reduce((units, { keys }) => units + keys, 0);
  const sum = { orders: 0, units: -ownKeys, onHold: 0 };
  await inSlices([...first], async (slice) => {
    const waiting = waitingOrHeldItems(reader)
      .where("item.product_id", "in", slice)
      .where("item.id", "not in", valueSet(reader, "integer", JSON.stringify(whole)));
    const { orders, units, onHold } = await countOf(waiting);
    sum.orders += orders;
    sum.units += units;
    sum.onHold += onHold;
  });
  return { ...sum, units: Math.max(0, sum.units) };
}

async function countOf(items: ReturnType<typeof itemsWithFewerKeys>): Promise<EarlierOrdersCount> {
  const { orders, units, onHold } = await items
    .select(({ fn }) => fn.count<number>("item.order_id").distinct().as("orders"))
    .select(({ fn }) =>
      fn.count<number>("item.order_id").distinct().filterWhere("order.held_at", "is not", null).as("onHold"),
    )
    .select(({ eb, fn, ref }) => fn.sum<number | null>(eb("item.quantity", "-", ref("item.keys_assigned"))).as("units"))
    .executeTakeFirstOrThrow();
  return { orders: Number(orders), units: Number(units ?? 0), onHold: Number(onHold) };
}

/** Such as "3 earlier orders (5 units, 1 order on hold)". */
export function earlierOrdersInWords({ orders, units, onHold }: EarlierOrdersCount): string {
  const ofUnits = units === 1 ? "1 unit" : `${units} units`;
  const held = onHold === 0 ? "" : `, ${onHold === 1 ? "1 order" : `${onHold} orders`} on hold`;
  return `${orders === 1 ? "1 earlier order" : `${orders} earlier orders`} (${ofUnits}${held})`;
}

/** A choice for keys that are about to be added. */
export interface EarlierOrdersRule {
  choice: EarlierOrdersChoice;
  /** The product's newest order item when the choice was made. Orders that arrive while keys are added count as new. */
  newest: number;
}

/** Reads where earlier orders end. Call it before the first transaction that adds the keys. */
export async function ruleFor(
  reader: Reader,
  productId: number,
  choice: EarlierOrdersChoice,
): Promise<EarlierOrdersRule> {
  return { choice, newest: choice === "skip" ? await newestItem(reader, productId) : 0 };
}

/**
 * Orders of the product up to this item (row number) get no keys, as if `skip` had been chosen. Call with the pool locked, when
 * orders arrive for which it was chosen elsewhere.
 */
export async function skipUpTo(tx: Tx, productId: number, item: number): Promise<void> {
  if (((await keysAfterItem(tx, productId)) ?? 0) >= item) return;
  await setKeysAfterItem(tx, productId, item);
  await noteChangedProduct(tx, productId);
}

/** Those of these products for whose keys orders wait, or will wait when released, that were not imported. */
export async function awaitedProducts(reader: Reader, productIds: number[]): Promise<Set<number>> {
  if (productIds.length === 0) return new Set();
  const rows = await waitingOrHeldItems(reader)
    .select("item.product_id as productId")
    .distinct()
    .where("item.product_id", "in", productIds)
    .where("order.source", "<>", "import")
    .execute();
  return new Set(rows.map(({ productId }) => productId));
}

/**
 * Call before the keys are added, with the pool locked. `skip` has an effect only with a product's first keys, so that sending
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
