import { sql } from "kysely";
import type { Reader, Tx } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import { rowSet, type SetColumn, valueSet } from "../database/row-set.ts";
import type { Instant } from "../instants.ts";
import { orderByGuid } from "../orders/orders.ts";

/** A customer opened a page of an order. */
export interface Visit {
  accountId: number;
  orderGuid: string;
  ipAddress: string;
  at: Instant;
}

/** IP addresses of one order that are kept. Visits from more of them are kept without. */
const mostAddresses = 50;

interface VisitRow {
  orderId: number;
  accountId: number;
  ipAddress: string;
  opened: number;
  firstAt: Instant;
  lastAt: Instant;
}

/** Writes visits. Those of orders that were deleted meanwhile are left out. */
export async function recordVisits(tx: Tx, visits: Visit[]): Promise<void> {
  const byOrder = Map.groupBy(visits, ({ accountId, orderGuid }) => `${accountId} ${orderGuid}`);
  const rows: VisitRow[] = [];
  for (const ofOne of byOrder.values()) {
    const [first] = ofOne as [Visit, ...Visit[]];
    const order = await orderByGuid(tx, first.accountId, first.orderGuid);
    if (!order) continue;
    const known = new Set((await addressesOf(tx, { orderId: order.id })).map(({ ipAddress }) => ipAddress));
    for (const { accountId, ipAddress, at } of ofOne) {
      if (known.size < mostAddresses) known.add(ipAddress);
      const kept = known.has(ipAddress) ? ipAddress : "";
      rows.push({ orderId: order.id, accountId, ipAddress: kept, opened: 1, firstAt: at, lastAt: at });
    }
  }
  await addVisits(tx, rows);
}

/** Removes the IP addresses of at most `limit` visits whose last one was before the instant. Returns how many. */
export async function anonymizeVisits(tx: Tx, accountId: number, before: Instant, limit: number): Promise<number> {
  const orders = await tx
    .selectFrom("order_visits")
    .select("order_id as orderId")
    .where("account_id", "=", accountId)
    .where("last_at", "<", before)
    .where("ip_address", "<>", "")
    .orderBy("last_at")
    .limit(limit)
    .execute();
  if (orders.length === 0) return 0;
  const ids = [...new Set(orders.map(({ orderId }) => orderId))];
  const removed = await removeOldVisits(tx, { orderIds: JSON.stringify(ids), before });
  await addVisits(
    tx,
    removed.map((row) => ({ ...row, ipAddress: "" })),
  );
  return orders.length;
}

/** Forgets that the pages of these orders (row numbers) were opened. */
export async function forgetVisits(tx: Tx, orderIds: number[]): Promise<void> {
  await forgetAll(tx, { orderIds: JSON.stringify(orderIds) });
}

const forgetAll = prepared<{ orderIds: string }, never>((db, { orderIds }) =>
  db.deleteFrom("order_visits").where("order_id", "in", valueSet(db, "integer", orderIds)),
);

/** How often an order's pages were opened, and when; null if never. */
export async function visitsOf(
  reader: Reader,
  orderId: number,
): Promise<{ opened: number; firstAt: Instant; lastAt: Instant } | null> {
  const [sum] = await sumOf(reader, { orderId });
  return sum?.opened ? sum : null;
}

const sumOf = prepared<{ orderId: number }, { opened: number; firstAt: Instant; lastAt: Instant }>((db, { orderId }) =>
  db
    .selectFrom("order_visits")
    .select(({ fn }) => [
      fn.sum<number>("opened").as("opened"),
      fn.min("first_at").as("firstAt"),
      fn.max("last_at").as("lastAt"),
    ])
    .where("order_id", "=", orderId),
);

async function addVisits(tx: Tx, rows: VisitRow[]): Promise<void> {
  const sums = new Map<string, VisitRow>();
  for (const row of rows) {
    const key = `${row.orderId} ${row.ipAddress}`;
    const sum = sums.get(key) ?? { ...row, opened: 0 };
    sum.opened += row.opened;
    if (row.firstAt < sum.firstAt) sum.firstAt = row.firstAt;
    if (row.lastAt > sum.lastAt) sum.lastAt = row.lastAt;
    sums.set(key, sum);
  }
  // Always in the same order, so that two transactions never wait for each other.
  const sorted = [...sums.values()].toSorted(
    (one, other) => one.orderId - other.orderId || (one.ipAddress < other.ipAddress ? -1 : 1),
  );
  if (sorted.length > 0) await addAll(tx, { rows: JSON.stringify(sorted) });
}

const columns = {
  order_id: ["orderId", "integer"],
  account_id: ["accountId", "integer"],
  ip_address: ["ipAddress", "text"],
  opened: "integer",
  first_at: ["firstAt", "integer"],
  last_at: ["lastAt", "integer"],
} as const satisfies Record<string, SetColumn<keyof VisitRow>>;

const addAll = prepared<{ rows: string }, never>((db, { rows }) => {
  const names = Object.keys(columns) as (keyof typeof columns)[];
  return db
    .insertInto("order_visits")
    .columns(names)
    .expression((eb) =>
      eb
        .selectFrom(rowSet(db, "visit", columns, rows))
        .select(names.map((column) => `visit.${column}` as const))
        // SQLite would read the `on` of `on conflict` as that of a join.
        .where(eb.lit(true)),
    )
    .onConflict((conflict) =>
      conflict.columns(["order_id", "ip_address"]).doUpdateSet({
        opened: sql<number>`order_visits.opened + excluded.opened`,
        first_at: sql<Instant>`case when excluded.first_at < order_visits.first_at then excluded.first_at else order_visits.first_at end`,
        last_at: sql<Instant>`case when excluded.last_at > order_visits.last_at then excluded.last_at else order_visits.last_at end`,
      }),
    );
});

const addressesOf = prepared<{ orderId: number }, { ipAddress: string }>((db, { orderId }) =>
  db.selectFrom("order_visits").select("ip_address as ipAddress").where("order_id", "=", orderId),
);

const rowColumns = [
  "order_id as orderId",
  "account_id as accountId",
  "ip_address as ipAddress",
  "opened",
  "first_at as firstAt",
  "last_at as lastAt",
] as const;

const removeOldVisits = prepared<{ orderIds: string; before: Instant }, VisitRow>((db, { orderIds, before }) =>
  db
    .deleteFrom("order_visits")
    .where("order_id", "in", valueSet(db, "integer", orderIds))
    .where("last_at", "<", before)
    .where("ip_address", "<>", "")
    .returning(rowColumns),
);
