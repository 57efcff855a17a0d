/** An amount of money as text, such as `9.99`; shops send what they have calculated, with many decimals. */
export const amountShape = /^\d{1,10}(\.\d{1,20})?$/;

export const largestAmount = 1_000_000_000;

/** A currency by its ISO 4217 code, in any case. */
export const currencyShape = /^[A-Za-z]{3}$/;

const digits = new Map<string, number>();

/** Digits of the currency's smallest unit; two for a code that nobody knows. */
export function fractionDigits(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const found = format.resolvedOptions().maximumFractionDigits ?? 2;
  digits.set(currency, found);
  return found;
}

/**
 * A unit price as interfaces show it. A total that does not divide by its units, such as 10 for 3, makes a price with
 * endless digits, which is kept for the sum and shown rounded to the currency's smallest unit. Prices with up to four
 * digits, which callers send, are shown as they are.
 */
export function shownPrice(price: number, currency: string): number {
  if (Math.round(price * 10_000) / 10_000 === price) return price;
  return Number(price.toFixed(fractionDigits(currency)));
}
