import { totalOf } from "../../delivery/orders/total.ts";
import { fractionDigits } from "../../platform/money.ts";

interface PricedItem {
  price: number | null;
  quantity: number;
}

/**
 * Prices of one unit of each item that make the order cost `total`: the items' own prices where these do, else shares in
 * proportion to them, or to the units where no item has a price. Shares are whole in the currency's smallest unit.
 */
export function pricesFor(total: number, items: PricedItem[], currency: string): (number | null)[] {
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
    // By what all up to here come to, so that no rounding is left over for the last.
    const upToHere = index === items.length - 1 ? total : Math.round((total * weighed * units) / whole) / units;
    const amount = upToHere - given;
    given = upToHere;
    return Math.max(0, amount) / quantity;
  });
}
