/** An amount of money, such as `9.99`. Shops send results of calculations, with many decimals. */
export const amountShape = /^\d{1,10}(\.\d{1,20})?$/;

export const largestAmount = 1_000_000_000;

/** A currency by its ISO 4217 code, in any case. */
export const currencyShape = /^[A-Za-z]{3}$/;

const digits = new Map<string, number>();

/** Digits of the currency's smallest unit; two for an unknown code. */
export function fractionDigits(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const found = format.resolvedOptions().maximumFractionDigits ?? 2;
  digits.set(currency, found);
  return found;
}

/**
 * A unit price as interfaces show it. If a total does not divide evenly, such as 10 by 3, the exact price is kept for
 * sums and shown rounded to the currency's smallest unit. Prices of up to four decimals, as callers send them, are
 * shown unchanged.
 */
export function shownPrice(price: number, currency: string): number {
  if (Math.round(price * 10_000) / 10_000 === price) return price;
  return Number(price.toFixed(fractionDigits(currency)));
}
