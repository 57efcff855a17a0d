import { timesInWords } from "../../../platform/i18n/in-words.ts";
import type { Localization } from "../../../platform/i18n/localization.ts";
import { singleLine } from "../../../platform/text.ts";
import type { OrderWithItems } from "../queries.ts";

type Item = OrderWithItems["items"][number];

/** The products that name an order. A bundle among them stands for what it brought. */
export function namedProducts<Named extends Pick<Item, "id" | "bundleItemId">>(items: Named[]): Named[] {
  const ids = new Set(items.map(({ id }) => id));
  return items.filter(({ bundleItemId }) => bundleItemId === null || !ids.has(bundleItemId));
}

/** An order can have hundreds of products. */
const mostNames = 5;

/** The names of the first products, with their units if there are several. */
export function namesInWords(products: Pick<Item, "productName" | "quantity">[], local: Localization): string {
  const names = products
    .slice(0, mostNames)
    .map(({ productName, quantity }) => singleLine(productName) + timesInWords(quantity, local));
  return names.join(", ") + (products.length > mostNames ? " …" : "");
}
