import type { Instant } from "../../../platform/instants.ts";
import { type ItemChange, orderItemValues } from "../order-items.ts";
import type { RequestedContent } from "./contents.ts";

/**
 * The item of a product in a bundle. It has no price; the bundle's item carries the price of everything. If the product has no
 * end of updates, the item gets that of the bundle's item.
 */
export const contentValues = (
  order: Parameters<typeof orderItemValues>[0],
  { product, quantity, updatesUntil, ...line }: RequestedContent & Partial<ItemChange>,
  bundle: { id: number; quantity: number; updatesUntil: Instant | null },
  now: Instant,
) =>
  orderItemValues(
    order,
    {
      ...line,
      product,
      quantity: quantity * bundle.quantity,
      price: 0,
      bundleItemId: bundle.id,
      updatesUntil: updatesUntil ?? (product.updatesForDays === null ? bundle.updatesUntil : undefined),
    },
    now,
  );
