import { useEventsOfOrder } from "../api/connections.ts";
import type { Order } from "../api/types.ts";
import { moment } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";

/** When an order was created, and by whom: a shop with its connection and event, a person, or a program. */
export function OrderOrigin({ order }: { order: Order }) {
  const { created_at, shop, source } = order;
  return (
    <>
      {moment(created_at)}, {shop === null ? sourceWords[source] : <FromShop order={order} shop={shop} />}
    </>
  );
}

// Earlier versions wrote `api` for imported orders, too.
const sourceWords: Record<Order["source"], string> = {
  api: "by API or import",
  import: "by import",
  manual: "manually",
};

/** Such as "WooCommerce, order 5001". The links are missing once the events were removed, as they are with time. */
function FromShop({ order: { id, shop_number }, shop }: { order: Order; shop: string }) {
  const [event] = useEventsOfOrder(id).data ?? [];
  const number = shop_number === null ? "its order" : `order ${shop_number}`;
  if (!event) return `${shop}, ${number}`;
  return (
    <>
      <TextLink to={`/admin/connections/${event.connection_id}`} size="sm">
        {event.connection_name || shop}
      </TextLink>
      {", "}
      <TextLink to={`/admin/connections/events/${event.id}`} size="sm">
        {number}
      </TextLink>
    </>
  );
}
