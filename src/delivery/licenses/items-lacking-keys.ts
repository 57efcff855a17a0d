import { type ExpressionBuilder, sql } from "kysely";
import type { EmailedOrder } from "../../messages/mail/due-times.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { lockRows } from "../../platform/database/row-locks.ts";
import { rowSet } from "../../platform/database/row-set.ts";
import type { OrderItemsTable, OrdersTable, ProductsTable, Schema } from "../../platform/database/schema.ts";
import { noteChangedOrders } from "../../store/order-changes/note-changes.ts";

/**
 * Everything that assigning keys reads and writes of order items, whose table belongs to the orders. The orders call this folder,
 * so it cannot call theirs.
 */

/** An order item with fewer keys than units. */
export interface LackingItem {
  id: number;
  productId: number;
  quantity: number;
  keysAssigned: number;
}

const lackingItem = [
  "item.id",
  "item.product_id as productId",
  "item.quantity",
  "item.keys_assigned as keysAssigned",
] as const;

/** An item that waits for keys, of an order that can get them. */
export type WaitingItem = LackingItem & Omit<EmailedOrder, "id"> & { orderId: number };

type Items = Schema & { item: OrderItemsTable; product: ProductsTable };

/** For a condition: the item is still in its order, not revoked, and has fewer keys than units. */
export const hasFewerKeys = ({ and, eb, ref }: ExpressionBuilder<Items, "item">) =>
  and([
    eb("item.removed_at", "is", null),
    eb("item.revoked_at", "is", null),
    eb("item.keys_assigned", "<", ref("item.quantity")),
  ]);

/** For a condition: as `hasFewerKeys`, and the item may use the product's pool (`products.keys_after_item`). */
export const lacksKeys = (builder: ExpressionBuilder<Items, "item" | "product">) => {
  const { and, eb, or, ref } = builder;
  const after = ref("product.keys_after_item");
  return and([hasFewerKeys(builder), or([eb(after, "is", null), eb("item.id", ">", after)])]);
};

/** The oldest order items of the product that wait for keys, of orders that can get them. Crosses domains: see `waitingItems`. */
export function waitingOrderItems(reader: Reader, productId: number, limit: number) {
  // Neither a join with the product nor a range of ids: SQLite would sort all its items.
  const after = reader
    .selectFrom("products")
    .select(({ fn, val }) => fn.coalesce("keys_after_item", val(0)).as("after"));
  return itemsWithFewerKeys(reader)
    .where(takesKeys)
    .where(({ eb }) => eb(eb("item.id", "+", sql.lit(0)), ">", after.where("id", "=", productId)))
    .select(lackingItem)
    .select(["item.order_id as orderId", "order.email"])
    .select(["order.recipient_email as recipientEmail", "order.deliver_at as deliverAt"])
    .where("item.product_id", "=", productId)
    .orderBy("item.order_id")
    .orderBy("item.id")
    .limit(limit)
    .execute();
}

type Orders = ExpressionBuilder<Schema & { order: OrdersTable }, "order">;

/** For a condition: the order gets keys now or once it is released, because it is not a test, and not deleted or revoked. */
const takesKeysUnlessHeld = ({ and, eb }: Orders) =>
  and([eb("order.test", "=", 0), eb("order.deleted_at", "is", null), eb("order.revoked_at", "is", null)]);

/** For a condition: the order gets keys, because it is not a test, and not deleted, on hold or revoked. */
const takesKeys = (builder: Orders) =>
  builder.and([takesKeysUnlessHeld(builder), builder("order.held_at", "is", null)]);

/**
 * Order items that wait for keys, of orders that can get them. Crosses domains: the product's row says which items do not wait.
 */
export const waitingItems = (reader: Reader) => waitingOrHeldItems(reader).where(takesKeys);

/** As `waitingItems`, and items that will wait once their orders are released. Crosses domains: see `waitingItems`. */
export const waitingOrHeldItems = (reader: Reader) =>
  itemsWithFewerKeys(reader).innerJoin("products as product", "product.id", "item.product_id").where(lacksKeys);

/**
 * Order items with fewer keys than units, of orders that get keys now or once they are released. Crosses domains: the orders'
 * rows say which items wait.
 */
export function itemsWithFewerKeys(reader: Reader) {
  return reader
    .selectFrom("order_items as item")
    .innerJoin("orders as order", "order.id", "item.order_id")
    .where(hasFewerKeys)
    .where(takesKeysUnlessHeld);
}

/** The product's newest order item; 0 if it has none. Crosses domains: items are numbered by the orders. */
export async function newestItem(reader: Reader, productId: number): Promise<number> {
  const row = await reader
    .selectFrom("order_items")
    .select("id")
    .where("product_id", "=", productId)
    .where("removed_at", "is", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/**
 * The oldest waiting items. They cannot be removed from their orders until the transaction ends. Crosses domains: see
 * `waitingItems`.
 */
export async function lockWaiting(tx: Tx, productId: number, most: number): Promise<WaitingItem[]> {
  const waiting = await waitingOrderItems(tx, productId, most);
  if (waiting.length === 0) return [];
  const held = await lockRows(tx, "order_items")
    .where(
      "id",
      "in",
      waiting.map(({ id }) => id),
    )
    .where("removed_at", "is", null)
    .where("revoked_at", "is", null)
    .whereRef("keys_assigned", "<", "quantity")
    .returning(["id", "product_id as productId", "quantity", "keys_assigned as keysAssigned"])
    .execute();
  const byId = new Map(held.map((item) => [item.id, item]));
  return waiting.flatMap((item) => {
    const now = byId.get(item.id);
    return now ? [{ ...item, ...now }] : [];
  });
}

/**
 * The order's items that lack keys and whose pools have some; none if the order cannot get keys. Crosses domains: one query finds
 * the items of an order and looks into their pools.
 */
export const assignableItems = prepared<{ orderId: number }, LackingItem>((db, { orderId }) =>
  db
    .selectFrom("order_items as item")
    .innerJoin("orders as order", "order.id", "item.order_id")
    .innerJoin("products as product", "product.id", "item.product_id")
    .select(lackingItem)
    .where("item.order_id", "=", orderId)
    .where(lacksKeys)
    .where(takesKeys)
    .where(isStocked)
    .orderBy("item.id"),
);

/** For a condition: the product's pool has keys for a new order, or its keys are made. */
export function isStocked({
  and,
  eb,
  exists,
  not,
  or,
  selectFrom,
}: ExpressionBuilder<Schema & { product: ProductsTable }, "product">) {
  // Neither `exists` nor `=`: PostgreSQL would read the whole pool if it expects most keys to be free.
  const free = selectFrom("license_keys as key")
    .select("key.id")
    .whereRef("key.product_id", ">=", "product.id")
    .whereRef("key.product_id", "<=", "product.id")
    .where("key.assigned_at", "is", null)
    .orderBy("key.product_id")
    .orderBy("key.id")
    .limit(sql.lit(1));
  return and([
    or([eb("product.license_source", "<>", "pool"), eb(free, "is not", null)]),
    not(
      exists(
        selectFrom("key_handouts as handout")
          .select("handout.product_id")
          .whereRef("handout.product_id", "=", "product.id"),
      ),
    ),
  ]);
}

/**
 * Adds to the number of keys of order items. `counts` is JSON with the number of `keys` for each `itemId`. Crosses domains: an
 * item's row has its number of keys, so that waiting items are found by an index.
 */
export const countAssigned = prepared<{ counts: string }, never>((db, { counts }) =>
  db
    .updateTable("order_items")
    .from(rowSet(db, "share", { itemId: "integer", keys: "integer" }, counts))
    .set(({ eb, ref }) => ({ keys_assigned: eb("keys_assigned", "+", ref("share.keys")) }))
    .whereRef("order_items.id", "=", "share.itemId"),
);

/**
 * Adds to the number of keys of an order item, unless it was removed or has fewer units. A revoked item keeps its keys, so it can
 * get them back with an import. Returns whether it did. Crosses domains: see `countAssigned`.
 */
export async function countAssignedIfLacking(tx: Tx, itemId: number, keys: number): Promise<boolean> {
  const item = await tx
    .updateTable("order_items")
    .set(({ eb }) => ({ keys_assigned: eb("keys_assigned", "+", keys) }))
    .where("id", "=", itemId)
    .where("removed_at", "is", null)
    .where(({ eb, ref }) => eb(eb("keys_assigned", "+", keys), "<=", ref("quantity")))
    .returning("order_id as orderId")
    .executeTakeFirst();
  if (item) await noteChangedOrders(tx, [item.orderId]);
  return item !== undefined;
}
