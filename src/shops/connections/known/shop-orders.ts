import type { Selection } from "kysely";
import { moveEvents } from "../../../messages/connection-events/events.ts";
import type { Reader, Tx } from "../../../platform/database/database.ts";
import { locking, needsRowLocks } from "../../../platform/database/row-locks.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import type { SaidOfSubscription, Schema } from "../../../platform/database/schema.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Made } from "../settling/changed-in-shop.ts";
import { type Facts, noFacts } from "./facts.ts";

/** Why the owner has to check an order of a shop. */
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
  /** A message that says what is wrong. */
  message?: string;
}

/** The plan of a subscription that an order follows. */
export interface FollowedPlan {
  /** The shop's name for the plan. */
  told: string;
  /** Units of each product (row number). */
  units: Record<number, number>;
  /**
   * When items of the order (row numbers) were revoked because they are no longer in the plan. Their owner may have changed that.
   */
  revoked?: Record<number, number>;
  /** Products (row numbers) that stand for a bundle of the order: the bundle, and their units in one unit of it. */
  parts?: Record<number, { bundle: number; units: number }>;
}

/** What has been done so far about an order of a shop. */
export interface Progress {
  /** `erased`: nothing more will be done. `renewal`: not an order, but a payment that renewed one. */
  stage: "none" | "made" | "withdrawn" | "erased" | "renewal";
  /** The IDs of lines that are in the order here. */
  delivered: string[];
  made?: Made;
  /** The subscription that the order began, according to the last statement. */
  subscription?: string;
  /** The end of access that was last set because of the shop's statements about its subscription. */
  accessUntil?: number;
  /** For an order that was not created from the shop's statements: its end of paid access when it was found. */
  paidElsewhere?: number;
  /** The order was created elsewhere, and only follows its subscription. */
  adopted?: true;
  /**
   * The status that was last set because of the shop's statements about its subscription; absent while that continues and is
   * paid.
   */
  subscriptionStatus?: SaidOfSubscription;
  /** The plan of its subscription that the order follows. */
  plan?: FollowedPlan;
  /** The other lines that it was created with, in the form of `lineKey`. They are added once they match a product. */
  waiting?: string[];
  /** The IDs of lines that the shop has fully refunded, and that were handled. */
  refunded?: string[];
  /** When items of the order here were revoked because of refunds, by their row numbers. Their owner may have changed that. */
  revokedItems?: Record<number, number>;
  /** The same for the whole order; null if its owner had revoked it. Earlier versions do not write it. */
  revokedAt?: Instant | null;
  /** The owner wants the order even though it was paid before the shop was connected, or less was paid than its products cost. */
  wanted?: true;
  /** An address that the owner entered, because the shop sent none. */
  email?: string;
  /** The newest problems that the owner has dismissed, in the form of `problemKey`. */
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

/** Earlier versions left out some fields. Anything that is not a set of facts is an error, not an empty set. */
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

/** A shop's order for display, without the shop's statements, which may not be readable. */
export type ListedShopOrder = Omit<ShopOrder, "facts">;

const listedOf = ({ facts, ...row }: Row): ListedShopOrder => ({
  ...row,
  progress: JSON.parse(row.progress) as Progress,
  problem: row.problem as ShopOrderProblem | null,
  problemDetails: row.problemDetails === null ? null : (JSON.parse(row.problemDetails) as ProblemDetails),
});

/**
 * The shop's order, locked until the transaction ends; created if it is new. If another connection of the shop has it, it moves
 * to this connection.
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
    // Another event may have created it while this one waited for its turn.
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

/** Moves the order with its events. If earlier versions made several, uses the one with an order here. */
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

/** Locks an order of a shop that is due for another check. Null if it is no longer due. */
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

/** Records why the order could not be processed, and makes it due again at that time. */
export async function postponeShopOrder(tx: Tx, id: number, message: string, settleAt: Instant): Promise<void> {
  const problem: ShopOrderProblem = "rejected";
  await tx
    .updateTable("connection_orders")
    .set({ problem, problem_details: JSON.stringify({ message } satisfies ProblemDetails), settle_at: settleAt })
    .where("id", "=", id)
    .execute();
}

/** The changes to a shop's order. */
export interface ShopOrderState
  extends Pick<ShopOrder, "facts" | "progress" | "orderId" | "problem" | "problemDetails"> {
  settleAt: Instant | null;
}

/** Saves the order, with the address by which it is found; null for none. */
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

/** The first of these IDs whose order was created; null for none. */
export async function orderAmong(tx: Tx, connectionIds: number[], externalIds: string[]): Promise<string | null> {
  const row = await among(tx, connectionIds, externalIds)
    .where("order_id", "is not", null)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.externalId ?? null;
}

/** Removes shop orders that were not created, except erased ones, and returns their IDs in the shop. */
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

/** Finds it by its row number; null if the account has none with this number. */
export async function shopOrderById(reader: Reader, accountId: number, id: number): Promise<ListedShopOrder | null> {
  const rows = reader.selectFrom("connection_orders").select(columns).where("id", "=", id);
  const row = await rows.where("account_id", "=", accountId).executeTakeFirst();
  return row ? listedOf(row) : null;
}

/** The connection's orders with these IDs in the shop. */
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
