/**
 * The price with at least the usual decimals of its currency: "16.00", "9.505", "1600" yen.
 */
export function priceText(price: number, currency: string): string {
  const digits = String(price).split(".")[1]?.length ?? 0;
  return price.toFixed(Math.max(digits, usualDigits(currency)));
}

/** The typed price for v3; null when empty. */
export function typedPrice(text: string): string | null {
  // Many languages use a decimal comma.
  return text.trim().replace(",", ".") || null;
}

/** The problem with a price that has more decimals than its currency; v3 checks the rest. Null for none. */
export function placesProblem(text: string, currency: string): string | null {
  if (!isReadable(text, currency)) return null;
  const digits = String(Number(typedPrice(text))).split(".")[1]?.length ?? 0;
  const usual = usualDigits(currency);
  if (digits <= usual) return null;
  const name = currency.toUpperCase();
  return usual === 0
    ? `Prices in ${name} have no decimal places.`
    : `Prices in ${name} have at most ${usual} decimal places.`;
}

/** The typed price in the format of `priceText`; unchanged if it is no valid price or currency. */
export function tidyPrice(text: string, currency: string): string {
  return isReadable(text, currency) ? priceText(Number(typedPrice(text)), currency) : text;
}

function isReadable(text: string, currency: string): boolean {
  return /^\d{1,10}(\.\d{1,4})?$/.test(typedPrice(text) ?? "") && /^[a-z]{3}$/i.test(currency);
}

function usualDigits(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
