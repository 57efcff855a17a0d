import type { OrderItemsTable } from "../../platform/database/schema.ts";

/** What happens to each column of an item when its order is deleted or its customer is erased, as in `order-columns.ts`. */
const columns = {
  id: "kept",
  order_id: "kept",
  product_id: "kept",
  guid: "kept",
  quantity: "kept",
  allowance_override: "kept",
  download_count: "kept",
  keys_assigned: "kept",
  price: "kept",
  custom_1: "emptied",
  custom_2: "emptied",
  custom_3: "emptied",
  created_at: "kept",
  removed_at: "kept",
  product_download_limit: "kept",
  large_file_bytes: "kept",
  large_file_download_limit: "kept",
  large_file_allowance_override: "kept",
  revoked_at: "kept",
  device_limit: "kept",
  bundle_item_id: "kept",
  updates_until: "kept",
} as const satisfies Record<keyof OrderItemsTable, "kept" | "emptied">;

type PersonalColumn = {
  [Column in keyof typeof columns]: (typeof columns)[Column] extends "emptied" ? Column : never;
}[keyof typeof columns];

/** The columns with personal data. */
export const personalColumns = (Object.keys(columns) as (keyof typeof columns)[]).filter(
  (column): column is PersonalColumn => columns[column] === "emptied",
);
