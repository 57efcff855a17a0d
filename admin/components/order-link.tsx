import type { Order } from "../api/types.ts";
import { orderAddress } from "./order-address.ts";
import { Shortened } from "./shortened.tsx";

/** By what an order is called: the shop's number, or otherwise its ID here. */
export const orderNumber = ({ id, shop_number }: Pick<Order, "id" | "shop_number">): string =>
  shop_number ?? String(id);

/** The same in what belongs to an order, such as an email. */
export const numberOfOrder = ({ order_id, order_shop_number }: OfOrder): string =>
  order_shop_number ?? String(order_id);

interface OfOrder {
  order_id: Order["id"] | null;
  order_shop_number: string | null;
}

interface OrderLinkProps {
  id: Order["id"];
  /** The shop's number of the order; null for none. */
  shopNumber: string | null;
  /** Without a link, such as to an order that was deleted. */
  plain?: boolean;
}

/** An order in a table: its number leads, and the ID here stands below it if it is another. */
export function OrderLink({ id, shopNumber, plain = false }: OrderLinkProps) {
  const number = shopNumber ?? String(id);
  return (
    <>
      <Shortened value={number} {...(plain ? {} : { to: orderAddress(id) })} whole={shopNumber === null} />
      {number !== String(id) && (
        <Shortened value={String(id)} title={`ID here: ${id}`} size="xs" c="dimmed" width="narrow" />
      )}
    </>
  );
}
