import type { Reader, Tx } from "../../platform/database/database.ts";
import { lockRows } from "../../platform/database/row-locks.ts";

/** Orders that were not deleted. */
export const liveOrders = (db: Reader) => db.selectFrom("orders").where("deleted_at", "is", null);

/** Like `liveOrders`, but locked until the transaction ends. */
export const lockLiveOrders = (tx: Tx) => lockRows(tx, "orders").where("deleted_at", "is", null);

/** Items that are still in their order. Their products may have been deleted. */
export const keptItems = (db: Reader) => db.selectFrom("order_items").where("removed_at", "is", null);

/** Like `keptItems`, without items that were revoked on their own. */
export const deliveringItems = (db: Reader) => keptItems(db).where("revoked_at", "is", null);

/**
 * Order items with their products, including removed items and deleted products. Crosses domains: an order shows, and is found
 * by, the SKUs and names of its products.
 */
export const itemsWithProducts = (db: Reader) =>
  db.selectFrom("order_items as item").innerJoin("products as product", "product.id", "item.product_id");

/** Items that are still in their order, and those removed with their product (`deleteProduct`). Leaves out revoked items. */
export const earningItems = (db: Reader) =>
  itemsWithProducts(db)
    .where("item.revoked_at", "is", null)
    .where((row) =>
      row.or([row("item.removed_at", "is", null), row("item.removed_at", "=", row.ref("product.deleted_at"))]),
    );

/** Items that are still in their order and whose product was not deleted. The order may have been deleted. */
export const liveItems = (db: Reader) =>
  itemsWithProducts(db).where("item.removed_at", "is", null).where("product.deleted_at", "is", null);

/** Like `liveItems`, but only of orders that were not deleted. */
export const liveOrderedItems = (db: Reader) =>
  liveItems(db).innerJoin("orders as order", "order.id", "item.order_id").where("order.deleted_at", "is", null);
