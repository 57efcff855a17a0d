import type { Product } from "../../../delivery/catalog/queries.ts";
import { largestQuantity } from "../../../delivery/orders/order-input.ts";
import { currencyShape, largestAmount } from "../../../platform/money.ts";
import { singleLine } from "../../../platform/text.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import type { ShopContent, ShopLine } from "../known/facts.ts";
import { amountInWords, smallestAmount } from "../reading/shop-json.ts";

/** A line and the product that is delivered for it. */
export interface DeliverableLine {
  line: ShopLine;
  product: Product;
}

/**
 * In words, which amounts and units of these lines cannot be right, or whether the order's currency cannot be; null if all can
 * be.
 */
export function wrongValuesOf({ currency }: ShopContent, lines: ShopLine[]): string | null {
  const wrong = lines.flatMap((line) => {
    const values = wrongOf(line);
    return values.length === 0 ? [] : [`${singleLine(line.name) || line.sku || "A line"}: ${values.join(", ")}.`];
  });
  const isCurrency = currency === null || currencyShape.test(currency);
  if (!isCurrency)
    wrong.unshift(`The currency is ${JSON.stringify(currency.slice(0, 100))}, which is no code of three letters.`);
  return wrong.length === 0 ? null : wrong.slice(0, mostNamed).join(" ");
}

/** Maximum number of lines in a message. */
const mostNamed = 5;

function wrongOf({ quantity, price, unreadable }: ShopLine): string[] {
  const isUnits = Number.isInteger(quantity) && quantity >= 1 && quantity <= largestQuantity;
  const isAmount = price === null || (price >= 0 && price <= largestAmount);
  if (unreadable !== undefined) return [unreadable];
  return [...(isUnits ? [] : [`the quantity is ${quantity}`]), ...(isAmount ? [] : [`the price is ${price}`])];
}

/**
 * Why the paid amount does not cover the prices of these products, in words; null if it does, or if only the shop can have chosen
 * products and amount. An amount in another currency covers nothing.
 */
export function shortfallOf(
  account: Account,
  { mustCover, currency }: ShopContent,
  lines: DeliverableLine[],
): string | null {
  if (mustCover === undefined) return null;
  const costs = new Map<string, number>();
  for (const { line, product } of lines) {
    const code = (product.currency ?? account.currency).toUpperCase();
    if (product.price) costs.set(code, (costs.get(code) ?? 0) + product.price * line.quantity);
  }
  const paid = { code: (currency ?? "").toUpperCase(), amount: mustCover ?? 0 };
  const isCovered = [...costs].every(([code, cost]) => code === paid.code && paid.amount >= cost - smallestAmount);
  if (isCovered) return null;
  const cost = [...costs].map(([code, amount]) => amountInWords(amount, code)).join(" and ");
  return `${amountInWords(paid.amount, paid.code)} was paid. The products cost ${cost} here.`;
}
