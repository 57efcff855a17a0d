import type { Reader, Tx } from "../database/database.ts";
import { DomainError } from "../errors.ts";
import { liveOrders } from "./live.ts";
import { type Order, orderByGivenVendorId, orderByPublicId } from "./queries.ts";

/** The error for an order ID that another order has. */
export function idConflict(id: string): DomainError {
  return new DomainError("taken", `Another order already has the ID ${id}.`, [
    { field: "id", message: "is already used by another order" },
  ]);
}

/** The error for a caller's own order ID that another order has; `other` is null if that one was created just now. */
export function vendorIdConflict(vendorId: string, other: Order | null): DomainError {
  const sentence = `An order with your own ID ${vendorId} already exists`;
  const message = other ? `is already used by order ${other.public_id}` : "is already used by another order";
  return new DomainError("taken", other ? `${sentence}: it is order ${other.public_id}.` : `${sentence}.`, [
    { field: "vendorId", message },
  ]);
}

/** Throws `taken` if another order has one of the order's new IDs. */
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

/** Those of the IDs that orders of the account have: as order ids, or as the caller's own. */
export async function takenIds(
  reader: Reader,
  accountId: number,
  column: "public_id" | "vendor_id",
  ids: (string | undefined)[],
): Promise<Set<string>> {
  const given = ids.filter((id) => id !== undefined);
  if (given.length === 0) return new Set();
  const rows = await liveOrders(reader)
    .select(`${column} as id`)
    .where("account_id", "=", accountId)
    .where(column, "in", given)
    .execute();
  return new Set(rows.flatMap(({ id }) => id ?? []));
}
