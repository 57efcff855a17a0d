import { randomIdentifier } from "../accounts/credentials.ts";
import { type Product, productsBySkus } from "../catalog/products.ts";
import type { Tx } from "../database/database.ts";
import type { FieldError } from "../errors.ts";
import type { OrderLine } from "./order-input.ts";

/** What an order is to hold of one product: its lines added up. */
export interface RequestedItem {
  product: Product;
  /** Null when no line named one: one unit in a new item, as many as before in one that is kept. */
  quantity: number | null;
  downloadsRemaining: number | undefined;
}

/** An order's lines matched with products by their exact SKU. */
export interface MatchedLines {
  items: RequestedItem[];
  /** The lines whose SKU matches no product, as wrong fields. */
  unmatched: FieldError[];
}

/** Adds up the lines by product, in the order in which the SKUs first stand. */
export async function matchLines(tx: Tx, accountId: number, lines: OrderLine[]): Promise<MatchedLines> {
  const skus = [...new Set(lines.map(({ sku }) => sku))];
  const products = skus.length === 0 ? [] : await productsBySkus(tx, accountId, skus);
  const linesBySku = Map.groupBy(lines, ({ sku }) => sku);
  const known = new Set(products.map(({ sku }) => sku));
  const unmatched = lines.flatMap(({ sku }, index) => {
    const message = sku === "" ? "is required" : `names no item: there is none with the SKU ${JSON.stringify(sku)}`;
    return known.has(sku) ? [] : [{ field: `order_items[${index}].sku`, message }];
  });
  const items = products
    .map((product) => addUp(product, linesBySku.get(product.sku) ?? []))
    .sort((one, other) => skus.indexOf(one.product.sku) - skus.indexOf(other.product.sku));
  return { items, unmatched };
}

function addUp(product: Product, lines: OrderLine[]): RequestedItem {
  const unspoken = lines.length === 1 && lines[0]?.quantity === undefined;
  return {
    product,
    quantity: unspoken ? null : lines.reduce((sum, { quantity = 1 }) => sum + quantity, 0),
    downloadsRemaining: lines.findLast(({ downloadsRemaining }) => downloadsRemaining !== undefined)
      ?.downloadsRemaining,
  };
}

/** Puts new items into an order. */
export async function insertOrderItems(tx: Tx, orderId: number, items: RequestedItem[], now: number): Promise<void> {
  if (items.length === 0) return;
  await tx
    .insertInto("order_items")
    .values(
      items.map(({ product, quantity, downloadsRemaining }) => ({
        order_id: orderId,
        product_id: product.id,
        guid: randomIdentifier(),
        quantity: quantity ?? 1,
        allowance_override: downloadsRemaining ?? null,
        created_at: now,
        removed_at: null,
      })),
    )
    .execute();
}

/**
 * Makes `items` the order's list: items of the same product keep their guid, count and keys, others are removed,
 * new ones are added (contract.md section 5.4).
 */
export async function replaceOrderItems(tx: Tx, orderId: number, items: RequestedItem[], now: number): Promise<void> {
  const before = await tx
    .selectFrom("order_items")
    .select(["id", "product_id"])
    .where("order_id", "=", orderId)
    .where("removed_at", "is", null)
    .execute();
  const requested = new Map(items.map((item) => [item.product.id, item]));
  const kept = new Set<number>();
  for (const { id, product_id } of before) {
    const item = requested.get(product_id);
    if (item) {
      kept.add(product_id);
      await changeOrderItem(tx, id, item);
    } else {
      await tx.updateTable("order_items").set({ removed_at: now }).where("id", "=", id).execute();
    }
  }
  await insertOrderItems(
    tx,
    orderId,
    items.filter(({ product }) => !kept.has(product.id)),
    now,
  );
}

async function changeOrderItem(tx: Tx, id: number, { quantity, downloadsRemaining }: RequestedItem): Promise<void> {
  if (quantity !== null) await tx.updateTable("order_items").set({ quantity }).where("id", "=", id).execute();
  if (downloadsRemaining !== undefined) await setDownloadsRemaining(tx, id, downloadsRemaining);
}

/** From now on each file of the order item can be downloaded `remaining` times. */
async function setDownloadsRemaining(tx: Tx, orderItemId: number, remaining: number): Promise<void> {
  await tx.updateTable("order_items").set({ allowance_override: remaining }).where("id", "=", orderItemId).execute();
  await tx.deleteFrom("allowances").where("order_item_id", "=", orderItemId).execute();
}
