import type { Selection } from "kysely";
import { moveEvents } from "../../../messages/connection-events/events.ts";
import type { Reader, Tx } from "../../../platform/database/database.ts";
import { locking, needsRowLocks } from "../../../platform/database/row-locks.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import type { SaidOfSubscription, Schema } from "../../../platform/database/schema.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Made } from "../settling/changed-in-shop.ts";
import { type Facts, noFacts } from "./facts.ts";

/** Why an order of a shop needs its owner. */
export type ShopOrderProblem =
  | "no_email"
  | "unmatched"
  | "rejected"
  | "underpaid"
  | "partial_refund"
  | "unclear"
  | "no_order";

/** A line that matches no product. */
export interface UnmatchedLine {
  sku: string | null;
  otherSkus?: string[];
  externalIds: string[];
  name: string;
}

export interface ProblemDetails {
  lines?: UnmatchedLine[];
  /** Words about what is wrong. */
  message?: string;
}

/** The plan of a subscription whose products an order has. */
export interface FollowedPlan {
  /** What the shop called it. */
  told: string;
  /** Units of each product (row number). */
  units: Record<number, number>;
  /** Since when items of the order (row numbers) are revoked because the plan has them no more. Their owner may have changed that. */
  revoked?: Record<number, number>;
  /** Products (row numbers) by which the shop means a bundle that the order has: the bundle, and their units in one of it. */
  parts?: Record<number, { bundle: number; units: number }>;
}

/** What was made of an order of a shop so far. */
export interface Progress {
  /** `erased`: nothing is made of it any more. `renewal`: it is no order, but a payment that renewed one. */
  stage: "none" | "made" | "withdrawn" | "erased" | "renewal";
  /** The IDs of lines that are in the order here. */
  delivered: string[];
  made?: Made;
  /** The subscription that the order was last said to have begun. */
  subscription?: string;
  /** The end of access that was last set by what the shop said of its subscription. */
  accessUntil?: number;
  /** Until when its access was paid for as it was found here, if it was not made of what the shop said. */
  paidElsewhere?: number;
  /** It was made elsewhere, and only its subscription is followed. */
  adopted?: true;
  /** What was last made of what the shop said of its subscription; left out while that went on and was paid. */
  subscriptionStatus?: SaidOfSubscription;
  /** The plan of its subscription that the order follows. */
  plan?: FollowedPlan;
  /** The other lines with which it was made, as `lineKey` writes them: they are added once they match a product. */
  waiting?: string[];
  /** The IDs of lines that the shop refunded whole, and that this was done about. */
  refunded?: string[];
  /** Since when items of the order here, by their row numbers, are revoked because of refunds. Their owner may have changed that. */
  revokedItems?: Record<number, number>;
  /** The same of the whole order; null if its owner had revoked it. Left out by earlier versions. */
  revokedAt?: Instant | null;
  /** The owner wants the order although it was paid before the shop was connected, or less was paid than its products cost. */
  wanted?: true;
  /** An address that the owner entered, because the shop sent none. */
  email?: string;
  /** The last problems that the owner has dealt with, as `problemKey` writes them. */
  dismissed?: string[];
}

const columns = [
  "id",
  "account_id as accountId",
  "connection_id as connectionId",
  "external_id as externalId",
  "facts",
  "progress",
  "order_id as orderId",
  "email",
  "problem",
  "problem_details as problemDetails",
  "last_event_id as lastEventId",
] as const;

type Row = Selection<Schema, "connection_orders", (typeof columns)[number]>;

/** An order of a shop. */
export interface ShopOrder extends Omit<Row, "facts" | "progress" | "problem" | "problemDetails"> {
  facts: Facts;
  progress: Progress;
  problem: ShopOrderProblem | null;
  problemDetails: ProblemDetails | null;
}

/** Earlier versions left out some. What is no facts at all is not taken for none, and fails. */
function factsIn(text: string): Facts {
  const known = JSON.parse(text) as Facts | null;
  if (known === null) throw new Error("What is known of an order of a shop cannot be read.");
  return { ...noFacts, ...known };
}

/** Locks the shop's order with this ID, if it is known. */
export async function lockKnownOrder(tx: Tx, connectionId: number, externalId: string): Promise<void> {
  const known = tx.selectFrom("connection_orders").select("id").where("connection_id", "=", connectionId);
  if (needsRowLocks(tx)) await locking(tx, known.where("external_id", "=", externalId)).execute();
}

const shopOrderOf = (row: Row): ShopOrder => ({ ...listedOf(row), facts: factsIn(row.facts) });

/** A shop's order for people: without what its shop said, which may not be readable. */
export type ListedShopOrder = Omit<ShopOrder, "facts">;

const listedOf = ({ facts, ...row }: Row): ListedShopOrder => ({
  ...row,
  progress: JSON.parse(row.progress) as Progress,
  problem: row.problem as ShopOrderProblem | null,
  problemDetails: row.problemDetails === null ? null : (JSON.parse(row.problemDetails) as ProblemDetails),
});

/**
 * The shop's order, made known if it is new, and locked until the transaction ends. One that another connection of the shop
 * knows becomes this connection's.
 */
export async function lockShopOrder(
  tx: Tx,
  key: { accountId: number; connectionId: number; externalId: string },
  { eventId, now, others = async () => [] }: { eventId: number; now: Instant; others?: () => Promise<number[]> },
): Promise<ShopOrder> {
  const news = { updated_at: now, last_event_id: eventId };
  const known = await lockKnown(tx, key, news);
  if (known) return known;
  const otherIds = await others();
  if (otherIds.length > 0) {
    // Another event may have made it known while this one waited for its turn.
    const found = (await lockKnown(tx, key, news)) ?? (await takeOver(tx, key, otherIds, news));
    if (found) return found;
  }
  const progress: Progress = { stage: "none", delivered: [] };
  await tx
    .insertInto("connection_orders")
    .values({
      account_id: key.accountId,
      connection_id: key.connectionId,
      external_id: key.externalId,
      facts: JSON.stringify(noFacts),
      progress: JSON.stringify(progress),
      order_id: null,
      email: null,
      problem: null,
      problem_details: null,
      ...news,
      settle_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await lockKnown(tx, key, news);
  if (!made) throw new Error("An order of a shop that was just made known does not exist.");
  return made;
}

interface OrderKey {
  connectionId: number;
  externalId: string;
}

async function lockKnown(
  tx: Tx,
  { connectionId, externalId }: OrderKey,
  news: { updated_at: Instant; last_event_id: number },
): Promise<ShopOrder | null> {
  const row = await tx
    .updateTable("connection_orders")
    .set(news)
    .where("connection_id", "=", connectionId)
    .where("external_id", "=", externalId)
    .returning(columns)
    .executeTakeFirst();
  return row ? shopOrderOf(row) : null;
}

/** With its events. Of several, which earlier versions made, the one with an order. */
async function takeOver(
  tx: Tx,
  { connectionId, externalId }: OrderKey,
  from: number[],
  news: { updated_at: Instant; last_event_id: number },
): Promise<ShopOrder | null> {
  const rows = await tx
    .selectFrom("connection_orders")
    .select(["id", "connection_id as connectionId", "external_id as externalId", "order_id as orderId"])
    .where("connection_id", "in", valueSet(tx, "integer", JSON.stringify(from)))
    .where("external_id", "=", externalId)
    .orderBy("id")
    .execute();
  const found = rows.find(({ orderId }) => orderId !== null) ?? rows[0];
  if (!found) return null;
  const moved = { ...news, connection_id: connectionId };
  const orders = tx.updateTable("connection_orders").set(moved).where("id", "=", found.id);
  const row = await orders.returning(columns).executeTakeFirstOrThrow();
  await moveEvents(tx, found, connectionId);
  return shopOrderOf(row);
}

/** Locks an order of a shop that is due to be looked at again. Null if it is not due any more. */
export async function lockDueShopOrder(tx: Tx, id: number, now: Instant): Promise<ShopOrder | null> {
  const row = await tx
    .updateTable("connection_orders")
    .set({ updated_at: now, settle_at: null })
    .where("id", "=", id)
    .where("settle_at", "<=", now)
    .returning(columns)
    .executeTakeFirst();
  return row ? shopOrderOf(row) : null;
}

/** The order could not be processed, for a reason in words; it is due again then. */
export async function postponeShopOrder(tx: Tx, id: number, message: string, settleAt: Instant): Promise<void> {
  const problem: ShopOrderProblem = "rejected";
  await tx
    .updateTable("connection_orders")
    .set({ problem, problem_details: JSON.stringify({ message } satisfies ProblemDetails), settle_at: settleAt })
    .where("id", "=", id)
    .execute();
}

/** What has changed of a shop's order. */
export interface ShopOrderState
  extends Pick<ShopOrder, "facts" | "progress" | "orderId" | "problem" | "problemDetails"> {
  settleAt: Instant | null;
}

/** With the address by which the order is found; null for none. */
export async function saveShopOrder(tx: Tx, id: number, state: ShopOrderState, email: string | null): Promise<void> {
  const { facts, progress, orderId, problem, problemDetails, settleAt } = state;
  await tx
    .updateTable("connection_orders")
    .set({
      facts: JSON.stringify(facts),
      progress: JSON.stringify(progress),
      order_id: orderId,
      email,
      problem,
      problem_details: problemDetails === null ? null : JSON.stringify(problemDetails),
      settle_at: settleAt,
    })
    .where("id", "=", id)
    .execute();
}

export async function saveProgress(tx: Tx, id: number, progress: Progress): Promise<void> {
  await tx
    .updateTable("connection_orders")
    .set({ progress: JSON.stringify(progress) })
    .where("id", "=", id)
    .execute();
}

export async function saveFacts(tx: Tx, id: number, facts: Facts): Promise<void> {
  await tx
    .updateTable("connection_orders")
    .set({ facts: JSON.stringify(facts) })
    .where("id", "=", id)
    .execute();
}

/** Which of these IDs is that of an order that was made; null for none. */
export async function orderAmong(tx: Tx, connectionIds: number[], externalIds: string[]): Promise<string | null> {
  const row = await among(tx, connectionIds, externalIds)
    .where("order_id", "is not", null)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.externalId ?? null;
}

/** Removes what is known of those that were not made, but for erased ones, and tells their IDs in the shop. */
export async function removeUnmade(tx: Tx, connectionIds: number[], externalIds: string[]): Promise<string[]> {
  const rows = await among(tx, connectionIds, externalIds).where("order_id", "is", null).execute();
  const unmade = rows.filter(({ progress }) => (JSON.parse(progress) as Progress).stage === "none");
  const ids = unmade.map(({ id }) => id);
  if (ids.length > 0) {
    const rows = valueSet(tx, "integer", JSON.stringify(ids));
    await tx.deleteFrom("connection_orders").where("id", "in", rows).execute();
  }
  return unmade.map(({ externalId }) => externalId);
}

const among = (tx: Tx, connectionIds: number[], externalIds: string[]) =>
  tx
    .selectFrom("connection_orders")
    .select(["id", "external_id as externalId", "progress"])
    .where("connection_id", "in", valueSet(tx, "integer", JSON.stringify(connectionIds)))
    .where("external_id", "in", valueSet(tx, "text", JSON.stringify(externalIds)));

export async function shopOrderByKey(
  reader: Reader,
  connectionId: number,
  externalId: string,
): Promise<ShopOrder | null> {
  const row = await reader
    .selectFrom("connection_orders")
    .select(columns)
    .where("connection_id", "=", connectionId)
    .where("external_id", "=", externalId)
    .executeTakeFirst();
  return row ? shopOrderOf(row) : null;
}

/** By its row number; null if the account has none with it. */
export async function shopOrderById(reader: Reader, accountId: number, id: number): Promise<ListedShopOrder | null> {
  const rows = reader.selectFrom("connection_orders").select(columns).where("id", "=", id);
  const row = await rows.where("account_id", "=", accountId).executeTakeFirst();
  return row ? listedOf(row) : null;
}

/** Those of a connection's orders with these IDs in the shop. */
export async function shopOrdersByKeys(
  reader: Reader,
  connectionId: number,
  externalIds: string[],
): Promise<Map<string, ListedShopOrder>> {
  if (externalIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("connection_orders")
    .select(columns)
    .where("connection_id", "=", connectionId)
    .where("external_id", "in", valueSet(reader, "text", JSON.stringify(externalIds)))
    .execute();
  return new Map(rows.map((row) => [row.externalId, listedOf(row)]));
}
