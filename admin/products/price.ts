/** The price with the digits that its currency usually has, and more where it has more: "16.00", "9.505", of yen "1600". */
export function priceText(price: number, currency: string): string {
  const digits = String(price).split(".")[1]?.length ?? 0;
  return price.toFixed(Math.max(digits, usualDigits(currency)));
}

/** What was typed, as v3 takes it; null for nothing. */
export function typedPrice(text: string): string | null {
  // A comma is how half of the world writes it.
  return text.trim().replace(",", ".") || null;
}

/** What was typed, as `priceText` writes it; what is no price, or of no known currency, as it is. */
export function tidyPrice(text: string, currency: string): string {
  const price = typedPrice(text) ?? "";
  const isReadable = /^\d{1,10}(\.\d{1,4})?$/.test(price) && /^[a-z]{3}$/i.test(currency);
  return isReadable ? priceText(Number(price), currency) : text;
}

function usualDigits(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
