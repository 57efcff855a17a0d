import type { Reader } from "../../../platform/database/database.ts";
import { filesOfProduct, type ProductFile } from "../../catalog/queries.ts";
import { allowanceOf, remainingOf } from "../download-allowance.ts";
import type { OrderItem, OrderWithItems } from "../queries.ts";

/** A file or external link of an order item. */
export interface ItemFile extends ProductFile {
  /** Downloads left; null if unlimited. */
  remaining: number | null;
}

/** The item's present files and external links, in the order in which the customer sees them. */
export async function filesOfOrderItem(reader: Reader, order: OrderWithItems, item: OrderItem): Promise<ItemFile[]> {
  const rows = await reader
    .selectFrom("allowances")
    .select(["file_id as fileId", "taken"])
    .where("order_item_id", "=", item.id)
    .execute();
  const taken = new Map(rows.map((row) => [row.fileId, row.taken]));
  const files = await filesOfProduct(reader, item.productId);
  return files.map((file) => ({
    ...file,
    remaining: remainingOf(allowanceOf(item, order, file.sizeBytes), taken.get(file.id) ?? 0),
  }));
}
