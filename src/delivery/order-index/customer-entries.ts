import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet, type SetColumn, valueSet } from "../../platform/database/row-set.ts";
import { canonicalEmail } from "../../platform/email-address.ts";
import type { Instant } from "../../platform/instants.ts";

/** An order of a customer. */
interface CustomersOrder {
  orderId: number;
  accountId: number;
  /** The canonical address. */
  address: string;
  createdAt: Instant;
}

/** An order's own row. */
interface AddressedOrder {
  id: number;
  accountId: number;
  email: string;
  createdAt: Instant;
}

/**
 * Assigns each order (row number) to its customer, and removes all others among `orderIds` from their customers, as of the
 * caller's transaction. A customer's number of orders always equals the number of assigned orders.
 */
export async function refreshCustomers(tx: Tx, orderIds: number[], orders: AddressedOrder[]): Promise<void> {
  const wanted = orders
    .filter(({ email }) => email !== "")
    .map(({ id, accountId, email, createdAt }) => ({
      orderId: id,
      accountId,
      address: canonicalEmail(email).toWellFormed(),
      createdAt,
    }));
  const before = await given(tx, { ids: JSON.stringify(orderIds) });
  const [had, has] = [new Set(before.map(keyOf)), new Set(wanted.map(keyOf))];
  const gone = before.filter((one) => !has.has(keyOf(one)));
  const came = wanted.filter((one) => !had.has(keyOf(one)));
  if (gone.length > 0) await take(tx, { ids: JSON.stringify(gone.map(({ orderId }) => orderId)) });
  if (came.length > 0) await give(tx, { rows: JSON.stringify(came) });
  if (gone.length + came.length > 0) await writeCustomers(tx, gone, came);
}

const keyOf = ({ orderId, accountId, address, createdAt }: CustomersOrder) =>
  JSON.stringify([orderId, accountId, address, createdAt]);

/** A customer, and the change in their number of orders. */
interface Change {
  accountId: number;
  address: string;
  more: number;
}

async function writeCustomers(tx: Tx, gone: CustomersOrder[], came: CustomersOrder[]): Promise<void> {
  const changes = new Map<string, Change>();
  const count = ({ accountId, address }: CustomersOrder, by: number) => {
    const key = `${accountId} ${address}`;
    changes.set(key, { accountId, address, more: (changes.get(key)?.more ?? 0) + by });
  };
  for (const one of came) count(one, 1);
  for (const one of gone) count(one, -1);
  const rows = JSON.stringify([...changes.values()]);
  const counts = new Map<number, number>();
  const countCustomer = (accountId: number, by: number) => counts.set(accountId, (counts.get(accountId) ?? 0) + by);
  for (const { accountId, address, orders } of await changeCustomers(tx, { rows })) {
    // A customer whose only orders are the added ones is new.
    if (orders > 0 && orders === changes.get(`${accountId} ${address}`)?.more) countCustomer(accountId, 1);
    if (orders === 0) countCustomer(accountId, -1);
  }
  if (gone.length > 0) await removeWithoutOrders(tx, { rows });
  const changed = [...counts].map(([accountId, more]) => ({ accountId, more })).filter(({ more }) => more !== 0);
  if (changed.length > 0) await changeCounts(tx, { rows: JSON.stringify(changed) });
}

const given = prepared<{ ids: string }, CustomersOrder>((db, { ids }) =>
  db
    .selectFrom("customer_index_orders")
    .select(["order_id as orderId", "account_id as accountId", "address", "created_at as createdAt"])
    .where("order_id", "in", valueSet(db, "integer", ids)),
);

const take = prepared<{ ids: string }, never>((db, { ids }) =>
  db.deleteFrom("customer_index_orders").where("order_id", "in", valueSet(db, "integer", ids)),
);

const columns = {
  order_id: ["orderId", "integer"],
  account_id: ["accountId", "integer"],
  address: "text",
  created_at: ["createdAt", "integer"],
} as const satisfies Record<string, SetColumn<keyof CustomersOrder>>;

const give = prepared<{ rows: string }, never>((db, { rows }) => {
  const names = Object.keys(columns) as (keyof typeof columns)[];
  return db
    .insertInto("customer_index_orders")
    .columns(names)
    .expression(({ selectFrom }) =>
      selectFrom(rowSet(db, "one", columns, rows)).select(names.map((column) => `one.${column}` as const)),
    );
});

const changeColumns = {
  account_id: ["accountId", "integer"],
  address: "text",
  more: "integer",
} as const satisfies Record<string, SetColumn<keyof Change>>;

/**
 * Reads a customer's first and last order from the index. A customer without orders gets zeros, and is then removed.
 */
const changeCustomers = prepared<{ rows: string }, { accountId: number; address: string; orders: number }>(
  (db, { rows }) => {
    const end = (column: "created_at" | "order_id", direction: "asc" | "desc") =>
      sql<number>`coalesce((select own.${sql.ref(column)} from customer_index_orders as own
      where own.account_id = changed.account_id and own.address = changed.address
      order by own.created_at ${sql.raw(direction)}, own.order_id ${sql.raw(direction)} limit 1), 0)`;
    return db
      .insertInto("customer_index")
      .columns(["account_id", "address", "orders", "first_order_at", "last_order_at", "newest_order_id"])
      .expression((eb) =>
        eb
          .selectFrom(rowSet(db, "changed", changeColumns, rows))
          .select(["changed.account_id", "changed.address", "changed.more"])
          .select([
            end("created_at", "asc").as("first_order_at"),
            end("created_at", "desc").as("last_order_at"),
            end("order_id", "desc").as("newest_order_id"),
          ])
          // Without this, SQLite would read the `on` of `on conflict` as part of a join.
          .where(eb.lit(true)),
      )
      .onConflict((conflict) =>
        conflict.columns(["account_id", "address"]).doUpdateSet(({ ref }) => ({
          orders: sql<number>`customer_index.orders + excluded.orders`,
          first_order_at: ref("excluded.first_order_at"),
          last_order_at: ref("excluded.last_order_at"),
          newest_order_id: ref("excluded.newest_order_id"),
        })),
      )
      .returning(["account_id as accountId", "address", "orders"]);
  },
);

const removeWithoutOrders = prepared<{ rows: string }, never>((db, { rows }) => {
  const changed = rowSet(db, "changed", changeColumns, rows);
  return db
    .deleteFrom("customer_index")
    .where("orders", "=", sql.lit(0))
    .where(sql<boolean>`(account_id, address) in (select changed.account_id, changed.address from ${changed})`);
});

const changeCounts = prepared<{ rows: string }, never>((db, { rows }) =>
  db
    .insertInto("customer_counts")
    .columns(["account_id", "customers"])
    .expression((eb) =>
      eb
        .selectFrom(rowSet(db, "changed", { account_id: ["accountId", "integer"], more: "integer" }, rows))
        .select(["changed.account_id", "changed.more"])
        .where(eb.lit(true)),
    )
    .onConflict((conflict) =>
      conflict
        .column("account_id")
        .doUpdateSet({ customers: sql<number>`customer_counts.customers + excluded.customers` }),
    ),
);
