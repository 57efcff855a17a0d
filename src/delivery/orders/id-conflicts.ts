import type { Reader, Tx } from "../../platform/database/database.ts";
import { DomainError } from "../../platform/errors.ts";
import { liveOrders } from "./live-rows.ts";
import type { Order } from "./order-columns.ts";
import { orderByGivenVendorId, orderByPublicId } from "./queries.ts";

/** The error for an order ID that another order has. */
export function idConflict(id: string): DomainError {
  return new DomainError("taken", `Another order already has the ID ${id}.`, [
    { field: "id", message: "is already used by another order" },
  ]);
}

/** The error for a store's order ID that another order has; `other` is null if it was created at the same time. */
export function vendorIdConflict(vendorId: string, other: Order | null): DomainError {
  const sentence = `An order with your order ID ${vendorId} already exists`;
  const message = other ? `is already used by order ${other.publicId}` : "is already used by another order";
  return new DomainError("taken", other ? `${sentence}: it is order ${other.publicId}.` : `${sentence}.`, [
    { field: "vendorId", message },
  ]);
}

/** Throws `taken` if another order has one of the order's new IDs. */
export async function rejectIdConflicts(
  tx: Tx,
  before: Order,
  { publicId, vendorId }: Pick<Order, "publicId" | "vendorId">,
): Promise<void> {
  if (publicId !== before.publicId && (await orderByPublicId(tx, before.accountId, publicId))) {
    throw idConflict(publicId);
  }
  if (vendorId === null || vendorId === before.vendorId) return;
  const other = await orderByGivenVendorId(tx, before.accountId, vendorId);
  if (other) throw vendorIdConflict(vendorId, other);
}

const idColumns = { publicId: "public_id", vendorId: "vendor_id" } as const;

/** Returns the IDs that the account's orders already use, as order ID or as the store's order ID. */
export async function takenIds(
  reader: Reader,
  accountId: number,
  kind: keyof typeof idColumns,
  ids: (string | undefined)[],
): Promise<Set<string>> {
  const given = ids.filter((id) => id !== undefined);
  if (given.length === 0) return new Set();
  const column = idColumns[kind];
  const rows = await liveOrders(reader)
    .select(`${column} as id`)
    .where("account_id", "=", accountId)
    .where(column, "in", given)
    .execute();
  return new Set(rows.flatMap(({ id }) => id ?? []));
}
