import type { Tx } from "../../platform/database/database.ts";
import { DomainError } from "../../platform/errors.ts";
import { visibleText } from "../../platform/text.ts";
import { noteChangedOrders } from "../../store/order-changes/note-changes.ts";
import { lockLiveOrders } from "./live-rows.ts";
import { type Order, orderColumns } from "./order-columns.ts";

export const notFound = (id: string) => new DomainError("not_found", `There is no order with the ID ${id}.`);

// Lock an order before you change it, its items or its emails.

/** Locks the order until the transaction ends. Throws `not_found`. */
export async function lockOrder(tx: Tx, accountId: number, id: string): Promise<Order> {
  const order = await lockLiveOrders(tx)
    .where("account_id", "=", accountId)
    .where("public_id", "=", visibleText(id))
    .returning(orderColumns)
    .executeTakeFirst();
  if (!order) throw notFound(id);
  await noteChangedOrders(tx, [order.id]);
  return order;
}

/** Locks the order (row number) until the transaction ends, and returns it; undefined if it was deleted. */
export async function lockOrderByNumber(tx: Tx, id: number | null): Promise<Order | undefined> {
  const order = await lockLiveOrders(tx).where("id", "=", id).returning(orderColumns).executeTakeFirst();
  if (order) await noteChangedOrders(tx, [order.id]);
  return order;
}

/** Locks the order of a customer's link until the transaction ends. Throws `not_found`. */
export async function lockOrderByGuid(tx: Tx, accountId: number, guid: string): Promise<Order> {
  const order = await lockLiveOrders(tx)
    .where("account_id", "=", accountId)
    .where("guid", "=", guid)
    .returning(orderColumns)
    .executeTakeFirst();
  if (!order) throw new DomainError("not_found", "This link does not exist.");
  await noteChangedOrders(tx, [order.id]);
  return order;
}
