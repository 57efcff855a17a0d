import { sql } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet, valueSet } from "../../platform/database/row-set.ts";
import { inSlices } from "../../platform/database/slices.ts";
import type { Instant } from "../../platform/instants.ts";
import type { HoldRule } from "../../store/accounts/hold-rules.ts";
import type { Order } from "./order-columns.ts";

/** Rules of the store put an order (row number) on hold. */
export interface OrderHold {
  orderId: number;
  rules: HoldRule[];
  heldAt: Instant;
}

/** Call in the transaction that puts the orders on hold. */
export async function insertOrderHolds(tx: Tx, accountId: number, holds: OrderHold[]): Promise<void> {
  if (holds.length === 0) return;
  const rows = holds.map(({ rules, ...hold }) => ({ ...hold, accountId, rules: rules.join() }));
  await insertRows(tx, { rows: JSON.stringify(rows) });
}

const columns = { accountId: "integer", orderId: "integer", rules: "text", heldAt: "integer" } as const;

const insertRows = prepared<{ rows: string }, never>((db, { rows }) =>
  db
    .insertInto("rule_holds")
    .columns(["account_id", "order_id", "rules", "held_at"])
    .expression(({ selectFrom }) =>
      selectFrom(rowSet(db, "added", columns, rows)).select([
        "added.accountId",
        "added.orderId",
        "added.rules",
        "added.heldAt",
      ]),
    ),
);

/** Every time that rules put these orders (row numbers) on hold, oldest first. */
export async function orderHoldsOf(reader: Reader, orderIds: number[]): Promise<OrderHold[]> {
  if (orderIds.length === 0) return [];
  const rows = await holdsOfOrders(reader, { orderIds: JSON.stringify(orderIds) });
  return rows.map(({ rules, ...hold }) => ({ ...hold, rules: rules.split(",") as HoldRule[] }));
}

const holdsOfOrders = prepared<{ orderIds: string }, { orderId: number; rules: string; heldAt: Instant }>(
  (db, { orderIds }) =>
    db
      .selectFrom("rule_holds")
      .select(["order_id as orderId", "rules", "held_at as heldAt"])
      .where("order_id", "in", valueSet(db, "integer", orderIds))
      .orderBy("id"),
);

/** For each held order, by row number, the rules that hold it now. Reads nothing if no order is on hold. */
export async function rulesHolding(
  reader: Reader,
  orders: Pick<Order, "id" | "heldAt">[],
): Promise<Map<number, HoldRule[]>> {
  const held = new Map(orders.flatMap(({ id, heldAt }) => (heldAt === null ? [] : [[id, heldAt]])));
  const holds = await orderHoldsOf(reader, [...held.keys()]);
  return new Map(holds.flatMap((hold) => (held.get(hold.orderId) === hold.heldAt ? [[hold.orderId, hold.rules]] : [])));
}

/** Call when orders are deleted. */
export async function forgetOrderHolds(tx: Tx, orderIds: number[]): Promise<void> {
  await forgetAll(tx, { orderIds: JSON.stringify(orderIds) });
}

const forgetAll = prepared<{ orderIds: string }, never>((db, { orderIds }) =>
  db.deleteFrom("rule_holds").where("order_id", "in", valueSet(db, "integer", orderIds)),
);

/** Accounts (row numbers) that have not been informed about orders on hold. */
export async function accountsToTell(reader: Reader): Promise<number[]> {
  const rows = await reader
    .selectFrom("rule_holds")
    .select("account_id as accountId")
    .distinct()
    .where("told", "=", sql.lit(0))
    .execute();
  return rows.map(({ accountId }) => accountId);
}

/** An order that waits for its store to check it. */
interface WaitingOrder extends Pick<Order, "publicId" | "vendorId" | "title"> {
  rules: HoldRule[];
}

/** Marks the account as informed about its holds, and returns the orders that are still on hold, oldest hold first. */
export async function takeUntold(tx: Tx, accountId: number): Promise<WaitingOrder[]> {
  const holds = await tx
    .updateTable("rule_holds")
    .set({ told: 1 })
    .where("account_id", "=", accountId)
    .where("told", "=", sql.lit(0))
    .returning("id")
    .execute();
  const waiting: WaitingOrder[] = [];
  await inSlices(holds, async (slice) => {
    const ids = slice.map(({ id }) => id);
    const rows = await waitingOrders(tx).where("hold.id", "in", ids).orderBy("hold.id").execute();
    waiting.push(...rows.map(({ rules, ...order }) => ({ ...order, rules: rules.split(",") as HoldRule[] })));
  });
  return waiting;
}

/** How many orders of the account are on hold by its rules. */
export async function countHeldByRules(reader: Reader, accountId: number): Promise<number> {
  const { count } = await waitingOrders(reader)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("hold.account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return count;
}

const waitingOrders = (reader: Reader) =>
  reader
    .selectFrom("rule_holds as hold")
    .innerJoin("orders as order", (join) =>
      join.onRef("order.id", "=", "hold.order_id").onRef("order.held_at", "=", "hold.held_at"),
    )
    .select(["hold.rules", "order.public_id as publicId", "order.vendor_id as vendorId", "order.title"])
    .where("order.deleted_at", "is", null);

/** Why a rule holds an order, in words for its store. */
const words: Record<HoldRule, string> = {
  manyAddresses: "downloads from many addresses",
  countries: "a country on your list",
  total: "a total above your amount",
  manyOrders: "many orders with this email address",
  emailDomains: "an email domain on your list",
};

/** Such as "a total above your amount, a country on your list". */
export const inWords = (rules: HoldRule[]): string => rules.map((rule) => words[rule] ?? rule).join(", ");
