import type { Reader } from "../../../platform/database/database.ts";

/** Returns the orders (row numbers) that were deleted. Only their IDs are left. */
export function deletedOrders(
  reader: Reader,
  ids: number[],
): Promise<{ id: number; publicId: string; vendorId: string | null }[]> {
  return reader
    .selectFrom("orders")
    .select(["id", "public_id as publicId", "vendor_id as vendorId"])
    .where("id", "in", ids)
    .where("deleted_at", "is not", null)
    .execute();
}
