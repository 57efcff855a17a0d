import { sql } from "kysely";
import type { SchemaMigration } from "../column-types.ts";

/**
 * What orders are worth by day and currency, filled from the orders that there are. Orders that a server of an earlier
 * version takes meanwhile are left out.
 */
export const revenue: SchemaMigration = async (db, { text, integer }) => {
  await db.schema
    .createTable("revenue_days")
    .addColumn("account_id", integer, (column) => column.notNull().references("accounts.id"))
    .addColumn("day", integer, (column) => column.notNull())
    .addColumn("currency", text, (column) => column.notNull())
    .addColumn("amount", integer, (column) => column.notNull())
    .addPrimaryKeyConstraint("revenue_days_pk", ["account_id", "day", "currency"])
    .execute();
  await sql`
    insert into revenue_days (account_id, day, currency, amount)
    select account_id, day, currency, sum(amount) from (
      select orders.account_id, orders.created_at / 86400000 as day,
        coalesce(orders.currency, accounts.currency) as currency,
        cast(round(sum(item.price * item.quantity) * 10000) as bigint) as amount
      from orders
      join accounts on accounts.id = orders.account_id
      join order_items as item on item.order_id = orders.id and item.removed_at is null and item.price is not null
      where orders.deleted_at is null and orders.revoked_at is null
      group by orders.id, orders.account_id, orders.created_at, orders.currency, accounts.currency
    ) as worth
    group by account_id, day, currency
  `.execute(db);
};
