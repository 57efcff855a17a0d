/**
 * The price with the digits that its currency usually has, and more where it has more: "16.00", "9.505", of yen "1600".
 */
export function priceText(price: number, currency: string): string {
  const digits = String(price).split(".")[1]?.length ?? 0;
  return price.toFixed(Math.max(digits, usualDigits(currency)));
}

/** What was typed, as v3 takes it; null for nothing. */
export function typedPrice(text: string): string | null {
  // A comma is how half of the world writes it.
  return text.trim().replace(",", ".") || null;
}

/** Why the price cannot be meant: it has more places than its currency. Null for what v3 judges, too. */
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

/** What was typed, as `priceText` writes it; what is no price, or of no known currency, as it is. */
export function tidyPrice(text: string, currency: string): string {
  return isReadable(text, currency) ? priceText(Number(typedPrice(text)), currency) : text;
}

function isReadable(text: string, currency: string): boolean {
  return /^\d{1,10}(\.\d{1,4})?$/.test(typedPrice(text) ?? "") && /^[a-z]{3}$/i.test(currency);
}

function usualDigits(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
