import type { Selectable } from "kysely";
import type { ColumnType } from "../../platform/database/row-set.ts";
import type { OrderItemsTable } from "../../platform/database/schema.ts";

// Every column of `order_items` stands here once, as those of `orders` in `order-columns.ts`.

/** Read as an item, and written with a new one. */
const ownColumns = {
  order_id: ["orderId", "integer"],
  product_id: ["productId", "integer"],
  guid: ["guid", "text"],
  quantity: ["quantity", "integer"],
  allowance_override: ["allowanceOverride", "integer"],
  product_download_limit: ["productDownloadLimit", "integer"],
  large_file_bytes: ["largeFileBytes", "integer"],
  large_file_download_limit: ["largeFileDownloadLimit", "integer"],
  large_file_allowance_override: ["largeFileAllowanceOverride", "integer"],
  device_limit: ["deviceLimit", "integer"],
  updates_until: ["updatesUntil", "integer"],
  bundle_item_id: ["bundleItemId", "integer"],
  price: ["price", "number"],
  custom_1: ["custom1", "text", { erasedTo: null }],
  custom_2: ["custom2", "text", { erasedTo: null }],
  custom_3: ["custom3", "text", { erasedTo: null }],
  created_at: ["createdAt", "integer"],
} as const;

/** Read as an item. Written by the database, by `licenses/pool.ts` and by `revoke-items.ts`. */
const stateColumns = {
  id: ["id", "integer"],
  keys_assigned: ["keysAssigned", "integer"],
  revoked_at: ["revokedAt", "integer"],
} as const;

/** The columns of a new item, each with its field. What an item shows of `download_count` is added up when it is read. */
export const filledItemColumns = { ...ownColumns, download_count: ["downloadCount", "integer"] } as const;
const readColumns = { ...ownColumns, ...stateColumns };
const allColumns = { ...filledItemColumns, ...stateColumns } satisfies {
  [Column in Exclude<keyof OrderItemsTable, "removed_at">]: ItemColumn<StoredItem[Column]>;
};

type StoredItem = Selectable<OrderItemsTable>;
type ItemColumn<Value> = readonly [field: string, type: ColumnType, personal?: { erasedTo: Value }];
type ReadColumns = typeof readColumns;

/** An order item as it is stored. */
export type StoredOrderItem = { [Column in keyof ReadColumns as ReadColumns[Column][0]]: StoredItem[Column] };

/** For `select` from `order_items as item`: each column with its field. */
export const itemColumns = Object.entries(readColumns).map(([column, [field]]) => `item.${column} as ${field}`) as {
  [Column in keyof ReadColumns]: `item.${Column} as ${ReadColumns[Column][0]}`;
}[keyof ReadColumns][];

/** The columns with personal data, emptied. */
export const itemWithoutPersonalData: Partial<StoredItem> = Object.fromEntries(
  Object.entries<ItemColumn<unknown>>(allColumns).flatMap(([column, [, , personal]]) =>
    personal ? [[column, personal.erasedTo]] : [],
  ),
);
