/** The longest SKU that is suggested. */
const most = 40;

/** A SKU made of the letters and digits of a name: "Guía de aves" becomes "GUIA-DE-AVES". Empty if it has none of ASCII. */
export function suggestedSku(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{Mark}|['’]/gu, "")
    .toUpperCase()
    .match(/[A-Z\d]+/g);
  return (words ?? []).reduce((sku, word) => {
    const longer = sku === "" ? word : `${sku}-${word}`;
    return longer.length > most ? sku : longer;
  }, "");
}
