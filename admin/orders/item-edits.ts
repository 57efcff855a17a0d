import { readOrder } from "../api/orders.ts";
import type { Order, OrderChanges } from "../api/types.ts";
import { itemsOf } from "./new-order.ts";
import { type Line, priceProblem, quantityProblem } from "./order-lines.tsx";

/** Changes to an order's products. */
export interface ItemEdits {
  /** Products' ids. */
  removed: number[];
  /** New quantities, by the products' ids; empty while nothing is typed. */
  quantities: Record<number, number | string>;
  added: Line[];
}

export const noEdits: ItemEdits = { removed: [], quantities: {}, added: [] };

/** What keeps the products of an order in this currency from being saved; null for nothing. */
export function itemsProblem({ removed, quantities, added }: ItemEdits, currency: string): string | null {
  const lacksQuantity = Object.entries(quantities).some(([id, typed]) => typed === "" && !removed.includes(Number(id)));
  if (lacksQuantity || added.some(quantityProblem)) return "Enter a quantity.";
  return added.map((line) => priceProblem(line, currency)).find((problem) => problem !== null) ?? null;
}

/** The products for v3; empty when nothing changes. */
export async function itemChanges(id: Order["id"], { removed, quantities, added }: ItemEdits): Promise<OrderChanges> {
  if (removed.length === 0 && added.length === 0 && Object.keys(quantities).length === 0) return {};
  // v3 replaces the whole list, so it keeps products that others have added meanwhile.
  const { order_items } = await readOrder(id);
  const others = [...removed, ...added.map(({ productId }) => productId)];
  const kept = order_items
    // What bundles brought goes and stays with them.
    .filter(({ item_id, bundle_item_id }) => bundle_item_id === null && !others.includes(item_id))
    .map(({ item_id }) => {
      const quantity = quantities[item_id];
      return quantity === undefined ? { item_id } : { item_id, quantity: Number(quantity) };
    });
  return { order_items: [...kept, ...itemsOf(added)] };
}
