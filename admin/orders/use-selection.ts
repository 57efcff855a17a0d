import { useState } from "react";
import type { Order } from "../api/types.ts";

const none = new Map<Order["id"], Order>();

/** The selected orders, across pages. Changing `list` (the filter) clears them. */
export function useSelection(list: string) {
  const [state, setState] = useState({ list, orders: none });
  if (state.list !== list) setState({ list, orders: none });
  const set = (changed: Order[], selected: boolean) =>
    setState((before) => {
      // A request started for one list may end when another is shown.
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
