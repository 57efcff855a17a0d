import { isUniqueViolation, type Tx } from "../../../platform/database/database.ts";
import { idConflict, vendorIdConflict } from "../id-conflicts.ts";
import { columnsOf, type Order, orderColumns, searchValues } from "../order-columns.ts";

/** Writes the changes to the order, with what searches find. Throws `taken` if a new ID is in use. */
export async function changeOrder(tx: Tx, order: Order, changes: Partial<Order>): Promise<Order> {
  const searched = searchValues({ ...order, ...changes });
  try {
    const updated = tx
      .updateTable("orders")
      .set(columnsOf({ ...changes, ...searched }))
      .where("id", "=", order.id)
      .returning(orderColumns);
    return await updated.executeTakeFirstOrThrow();
  } catch (error) {
    // Another order took the ID after the check.
    if (!isUniqueViolation(error)) throw error;
    const { publicId = order.publicId, vendorId = null } = changes;
    throw vendorId === null || publicId !== order.publicId ? idConflict(publicId) : vendorIdConflict(vendorId, null);
  }
}
