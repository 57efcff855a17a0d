import type { Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet, type SetColumn, valueSet } from "../../platform/database/row-set.ts";
import type { OrderState, OrderUsage } from "../../platform/database/schema.ts";
import type { Instant } from "../../platform/instants.ts";

/** How an order is used. */
export interface UsageEntry {
  orderId: number;
  usage: OrderUsage;
  accountId: number;
  createdAt: Instant;
  expiresAt: Instant | null;
  state: OrderState;
}

/** Rewrites the usage of these orders, and removes that of all other orders among `orderIds`. */
export async function refreshUsage(tx: Tx, orderIds: number[], wanted: UsageEntry[]): Promise<void> {
  const before = await entriesOf(tx, { ids: JSON.stringify(orderIds) });
  const [had, has] = [new Set(before.map(keyOf)), new Set(wanted.map(keyOf))];
  const differing = [...before.filter((one) => !has.has(keyOf(one))), ...wanted.filter((one) => !had.has(keyOf(one)))];
  if (differing.length === 0) return;
  const changed = new Set(differing.map(({ orderId }) => orderId));
  await removeOf(tx, { ids: JSON.stringify([...changed]) });
  await insert(tx, { rows: JSON.stringify(wanted.filter(({ orderId }) => changed.has(orderId))) });
}

const keyOf = ({ orderId, usage, accountId, createdAt, expiresAt, state }: UsageEntry) =>
  [orderId, usage, accountId, createdAt, expiresAt, state].join(" ");

/** The index entries of these orders (row numbers). */
export const usageOf = (tx: Tx, orderIds: number[]) => entriesOf(tx, { ids: JSON.stringify(orderIds) });

const entriesOf = prepared<{ ids: string }, UsageEntry>((db, { ids }) =>
  db
    .selectFrom("order_index_usage")
    .select(["order_id as orderId", "usage", "account_id as accountId"])
    .select(["created_at as createdAt", "expires_at as expiresAt", "state"])
    .where("order_id", "in", valueSet(db, "integer", ids)),
);

const removeOf = prepared<{ ids: string }, never>((db, { ids }) =>
  db.deleteFrom("order_index_usage").where("order_id", "in", valueSet(db, "integer", ids)),
);

const columns = {
  order_id: ["orderId", "integer"],
  usage: "text",
  account_id: ["accountId", "integer"],
  created_at: ["createdAt", "integer"],
  expires_at: ["expiresAt", "integer"],
  state: "text",
} as const satisfies Record<string, SetColumn<keyof UsageEntry>>;

const insert = prepared<{ rows: string }, never>((db, { rows }) => {
  const names = Object.keys(columns) as (keyof typeof columns)[];
  return db
    .insertInto("order_index_usage")
    .columns(names)
    .expression(({ selectFrom }) =>
      selectFrom(rowSet(db, "entry", columns, rows)).select(names.map((column) => `entry.${column}` as const)),
    );
});
