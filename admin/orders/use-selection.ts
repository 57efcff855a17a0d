import { useState } from "react";
import type { Order } from "../api/types.ts";

/** The orders that are selected, over several pages of a list; another `list` (what it is filtered by) selects none. */
export function useSelection(list: string) {
  const [state, setState] = useState({ list, orders: new Map<Order["id"], Order>() });
  const orders = state.list === list ? state.orders : new Map<Order["id"], Order>();
  const set = (changed: Order[], selected: boolean) =>
    setState((before) => {
      const next = new Map(before.list === list ? before.orders : []);
      for (const order of changed) {
        if (selected) next.set(order.id, order);
        else next.delete(order.id);
      }
      return { list, orders: next };
    });
  return {
    selected: [...orders.values()],
    has: ({ id }: Order) => orders.has(id),
    set,
    clear: () => setState({ list, orders: new Map() }),
  };
}
