import type { Selectable } from "kysely";
import type { ColumnType } from "../../platform/database/row-set.ts";
import type { OrderItemsTable } from "../../platform/database/schema.ts";

// Every column of `order_items` stands here once, as those of `orders` in `order-columns.ts`.

/** Read as an item, and written with a new one. */
const ownColumns = {
  order_id: ["orderId", "integer", "kept"],
  product_id: ["productId", "integer", "kept"],
  guid: ["guid", "text", "kept"],
  quantity: ["quantity", "integer", "kept"],
  allowance_override: ["allowanceOverride", "integer", "kept"],
  product_download_limit: ["productDownloadLimit", "integer", "kept"],
  large_file_bytes: ["largeFileBytes", "integer", "kept"],
  large_file_download_limit: ["largeFileDownloadLimit", "integer", "kept"],
  large_file_allowance_override: ["largeFileAllowanceOverride", "integer", "kept"],
  device_limit: ["deviceLimit", "integer", "kept"],
  updates_until: ["updatesUntil", "integer", "kept"],
  bundle_item_id: ["bundleItemId", "integer", "kept"],
  price: ["price", "number", "kept"],
  custom_1: ["custom1", "text", { erasedTo: null }],
  custom_2: ["custom2", "text", { erasedTo: null }],
  custom_3: ["custom3", "text", { erasedTo: null }],
  created_at: ["createdAt", "integer", "kept"],
} as const;

/** Read as an item. Written by the database, by `licenses/pool.ts` and by `revoke-items.ts`. */
const stateColumns = {
  id: ["id", "integer", "kept"],
  keys_assigned: ["keysAssigned", "integer", "kept"],
  revoked_at: ["revokedAt", "integer", "kept"],
} as const;

/** The columns of a new item, each with its field. What an item shows of `download_count` is added up when it is read. */
export const filledItemColumns = { ...ownColumns, download_count: ["downloadCount", "integer", "kept"] } as const;
const readColumns = { ...ownColumns, ...stateColumns };
const allColumns = { ...filledItemColumns, ...stateColumns } satisfies {
  [Column in Exclude<keyof OrderItemsTable, "removed_at">]: ItemColumn<StoredItem[Column]>;
};

type StoredItem = Selectable<OrderItemsTable>;
type ItemColumn<Value> = readonly [field: string, type: ColumnType, fate: "kept" | { erasedTo: Value }];
type ReadColumns = typeof readColumns;

/** An order item as it is stored. */
export type StoredOrderItem = { [Column in keyof ReadColumns as ReadColumns[Column][0]]: StoredItem[Column] };

/** For `select` from `order_items as item`: each column with its field. */
export const itemColumns = Object.entries(readColumns).map(([column, [field]]) => `item.${column} as ${field}`) as {
  [Column in keyof ReadColumns]: `item.${Column} as ${ReadColumns[Column][0]}`;
}[keyof ReadColumns][];

/** The columns with personal data, emptied. */
export const itemWithoutPersonalData: Partial<StoredItem> = Object.fromEntries(
  Object.entries<ItemColumn<unknown>>(allColumns).flatMap(([column, [, , fate]]) =>
    fate === "kept" ? [] : [[column, fate.erasedTo]],
  ),
);
