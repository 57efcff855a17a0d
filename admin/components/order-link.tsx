import type { Order } from "../api/types.ts";
import { orderAddress } from "./order-address.ts";
import { Shortened } from "./shortened.tsx";

type Named = Pick<Order, "id" | "vendor_id" | "shop_number">;

/** By what an order is called, as customers know it: the shop's number, or your order ID, or otherwise its ID here. */
export const orderName = ({ id, vendor_id, shop_number }: Named): string => shop_number ?? vendor_id ?? String(id);

interface OfOrder {
  order_id: Order["id"] | null;
  order_vendor_id: string | null;
  order_shop_number: string | null;
}

/** The same in what belongs to an order, such as an email. Empty for what belongs to none. */
export const nameOfOrder = ({ order_id, order_vendor_id, order_shop_number }: OfOrder): string =>
  orderName({ id: order_id ?? "", vendor_id: order_vendor_id, shop_number: order_shop_number });

interface OrderLinkProps {
  id: Order["id"];
  /** By what it is called. */
  name: string;
  /** Without a link, such as to an order that was deleted. */
  plain?: boolean;
}

/** Characters of an ID that takes little room, so that it is not broken. */
const shortId = 12;

/** An order in a table: its name leads, and the ID here stands below it if it is another. */
export function OrderLink({ id, name, plain = false }: OrderLinkProps) {
  const ownId = String(id);
  const isShort = (text: string) => text.length <= shortId;
  return (
    <>
      <Shortened value={name} {...(plain ? {} : { to: orderAddress(id) })} whole={isShort(name)} />
      {name !== ownId && (
        <Shortened value={ownId} title={`ID here: ${id}`} size="xs" c="dimmed" width="narrow" whole={isShort(ownId)} />
      )}
    </>
  );
}
