import { sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";

/** An account whose stored customer counts do not match its orders. */
interface WrongCustomers {
  accountId: number;
  /** The real number of customers, and the stored one. */
  customers: number;
  counted: number;
  /** Customers whose stored number of orders is wrong. */
  wrong: number;
}

/** Compares the orders of each customer, and the customers of each account, with the stored counts. */
export async function compareCustomers(reader: Reader): Promise<{ customers: number; wrong: WrongCustomers[] }> {
  const rows = await reader
    .selectFrom("customer_index as kept")
    .leftJoin(
      ({ selectFrom }) =>
        selectFrom("customer_index_orders")
          .select(({ fn }) => ["account_id", "address", fn.countAll<number>().as("held")])
          .groupBy(["account_id", "address"])
          .as("given"),
      (join) => join.onRef("given.account_id", "=", "kept.account_id").onRef("given.address", "=", "kept.address"),
    )
    .leftJoin("customer_counts as counts", "counts.account_id", "kept.account_id")
    .select(["kept.account_id as accountId", "counts.customers as counted"])
    .select(({ fn }) => fn.countAll<number>().as("customers"))
    .select(({ ref }) =>
      sql<number>`sum(case when ${ref("kept.orders")} = coalesce(${ref("given.held")}, 0) then 0 else 1 end)`.as(
        "wrong",
      ),
    )
    .groupBy(["kept.account_id", "counts.customers"])
    .orderBy("kept.account_id")
    .execute();
  const all = rows.map(({ accountId, customers, counted, wrong }) => ({
    accountId,
    customers: Number(customers),
    counted: counted ?? 0,
    wrong: Number(wrong),
  }));
  return {
    customers: all.reduce((sum, { customers }) => sum + customers, 0),
    wrong: all.filter(({ customers, counted, wrong }) => customers !== counted || wrong > 0),
  };
}
