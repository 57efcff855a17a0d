import { sql } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet, type SetColumn, valueSet } from "../../platform/database/row-set.ts";
import type { Instant } from "../../platform/instants.ts";
import { orderByGuid, ordersByIds } from "../orders/queries.ts";

/** What a customer opened: a page of an order, or the preview of a file, which does not count as a download. */
type Opened = "page" | "preview";

/** A customer opened something in an order. */
export interface Visit {
  /** Absent: a page. */
  what?: Opened;
  accountId: number;
  /** The order's guid, or its row number. */
  order: string | number;
  ipAddress: string;
  at: Instant;
  /** Absent: 1. 0 for a later part of a file, which does not count as another opening. */
  opened?: number;
}

/** Maximum number of IP addresses stored for an order. Further visits are stored without an address. */
const mostAddresses = 50;

interface VisitRow {
  orderId: number;
  accountId: number;
  ipAddress: string;
  opened: number;
  firstAt: Instant;
  lastAt: Instant;
}

/** Writes visits, except those of orders that were deleted. */
export async function recordVisits(tx: Tx, visits: Visit[]): Promise<void> {
  for (const [what, ofKind] of Map.groupBy(visits, ({ what = "page" }) => what))
    await record(tx, statements[what], ofKind);
}

async function record(tx: Tx, { addressesOf, addAll }: Statements, visits: Visit[]): Promise<void> {
  const byOrder = Map.groupBy(visits, ({ accountId, order }) => `${accountId} ${order}`);
  const rows: VisitRow[] = [];
  for (const ofOne of byOrder.values()) {
    const [{ accountId: owner, order: named }] = ofOne as [Visit, ...Visit[]];
    const order = typeof named === "string" ? await orderByGuid(tx, owner, named) : (await ordersByIds(tx, [named]))[0];
    if (!order) continue;
    const known = new Set((await addressesOf(tx, { orderId: order.id })).map(({ ipAddress }) => ipAddress));
    for (const { accountId, ipAddress, at, opened = 1 } of ofOne) {
      if (known.size < mostAddresses) known.add(ipAddress);
      const kept = known.has(ipAddress) ? ipAddress : "";
      rows.push({ orderId: order.id, accountId, ipAddress: kept, opened, firstAt: at, lastAt: at });
    }
  }
  await addVisits(tx, addAll, rows);
}

/** Removes the IP addresses of at most `limit` visits that last happened before the instant. Returns how many. */
export async function anonymizeVisits(tx: Tx, accountId: number, before: Instant, limit: number): Promise<number> {
  let removed = 0;
  for (const one of Object.values(statements)) {
    if (removed < limit) removed += await anonymize(tx, one, { accountId, before, limit: limit - removed });
  }
  return removed;
}

async function anonymize(
  tx: Tx,
  { table, removeOld, addAll }: Statements,
  { accountId, before, limit }: { accountId: number; before: Instant; limit: number },
): Promise<number> {
  const orders = await tx
    .selectFrom(table)
    .select("order_id as orderId")
    .where("account_id", "=", accountId)
    .where("last_at", "<", before)
    .where("ip_address", "<>", "")
    .orderBy("last_at")
    .limit(limit)
    .execute();
  if (orders.length === 0) return 0;
  const ids = [...new Set(orders.map(({ orderId }) => orderId))];
  const removed = await removeOld(tx, { orderIds: JSON.stringify(ids), before });
  await addVisits(
    tx,
    addAll,
    removed.map((row) => ({ ...row, ipAddress: "" })),
  );
  return orders.length;
}

/** Deletes all visits of these orders (row numbers). */
export async function forgetVisits(tx: Tx, orderIds: number[]): Promise<void> {
  for (const { forgetAll } of Object.values(statements)) await forgetAll(tx, { orderIds: JSON.stringify(orderIds) });
}

type Openings = { opened: number; firstAt: Instant; lastAt: Instant };

/** How often an order's pages or files were opened, and when; null if never. */
export async function visitsOf(reader: Reader, orderId: number, what: Opened): Promise<Openings | null> {
  const [sum] = await statements[what].sumOf(reader, { orderId });
  return sum?.firstAt ? { ...sum, opened: Math.max(1, sum.opened) } : null;
}

/** The IP addresses that previewed files of an order, each with its last time. */
export const previewsOf = (reader: Reader, orderId: number): Promise<{ ipAddress: string; at: Instant }[]> =>
  statements.preview.addressesOf(reader, { orderId });

async function addVisits(tx: Tx, addAll: Statements["addAll"], rows: VisitRow[]): Promise<void> {
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

const rowColumns = [
  "order_id as orderId",
  "account_id as accountId",
  "ip_address as ipAddress",
  "opened",
  "first_at as firstAt",
  "last_at as lastAt",
] as const;

const visitChanges = {
  into: (db: Reader) => db.insertInto("order_visits"),
  removeFrom: (db: Reader) => db.deleteFrom("order_visits"),
};

type Changes = typeof visitChanges;
type Statements = ReturnType<typeof statementsOf>;

/** The statements for one of the two tables, which have the same columns. */
function statementsOf(name: "order_visits" | "order_previews", { into, removeFrom }: Changes) {
  const table = name as "order_visits";
  const old = (column: keyof typeof columns) => sql.ref(`${name}.${column}`);
  return {
    table,
    addAll: prepared<{ rows: string }, never>((db, { rows }) => {
      const names = Object.keys(columns) as (keyof typeof columns)[];
      return into(db)
        .columns(names)
        .expression((eb) =>
          eb
            .selectFrom(rowSet(db, "visit", columns, rows))
            .select(names.map((column) => `visit.${column}` as const))
            // Without this, SQLite would read the `on` of `on conflict` as part of a join.
            .where(eb.lit(true)),
        )
        .onConflict((conflict) =>
          conflict.columns(["order_id", "ip_address"]).doUpdateSet({
            opened: sql<number>`${old("opened")} + excluded.opened`,
            first_at: sql<Instant>`case when excluded.first_at < ${old("first_at")} then excluded.first_at else ${old("first_at")} end`,
            last_at: sql<Instant>`case when excluded.last_at > ${old("last_at")} then excluded.last_at else ${old("last_at")} end`,
          }),
        );
    }),
    addressesOf: prepared<{ orderId: number }, { ipAddress: string; at: Instant }>((db, { orderId }) =>
      db.selectFrom(table).select(["ip_address as ipAddress", "last_at as at"]).where("order_id", "=", orderId),
    ),
    sumOf: prepared<{ orderId: number }, Openings>((db, { orderId }) =>
      db
        .selectFrom(table)
        .select(({ fn }) => [
          fn.sum<number>("opened").as("opened"),
          fn.min("first_at").as("firstAt"),
          fn.max("last_at").as("lastAt"),
        ])
        .where("order_id", "=", orderId),
    ),
    removeOld: prepared<{ orderIds: string; before: Instant }, VisitRow>((db, { orderIds, before }) =>
      removeFrom(db)
        .where("order_id", "in", valueSet(db, "integer", orderIds))
        .where("last_at", "<", before)
        .where("ip_address", "<>", "")
        .returning(rowColumns),
    ),
    forgetAll: prepared<{ orderIds: string }, never>((db, { orderIds }) =>
      removeFrom(db).where("order_id", "in", valueSet(db, "integer", orderIds)),
    ),
  };
}

const statements: Record<Opened, Statements> = {
  page: statementsOf("order_visits", visitChanges),
  preview: statementsOf("order_previews", {
    into: (db) => db.insertInto("order_previews") as never,
    removeFrom: (db) => db.deleteFrom("order_previews") as never,
  }),
};
