import { useRenewals } from "../api/renewals.ts";
import type { Order } from "../api/types.ts";

/** As many as v3 tells at once. */
const most = 500;

/** How many of the orders wait for an answer to a request for a renewal; null if they are too many to know. Asked while `enabled`. */
export function useAsking(orders: Pick<Order, "id">[], enabled: boolean): number | null {
  const [only] = orders.length === 1 ? orders : [];
  const one = only ? { order_id: String(only.id) } : {};
  const { data, error } = useRenewals({ status: "open", ...one, page: 1, page_size: most }, enabled);
  if (!data) return error ? null : 0;
  if (data.total > data.renewal_requests.length) return null;
  const asked = new Set(data.renewal_requests.map(({ order_id }) => order_id));
  return orders.filter(({ id }) => asked.has(id)).length;
}
