import type { Reader } from "../../platform/database/database.ts";
import { notFound } from "./lock-order.ts";
import type { Order } from "./order-columns.ts";
import { orderByPublicId, orderByVendorId } from "./queries.ts";

/** Throws `not_found`. */
export async function requireOrder(reader: Reader, accountId: number, id: string): Promise<Order> {
  const order = await orderByPublicId(reader, accountId, id);
  if (!order) throw notFound(id);
  return order;
}

/** Finds it by the store's order ID. Throws `not_found`. */
export async function requireOrderByVendorId(reader: Reader, accountId: number, vendorId: string): Promise<Order> {
  const order = await orderByVendorId(reader, accountId, vendorId);
  if (!order) throw notFound(vendorId);
  return order;
}
