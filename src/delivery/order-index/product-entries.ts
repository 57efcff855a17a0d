import type { Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet, type SetColumn, valueSet } from "../../platform/database/row-set.ts";
import type { OrderState } from "../../platform/database/schema.ts";
import type { Instant } from "../../platform/instants.ts";
import type { OrderWithItems } from "../orders/queries.ts";

/** An order of a product. */
interface ProductEntry {
  orderId: number;
  productId: number;
  state: OrderState;
  createdAt: Instant;
}

/** Rewrites the products of these orders, and removes those of all other orders among `orderIds`. */
export async function refreshProducts(
  tx: Tx,
  orderIds: number[],
  orders: { order: OrderWithItems; state: OrderState }[],
): Promise<void> {
  const wanted = orders.flatMap(({ order: { id: orderId, createdAt, items }, state }) =>
    [...new Set(items.map(({ productId }) => productId))].map(
      (productId): ProductEntry => ({ orderId, productId, state, createdAt }),
    ),
  );
  const key = ({ orderId, productId, state, createdAt }: ProductEntry) =>
    [orderId, productId, state, createdAt].join(" ");
  const before = await entriesOf(tx, { ids: JSON.stringify(orderIds) });
  const [had, has] = [new Set(before.map(key)), new Set(wanted.map(key))];
  const changed = new Set(
    [...before.filter((one) => !has.has(key(one))), ...wanted.filter((one) => !had.has(key(one)))].map(
      (one) => one.orderId,
    ),
  );
  if (changed.size === 0) return;
  await removeOf(tx, { ids: JSON.stringify([...changed]) });
  await insert(tx, { rows: JSON.stringify(wanted.filter(({ orderId }) => changed.has(orderId))) });
}

const entriesOf = prepared<{ ids: string }, ProductEntry>((db, { ids }) =>
  db
    .selectFrom("order_index_products")
    .select(["order_id as orderId", "product_id as productId", "state", "created_at as createdAt"])
    .where("order_id", "in", valueSet(db, "integer", ids)),
);

const removeOf = prepared<{ ids: string }, never>((db, { ids }) =>
  db.deleteFrom("order_index_products").where("order_id", "in", valueSet(db, "integer", ids)),
);

const columns = {
  order_id: ["orderId", "integer"],
  product_id: ["productId", "integer"],
  state: "text",
  created_at: ["createdAt", "integer"],
} as const satisfies Record<string, SetColumn<keyof ProductEntry>>;

const insert = prepared<{ rows: string }, never>((db, { rows }) => {
  const names = Object.keys(columns) as (keyof typeof columns)[];
  return db
    .insertInto("order_index_products")
    .columns(names)
    .expression(({ selectFrom }) =>
      selectFrom(rowSet(db, "entry", columns, rows)).select(names.map((column) => `entry.${column}` as const)),
    );
});
