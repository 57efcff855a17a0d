import { ordersByIds } from "../../../delivery/orders/queries.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Connection } from "../connections.ts";
import type { Facts } from "../known/facts.ts";
import type { ShopOrder, ShopOrderProblem, ShopOrderState } from "../known/shop-orders.ts";
import { paymentIn, renewalNames } from "../reading/shops/subscription-events.ts";
import type { Context, Problem } from "./make-order.ts";
import { erasedOrder, withProblem } from "./problems.ts";
import { isTakenBack, questionsOf, withdrawalOf } from "./refunds-and-disputes.ts";

// Some shops report refunds and disputes by the payment alone. If that payment was for a renewal, the renewal is taken back, not
// the order.

/** The row number of the order that the payment with this ID in the shop has renewed; null if unknown. */
async function orderRenewedBy(tx: Tx, { accountId, kind }: Connection, payment: string): Promise<number | null> {
  const ofKind = tx
    .selectFrom("connection_order_names as name")
    .where("name.account_id", "=", accountId)
    .where("name.kind", "=", kind);
  const others = await ofKind.select("name.name").where("name.external_id", "=", payment).execute();
  const names = renewalNames([payment, ...others.map(({ name }) => name)]);
  const row = await ofKind
    .innerJoin("connection_orders as renewed", "renewed.external_id", "name.external_id")
    .innerJoin("connections as connection", "connection.id", "renewed.connection_id")
    .select("renewed.order_id as orderId")
    .where("name.name", "in", valueSet(tx, "text", JSON.stringify(names)))
    .where("connection.account_id", "=", accountId)
    .where("connection.kind", "=", kind)
    .where("renewed.order_id", "is not", null)
    .executeTakeFirst();
  return row?.orderId ?? null;
}

/** Asks about a payment that renewed a subscription and was taken back; null if it is no such payment. */
export async function settleRenewal(
  tx: Tx,
  context: Context,
  before: ShopOrder,
  facts: Facts,
): Promise<ShopOrderState | null> {
  const { progress, externalId } = before;
  const isKnown = progress.stage === "renewal";
  const isNew = progress.stage === "none" && (isTakenBack(facts) || facts.state.question !== null);
  const renewed = isNew ? await orderRenewedBy(tx, context.connection, externalId) : null;
  const orderId = isKnown ? before.orderId : renewed;
  const [order] = orderId === null ? [] : await ordersByIds(tx, [orderId]);
  if (!order) return isKnown ? erasedOrder(before.orderId) : null;
  const state = { facts, progress: { ...progress, stage: "renewal" as const }, orderId };
  const questions = questionsOn(facts, externalId);
  const asked: Problem | null =
    questions.length === 0 ? null : { problem: "unclear", problemDetails: { message: questions.join(" ") } };
  return withProblem({ ...state, problem: null, problemDetails: null, settleAt: null }, [asked], context);
}

/** The same for all payments that renewed the order with this ID in the shop, which was just found. */
export async function lookAgainAtRenewals(
  tx: Tx,
  { accountId, kind }: Connection,
  externalId: string,
  now: Instant,
): Promise<void> {
  const names = await tx
    .selectFrom("connection_order_names")
    .select("name")
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .where("external_id", "=", externalId)
    .execute();
  const connections = tx.selectFrom("connections").select("id").where("account_id", "=", accountId);
  const ids = (await connections.where("kind", "=", kind).execute()).map(({ id }) => id);
  await lookAgainAtPayments(
    tx,
    ids,
    names.map(({ name }) => name),
    now,
  );
}

/** Has payments checked again that were taken back before it was known what they renewed. `names` are an order's. */
export async function lookAgainAtPayments(
  tx: Tx,
  connectionIds: number[],
  names: string[],
  now: Instant,
): Promise<void> {
  const payments = names.flatMap((name) => paymentIn(name) ?? []);
  if (payments.length === 0) return;
  const waiting: ShopOrderProblem = "no_order";
  await tx
    .updateTable("connection_orders")
    .set({ settle_at: now })
    .where("connection_id", "in", valueSet(tx, "integer", JSON.stringify(connectionIds)))
    .where("external_id", "in", valueSet(tx, "text", JSON.stringify(payments)))
    .where("problem", "=", waiting)
    .execute();
}

/** Questions about the payment of a renewal that only the owner can decide, as sentences; none if the store keeps the payment. */
function questionsOn(facts: Facts, payment: string): string[] {
  const withdrawal = withdrawalOf(facts);
  const questions = questionsOf(facts, { ...withdrawal, whole: false });
  const isGone = withdrawal.whole || withdrawal.partly;
  if (!isGone && questions.length === 0) return [];
  const gone = isGone ? ["It was taken back, or part of it."] : [];
  return [
    `The payment ${payment.slice(0, 100)} renewed the subscription of this order.`,
    ...gone,
    ...questions,
    "End the order's access earlier, or revoke the order, if the customer should lose what it paid for.",
  ];
}
