import { expect } from "bun:test";
import type { Store } from "./service.ts";
import { v3 } from "./v3.ts";

// biome-ignore lint/suspicious/noExplicitAny: an order, or a part of it, as v3 shows it.
type ShownOrder = any;

const hour = 3_600_000;

/** Orders of products with limits, and what they say of them. */
export function limitedOrders(store: () => Store) {
  let customers = 0;
  const send = async (skus: string[], fields: object = {}) => {
    const order_items = skus.map((item_sku) => ({ item_sku }));
    const email = `customer-${++customers}@example.com`;
    const { status, body } = await v3(store(), "POST", "orders", { email, order_items, send_email: false, ...fields });
    expect(status).toBe(201);
    return body.order;
  };
  const read = async (id: number | string) => (await v3(store(), "GET", `orders/${id}`)).body.order;
  const put = async (id: number, changes: object) => (await v3(store(), "PUT", `orders/${id}`, changes)).body.order;
  const act = async (id: number, action: string) => (await v3(store(), "POST", `orders/${id}/${action}`)).body.order;
  const pathOf = (order: ShownOrder, index = 0) => new URL(order.order_items[index].download_url).pathname;
  const download = async (order: ShownOrder, index = 0) => (await store().get(pathOf(order, index))).status;
  const millisecondsOf = (iso: string) => new Date(iso).getTime();
  /** Hours until the order expires, rounded; with a star if they begin with its first download. Null for never. */
  const expiryOf = ({ expiration_date: date, expiration_hours_from_first_download: hours }: ShownOrder) => {
    if (hours !== null) return date === null ? `${hours}*` : "both";
    return date === null ? null : Math.round((millisecondsOf(date) - Date.now()) / hour);
  };
  const remainingOf = ({ order_items }: ShownOrder) => order_items.map((item: ShownOrder) => item.downloads_remaining);

  return { send, read, put, act, pathOf, download, millisecondsOf, expiryOf, remainingOf };
}
