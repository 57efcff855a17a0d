import { randomIdentifier } from "../accounts/credentials.ts";
import { type Product, productsByIds, productsBySkus } from "../catalog/products.ts";
import type { Tx } from "../database/database.ts";
import { needsRowLocks } from "../database/hold-rows.ts";
import { prepared } from "../database/prepared.ts";
import { rowSet } from "../database/row-set.ts";
import { inSlices } from "../database/slices.ts";
import { DomainError, type FieldError } from "../errors.ts";
import { giveWay } from "../give-way.ts";
import { lockPools } from "../licenses/pool.ts";
import { downloadsPerItem } from "./download-allowance.ts";
import { type OrderLine, unitsProblem } from "./order-input.ts";

/** All lines of an order for one product, added up. */
interface RequestedItem extends Omit<OrderLine, "sku" | "productId" | "nameField" | "quantity" | "wrong"> {
  product: Product;
  /** Null if no line has a quantity: one unit in a new item; unchanged in an existing one. */
  quantity: number | null;
}

/** An order's lines matched with products, by their exact SKU or their row number. */
interface MatchedLines {
  items: RequestedItem[];
  /** The lines that match no product, as invalid fields. */
  unmatched: FieldError[];
  /** The invalid fields of lines that match a product. */
  wrong: FieldError[];
}

/**
 * Adds up the lines by product, in the order in which the products first stand. The products, with their pools of keys,
 * are held until the transaction ends: none is deleted meanwhile.
 */
export async function holdLines(tx: Tx, accountId: number, lines: OrderLine[]): Promise<MatchedLines> {
  for (;;) {
    const matched = await matchLines(tx, accountId, lines);
    if (!needsRowLocks(tx)) return matched;
    const ids = matched.items.map(({ product }) => product.id);
    const live = await lockPools(tx, ids);
    // Otherwise the product was deleted between the two queries.
    if (live.size === ids.length) return matched;
  }
}

async function matchLines(tx: Tx, accountId: number, lines: OrderLine[]): Promise<MatchedLines> {
  const products = await productsOf(tx, accountId, lines);
  const bySku = new Map(products.map((product) => [product.sku, product]));
  const byId = new Map(products.map((product) => [product.id, product]));
  const productOf = ({ sku, productId }: OrderLine) =>
    (sku === undefined ? undefined : bySku.get(sku)) ?? (productId === undefined ? undefined : byId.get(productId));
  const unmatched = lines.flatMap((line, index) =>
    productOf(line)
      ? []
      : [{ field: `order_items[${index}].${line.nameField ?? "sku"}`, message: unmatchedMessage(line) }],
  );
  const matched = [...lines.entries()].filter(([, line]) => productOf(line));
  const linesByProduct = [...Map.groupBy(matched, ([, line]) => productOf(line) as Product)];
  const items: RequestedItem[] = [];
  for (const [product, its] of linesByProduct) {
    await giveWay();
    items.push(
      addUp(
        product,
        its.map(([, line]) => line),
      ),
    );
  }
  return {
    items,
    unmatched,
    wrong: [
      ...matched.flatMap(([index, { wrong = [] }]) =>
        wrong.map(({ field, message }) => ({ field: `order_items[${index}].${field}`, message })),
      ),
      ...linesByProduct.flatMap(([, its]) => tooManyUnits(its)),
    ],
  };
}

/** Lines that are small enough one by one. */
function tooManyUnits(lines: [number, OrderLine][]): FieldError[] {
  const last = lines.at(-1);
  if (!last || lines.length === 1) return [];
  const message = unitsProblem(unitsOf(lines.map(([, line]) => line)));
  return message ? [{ field: `order_items[${last[0]}].quantity`, message }] : [];
}

const unitsOf = (lines: OrderLine[]) => lines.reduce((sum, { quantity = 1 }) => sum + quantity, 0);

async function productsOf(tx: Tx, accountId: number, lines: OrderLine[]): Promise<Product[]> {
  const skus = new Set(lines.flatMap(({ sku }) => (sku === undefined ? [] : [sku])));
  const ids = new Set(lines.flatMap(({ productId }) => (productId === undefined ? [] : [productId])));
  const found = [
    ...(skus.size > 0 ? await productsBySkus(tx, accountId, [...skus]) : []),
    ...(ids.size > 0 ? await productsByIds(tx, accountId, [...ids]) : []),
  ];
  return [...new Map(found.map((product) => [product.id, product])).values()];
}

function unmatchedMessage({ sku, productId, nameField }: OrderLine): string {
  const resource = nameField ? "product" : "item";
  if (sku) return `is unknown: no ${resource} has the SKU ${JSON.stringify(sku)}`;
  if (productId === undefined) return nameField ? "does not match any product" : "is required";
  return `is unknown: no ${resource} has the ID ${productId}`;
}

function addUp(product: Product, lines: OrderLine[]): RequestedItem {
  const unspoken = lines.length === 1 && lines[0]?.quantity === undefined;
  const last = <Name extends keyof OrderLine>(name: Name) => lines.findLast((line) => line[name] !== undefined)?.[name];
  return {
    product,
    quantity: unspoken ? null : unitsOf(lines),
    downloadsRemaining: last("downloadsRemaining"),
    price: unitPriceOf(lines),
    custom1: last("custom1"),
    custom2: last("custom2"),
    custom3: last("custom3"),
  };
}

/** The price that makes the item's amount equal the sum of its lines. A line without a price adds nothing. */
function unitPriceOf(lines: OrderLine[]): number | null | undefined {
  const [{ price } = {}, ...others] = lines;
  if (others.every((line) => line.price === price)) return price;
  const priced = lines.filter((line) => typeof line.price === "number");
  if (priced.length === 0) return null;
  return priced.reduce((sum, { price, quantity = 1 }) => sum + (price ?? 0) * quantity, 0) / unitsOf(lines);
}

/** The price of a new item: the caller's, or else its product's. */
interface PricedItem {
  product: Pick<Product, "price" | "currency">;
  price?: number | null | undefined;
}

/**
 * The currency of the product prices that new items use. Null, for the account's currency, if these differ or if the
 * caller sent a price without a currency.
 */
export function currencyOf(items: PricedItem[]): string | null {
  const currencies = new Set(
    items
      .filter(({ product, price = product.price }) => price !== null)
      .map(({ product, price }) => (price === undefined ? product.currency : null)),
  );
  const [currency = null] = currencies;
  return currencies.size === 1 ? currency : null;
}

/** Whether the order holds anything to deliver. */
export async function hasItems(tx: Tx, orderId: number): Promise<boolean> {
  const item = await tx
    .selectFrom("order_items")
    .select("id")
    .where("order_id", "=", orderId)
    .where("removed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return item !== undefined;
}

/** Throws `invalid` for an order that holds nothing to deliver. */
export async function rejectEmpty(tx: Tx, orderId: number): Promise<void> {
  if (!(await hasItems(tx, orderId))) throw new DomainError("invalid", "The order has no items to deliver.");
}

/** Adds new items to an order. */
export async function insertOrderItems(tx: Tx, orderId: number, items: RequestedItem[], now: number): Promise<void> {
  await inSlices(items, (slice) => {
    const rows = slice.map((item) => orderItemValues(orderId, item, now));
    return insertItems(tx, { rows: JSON.stringify(rows) });
  });
}

const itemColumns = {
  order_id: "integer",
  product_id: "integer",
  guid: "text",
  quantity: "integer",
  allowance_override: "integer",
  price: "number",
  custom_1: "text",
  custom_2: "text",
  custom_3: "text",
  created_at: "integer",
} as const;

const insertItems = prepared<{ rows: string }, never>((db, { rows }) => {
  const columns = Object.keys(itemColumns) as (keyof typeof itemColumns)[];
  return db
    .insertInto("order_items")
    .columns(columns)
    .expression(({ selectFrom }) =>
      selectFrom(rowSet(db, "item", itemColumns, rows)).select(columns.map((column) => `item.${column}` as const)),
    );
});

/** The row of a new item. Default price: the product's. Default quantity: one unit. */
export function orderItemValues(
  orderId: number,
  item: Omit<RequestedItem, "product"> & { product: Pick<Product, "id" | "price"> },
  now: number,
) {
  const { product, quantity, downloadsRemaining, price, custom1, custom2, custom3 } = item;
  return {
    order_id: orderId,
    product_id: product.id,
    guid: randomIdentifier(),
    quantity: quantity ?? 1,
    allowance_override: downloadsRemaining ?? null,
    price: price === undefined ? product.price : price,
    custom_1: custom1 ?? null,
    custom_2: custom2 ?? null,
    custom_3: custom3 ?? null,
    created_at: now,
    removed_at: null,
  };
}

/**
 * Makes `items` the order's list: items of the same product keep their guid, count and keys, others are removed,
 * new ones are added (docs/unversioned-interface.md, Orders).
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

async function changeOrderItem(tx: Tx, id: number, item: RequestedItem): Promise<void> {
  const { quantity, price, custom1, custom2, custom3, downloadsRemaining } = item;
  const changes = withoutUndefined({
    quantity: quantity ?? undefined,
    price,
    custom_1: custom1,
    custom_2: custom2,
    custom_3: custom3,
  });
  if (changes) await tx.updateTable("order_items").set(changes).where("id", "=", id).execute();
  if (downloadsRemaining !== undefined) await setDownloadsRemaining(tx, id, downloadsRemaining);
}

/** Null if nothing is left. */
function withoutUndefined<T extends object>(changes: T): T | null {
  const present = Object.entries(changes).filter(([, value]) => value !== undefined);
  return present.length > 0 ? (Object.fromEntries(present) as T) : null;
}

/** Lets each file of the order item be downloaded `remaining` times from now on. */
export async function setDownloadsRemaining(tx: Tx, orderItemId: number, remaining: number): Promise<void> {
  await tx.updateTable("order_items").set({ allowance_override: remaining }).where("id", "=", orderItemId).execute();
  await tx.deleteFrom("allowances").where("order_item_id", "=", orderItemId).execute();
}

/** Resets the downloads of every file of the order's items to the order's download limit. */
export async function resetAllowances(tx: Tx, orderId: number): Promise<void> {
  const items = await tx
    .updateTable("order_items")
    .set({ allowance_override: null })
    .where("order_id", "=", orderId)
    .returning(["id", "download_count"])
    .execute();
  const reset = (slice: typeof items) => {
    const ids = slice.map(({ id }) => id);
    return tx.deleteFrom("allowances").where("order_item_id", "in", ids).execute();
  };
  await inSlices(items, reset, undefined, ({ download_count }) => 1 + Math.floor(download_count / downloadsPerItem));
}
