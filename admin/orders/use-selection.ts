import { useState } from "react";
import type { Order } from "../api/types.ts";

const none = new Map<Order["id"], Order>();

/** The orders that are selected, over several pages of a list; another `list` (what it is filtered by) selects none. */
export function useSelection(list: string) {
  const [state, setState] = useState({ list, orders: none });
  if (state.list !== list) setState({ list, orders: none });
  const set = (changed: Order[], selected: boolean) =>
    setState((before) => {
      // What was begun in a list ends later, and another may be shown by then.
      if (before.list !== list) return before;
      const orders = new Map(before.orders);
      for (const order of changed) {
        if (selected) orders.set(order.id, order);
        else orders.delete(order.id);
      }
      return { list, orders };
    });
  const orders = state.list === list ? state.orders : none;
  return {
    selected: [...orders.values()],
    has: ({ id }: Order) => orders.has(id),
    set,
    clear: () => setState({ list, orders: none }),
  };
}
