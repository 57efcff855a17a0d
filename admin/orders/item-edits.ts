import { readOrder } from "../api/orders.ts";
import type { Order, OrderChanges } from "../api/types.ts";
import { itemsOf } from "./new-order.ts";
import type { Line } from "./order-lines.tsx";

/** What changes in the products of an order; the others stay as they are. */
export interface ItemEdits {
  /** Products' ids. */
  removed: number[];
  added: Line[];
}

export const noEdits: ItemEdits = { removed: [], added: [] };

/** The products as v3 takes them; nothing when none changes. */
export async function itemChanges(id: Order["id"], { removed, added }: ItemEdits): Promise<OrderChanges> {
  if (removed.length === 0 && added.length === 0) return {};
  // v3 takes the whole list: what others have added to it meanwhile stays in it.
  const { order_items } = await readOrder(id);
  const others = [...removed, ...added.map(({ productId }) => productId)];
  const kept = order_items.map(({ item_id }) => ({ item_id })).filter(({ item_id }) => !others.includes(item_id));
  return { order_items: [...kept, ...itemsOf(added)] };
}
