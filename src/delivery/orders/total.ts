/**
 * Sum of price times quantity, rounded to ten-thousandths, which are finer than any currency's smallest unit. Null if no item has
 * a price.
 */
export function totalOf(items: { price: number | null; quantity: number }[]): number | null {
  const priced = items.filter(({ price }) => price !== null);
  if (priced.length === 0) return null;
  return Math.round(priced.reduce((sum, { price, quantity }) => sum + (price ?? 0) * quantity, 0) * 10_000) / 10_000;
}
