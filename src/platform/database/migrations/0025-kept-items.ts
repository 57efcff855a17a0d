import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/** Counts how many orders hold each product, so that nobody goes through all of them to show it. */
export const keptItems: SchemaMigration = async (db, { integer }) => {
  await db.schema
    .alterTable("product_days")
    .addColumn("kept_items", integer, (column) => column.notNull().defaultTo(0))
    .execute();
  // What is there by now stands on the product's first day.
  await sql`insert into product_days (account_id, product_id, day, orders, downloads, bytes, kept_items)
    select product.account_id, product.id,
      coalesce((select min(counted.day) from product_days as counted where counted.product_id = product.id),
        min(item.created_at) / 86400000),
      0, 0, 0, count(*)
    from order_items as item inner join products as product on product.id = item.product_id
    where item.removed_at is null
    group by product.id, product.account_id
    on conflict (product_id, day) do update set kept_items = excluded.kept_items`.execute(db);
};
