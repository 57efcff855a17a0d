import type { Tx } from "../database/database.ts";
import { DomainError } from "../errors.ts";
import { type Order, orderByGivenVendorId, orderByPublicId } from "./queries.ts";

/** The refusal of an order id that another order has. */
export function idConflict(id: string): DomainError {
  return new DomainError("taken", `The order id ${id} is taken by another order.`, [
    { field: "id", message: "is taken by another order" },
  ]);
}

/** The refusal of a caller's own order ID that another order has; null for one that has only just come into being. */
export function vendorIdConflict(vendorId: string, other: Order | null): DomainError {
  const sentence = `An order with the caller's own ID ${vendorId} exists already`;
  const message = other ? `is taken by order ${other.public_id}` : "is taken by another order";
  return new DomainError("taken", other ? `${sentence}: it is order ${other.public_id}.` : `${sentence}.`, [
    { field: "vendor_id", message },
  ]);
}

/** Throws `taken` when an id that the order is to get is another's. */
export async function rejectIdConflicts(
  tx: Tx,
  before: Order,
  { public_id, vendor_id }: Pick<Order, "public_id" | "vendor_id">,
): Promise<void> {
  if (public_id !== before.public_id && (await orderByPublicId(tx, before.account_id, public_id))) {
    throw idConflict(public_id);
  }
  if (vendor_id === null || vendor_id === before.vendor_id) return;
  const other = await orderByGivenVendorId(tx, before.account_id, vendor_id);
  if (other) throw vendorIdConflict(vendor_id, other);
}
