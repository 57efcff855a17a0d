import type { Tx } from "../../platform/database/database.ts";
import { needsRowLocks } from "../../platform/database/row-locks.ts";
import type { FieldError } from "../../platform/errors.ts";
import { giveWay } from "../../platform/give-way.ts";
import { withoutInvisible } from "../../platform/text.ts";
import { storedContentsOf } from "../catalog/contents.ts";
import type { ProductKey } from "../catalog/product-lookup.ts";
import { type Product, productsByIds, productsBySkus } from "../catalog/queries.ts";
import type { lockPools } from "../licenses/pool.ts";
import { contentsAmong, type RequestedContent } from "./bundles/contents.ts";
import { mostLines, type OrderLine, unitsProblem } from "./order-input.ts";

/** All lines of an order for one product, added up. */
export interface RequestedItem
  extends Omit<OrderLine, "sku" | "productId" | "quantity" | "wrong" | "byItself" | "item"> {
  product: Product;
  /** The product's contents, if it is a bundle. */
  contents: RequestedContent[];
  lines: OrderLine[];
  /** Null if no line has a quantity. This means one unit in a new item, and no change in an existing one. */
  quantity: number | null;
}

/** A line that matches no product, as an invalid field such as `lines[0].product`. */
export interface UnmatchedLine extends FieldError {
  /** The SKU or row number in the line; null if it has neither. */
  product: ProductKey | null;
}

/** An order's lines matched with products, by their exact SKU or their row number. */
export interface MatchedLines {
  items: RequestedItem[];
  unmatched: UnmatchedLine[];
  /** The invalid fields of lines that match a product. */
  wrong: FieldError[];
}

/**
 * Adds up each order's lines by product, in the order in which the products first appear. Uses `lock` to lock the products, and
 * those in bundles, until the transaction ends, so that none can be deleted.
 */
export async function lockLines(
  tx: Tx,
  accountId: number,
  orders: OrderLine[][],
  lock: typeof lockPools,
): Promise<MatchedLines[]> {
  const products = await lockProducts(tx, accountId, orders.flat(), lock);
  const bySku = new Map(products.map((product) => [product.sku, product]));
  const byId = new Map(products.map((product) => [product.id, product]));
  const productOf = ({ sku, productId }: OrderLine) =>
    (sku === undefined ? undefined : (bySku.get(sku) ?? bySku.get(withoutInvisible(sku)))) ??
    (productId === undefined ? undefined : byId.get(productId));
  const matched: MatchedLines[] = [];
  for (const lines of orders) matched.push(await matchProducts(lines, productOf, byId));
  return matched;
}

async function lockProducts(tx: Tx, accountId: number, lines: OrderLine[], lock: typeof lockPools): Promise<Product[]> {
  for (;;) {
    const named = await productsOf(tx, accountId, lines);
    const products = [...named, ...(await bundledProductsOf(tx, accountId, named))];
    if (products.length === 0 || !needsRowLocks(tx)) return products;
    const live = await lock(
      tx,
      products.map(({ id }) => id),
    );
    // Otherwise, a product was deleted between the two queries.
    if (live.size === products.length) return products;
  }
}

/** The products in these bundles, except those that are already among them. */
async function bundledProductsOf(tx: Tx, accountId: number, products: Product[]): Promise<Product[]> {
  const named = new Set(products.map(({ id }) => id));
  const held = products.flatMap(storedContentsOf).flatMap(({ productId: id }) => (named.has(id) ? [] : [id]));
  return held.length === 0 ? [] : productsByIds(tx, accountId, [...new Set(held)]);
}

async function matchProducts(
  lines: OrderLine[],
  productOf: (line: OrderLine) => Product | undefined,
  byId: Map<number, Product>,
): Promise<MatchedLines> {
  const unmatched = lines.flatMap((line, index) => (productOf(line) ? [] : [unmatchedLine(line, index)]));
  const matched = [...lines.entries()].filter(([, line]) => productOf(line));
  const linesByProduct = [...Map.groupBy(matched, ([, line]) => productOf(line) as Product)];
  const items: RequestedItem[] = [];
  for (const [product, its] of linesByProduct) {
    await giveWay();
    items.push(
      addUp(
        product,
        its.map(([, line]) => line),
        contentsAmong(product, byId),
      ),
    );
  }
  return {
    items,
    unmatched,
    wrong: [
      ...matched.flatMap(([index, { wrong = [] }]) =>
        wrong.map(({ field, message }) => ({ field: `lines[${index}].${field}`, message })),
      ),
      ...linesByProduct.flatMap(([, its]) => tooManyUnits(its)),
      ...linesByProduct.flatMap(([product, its]) => tooManyBundled(its, contentsAmong(product, byId))),
      ...tooManyItems(items),
    ],
  };
}

/** Finds lines of one product that together have too many units. Each line by itself is within the limit. */
function tooManyUnits(lines: [number, OrderLine][]): FieldError[] {
  const last = lines.at(-1);
  if (!last || lines.length === 1) return [];
  const message = unitsProblem(unitsOf(lines.map(([, line]) => line)));
  return message ? [{ field: `lines[${last[0]}].quantity`, message }] : [];
}

/** Finds lines of a bundle that result in more units of one of its products than an order can have. */
function tooManyBundled(lines: [number, OrderLine][], contents: RequestedContent[]): FieldError[] {
  const most = Math.max(0, ...contents.map(({ quantity }) => quantity));
  const message = unitsProblem(unitsOf(lines.map(([, line]) => line)) * most);
  return message ? [{ field: `lines[${lines.at(-1)?.[0]}].quantity`, message }] : [];
}

function tooManyItems(items: RequestedItem[]): FieldError[] {
  const count = items.reduce((sum, { contents }) => sum + 1 + contents.length, 0);
  const message = `must contain at most ${mostLines} order items, with the products that bundles hold`;
  return count > mostLines ? [{ field: "lines", message }] : [];
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

function unmatchedLine({ sku, productId: id }: OrderLine, index: number): UnmatchedLine {
  const field = `lines[${index}].product`;
  if (sku) return { field, message: `is unknown: no product has the SKU ${JSON.stringify(sku)}`, product: { sku } };
  if (id === undefined) return { field, message: "does not match any product", product: null };
  return { field, message: `is unknown: no product has the ID ${id}`, product: { id } };
}

/** Combines the lines of one product to one item. The type asks for every field, so that none is lost. */
export function addUp(product: Product, lines: OrderLine[], contents: RequestedContent[]): Required<RequestedItem> {
  const unspoken = lines.length === 1 && lines[0]?.quantity === undefined;
  const last = <Name extends keyof OrderLine>(name: Name) => lines.findLast((line) => line[name] !== undefined)?.[name];
  return {
    product,
    contents,
    lines,
    quantity: unspoken ? null : unitsOf(lines),
    downloadsRemaining: last("downloadsRemaining"),
    price: unitPriceOf(lines),
    deviceLimit: last("deviceLimit"),
    updatesUntil: last("updatesUntil"),
    custom1: last("custom1"),
    custom2: last("custom2"),
    custom3: last("custom3"),
  };
}

/** The unit price at which the item costs as much as all its lines. A line without a price adds nothing. */
function unitPriceOf(lines: OrderLine[]): number | null | undefined {
  const [{ price } = {}, ...others] = lines;
  if (others.every((line) => line.price === price)) return price;
  const priced = lines.filter((line) => typeof line.price === "number");
  if (priced.length === 0) return null;
  return priced.reduce((sum, { price, quantity = 1 }) => sum + (price ?? 0) * quantity, 0) / unitsOf(lines);
}

/** The price of a new item: the caller's, otherwise its product's. */
interface PricedItem {
  product: Pick<Product, "price" | "currency">;
  price?: number | null | undefined;
}

/**
 * The product's price in an order of this currency; null if it has none, or if its currency differs: 500 yen are not 500 dollars.
 * A null currency means the account's, for both.
 */
export const priceIn = (currency: string | null, product: PricedItem["product"]): number | null =>
  [currency, null].includes(product.currency) || currency === null ? product.price : null;

/**
 * The currency of the product prices that new items use. Null, for the account's currency, if these currencies differ or if the
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
