import type { Reader } from "../database/database.ts";

export interface OrderItemOfAccount {
  /** Row numbers. */
  id: number;
  order_id: number;
  product_id: number;
}

/** An order item that its order still holds; null when the account has none with this number. */
export async function orderItemById(reader: Reader, accountId: number, id: number): Promise<OrderItemOfAccount | null> {
  const item = await reader
    .selectFrom("order_items as item")
    .innerJoin("orders as order", "order.id", "item.order_id")
    .innerJoin("products as product", "product.id", "item.product_id")
    .select(["item.id", "item.order_id", "item.product_id"])
    .where("item.id", "=", id)
    .where("item.removed_at", "is", null)
    .where("order.account_id", "=", accountId)
    .where("order.deleted_at", "is", null)
    .where("product.deleted_at", "is", null)
    .executeTakeFirst();
  return item ?? null;
}
