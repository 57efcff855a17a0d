import type { Reader, Tx } from "../database/database.ts";
import { DomainError } from "../errors.ts";
import { setDownloadsRemaining } from "./order-items.ts";
import type { Order } from "./queries.ts";

export interface OrderItemOfAccount {
  /** Row numbers. */
  id: number;
  order_id: number;
  product_id: number;
}

/** An order item that its order still holds. Throws `not_found`. */
export async function requireOrderItem(reader: Reader, accountId: number, id: number): Promise<OrderItemOfAccount> {
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
  if (!item) throw new DomainError("not_found", `There is no order item ${id}.`);
  return item;
}

/** From now on each file of the order item can be downloaded so many times. Returns its order. Throws `not_found`. */
export async function updateOrderItem(
  tx: Tx,
  accountId: number,
  id: number,
  { downloadsRemaining }: { downloadsRemaining: number },
): Promise<Order> {
  const { order_id } = await requireOrderItem(tx, accountId, id);
  await setDownloadsRemaining(tx, id, downloadsRemaining);
  return tx.selectFrom("orders").selectAll().where("id", "=", order_id).executeTakeFirstOrThrow();
}
