import * as items from "../../src/http/pages/item.tsx";
import * as orders from "../../src/http/pages/order.tsx";

/** The pages with long lists, as one text. */
const whole =
  <Props>(page: (props: Props) => Iterable<string>) =>
  (props: Props): string =>
    [...page(props)].join("");

export const OrderPage = whole(orders.OrderPage);
export const ItemPage = whole(items.ItemPage);
export const PermalinkPage = whole(items.PermalinkPage);
