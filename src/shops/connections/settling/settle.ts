import { restoreOrder, revokeOrder } from "../../../delivery/orders/changing/hold-and-revoke.ts";
import type { Order } from "../../../delivery/orders/order-columns.ts";
import { ordersByIds } from "../../../delivery/orders/queries.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { dayMilliseconds } from "../../../platform/days.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Facts, ShopLine } from "../known/facts.ts";
import type { Progress, ShopOrder, ShopOrderState } from "../known/shop-orders.ts";
import { endOf, isOfOther, orderToAdopt, withoutContent } from "./adopt.ts";
import { madeOf, newAddress, questionOnChanges } from "./changed-in-shop.ts";
import { followPlan } from "./follow-plan.ts";
import { followSubscription, isPaidFor, questionsOnPayments } from "./follow-subscription.ts";
import {
  type Completed,
  type Context,
  completeOrder,
  isDelivered,
  makeOrder,
  type Problem,
  unmatchedOf,
  withDelivered,
} from "./make-order.ts";
import { lineKey, type MatchedLine, matchLines, nameOf } from "./match-lines.ts";
import { erasedOrder, problemKey, withProblem } from "./problems.ts";
import { recordChange, settleRefundedLines } from "./refunded-lines.ts";
import { isTakenBack, otherCurrenciesOf, questionsOf, type Withdrawal, withdrawalOf } from "./refunds-and-disputes.ts";
import { lookAgainAtRenewals, settleRenewal } from "./renewal-payments.ts";

/**
 * Applies the facts of a shop's order: creates the order here once it is paid, and takes it back once it is canceled or refunded.
 * Changes by the owner stay: only new statements of the shop are applied.
 */
export async function settle(
  tx: Tx,
  context: Context,
  before: ShopOrder,
  facts: Facts,
): Promise<ShopOrderState & { isFromBefore?: true }> {
  const { progress, orderId } = before;
  const fine = { facts, progress, orderId, problem: null, problemDetails: null, settleAt: null };
  const { content } = facts;
  if (content === null) {
    const renewed = await settleRenewal(tx, context, before, facts);
    if (renewed !== null) return renewed;
  }
  const isLeft = progress.adopted === true && (await isOfOther(tx, before, facts));
  const isFree = orderId === null || progress.stage === "erased" || isLeft;
  const found = isFree ? await orderToAdopt(tx, context, facts) : null;
  if (found !== null) {
    await lookAgainAtRenewals(tx, context.connection, before.externalId, context.now);
    const kept = keptOf(progress, withoutContent(facts, found));
    const followed = { ...before, orderId: found.id, progress: { ...begun, ...endOf(found), ...kept } };
    return settleAdopted(tx, context, followed, { facts, order: found });
  }
  if (progress.stage === "erased") return erasedOrder(orderId);
  if (isLeft) return { ...fine, orderId: null, progress: { stage: "none", delivered: [], ...keptOf(progress, facts) } };
  if (orderId === null) {
    if (content === null && isTakenBack(facts)) return withProblem(fine, [noOrder], context);
    if (!facts.paid || content === null) return fine;
    if (isFromBefore(context, facts) && !progress.wanted) return { ...fine, isFromBefore: true };
    const made = await makeOrder(tx, context, before, content, facts);
    // If the shop has withdrawn the order, there is no problem to solve.
    if ("problem" in made) return isStanding(facts) ? withProblem(fine, [made], context) : fine;
    const { order, matched, delivered, isNew } = made;
    if (order === null) return fine;
    const known = isNew ? {} : endOf(order);
    const done = withDelivered({ ...begun, ...known, made: madeOf(content, progress.email) }, delivered);
    const others = matched.filter(({ line: { id, quantity } }) => quantity !== 0 && !done.delivered.includes(id));
    const waiting = others.length === 0 ? {} : { waiting: others.map(({ line }) => lineKey(line)) };
    const next = { ...before, orderId: order.id, progress: { ...done, ...waiting } };
    return settleMade(tx, context, next, { told: facts, order, matched });
  }
  const [order] = await ordersByIds(tx, [orderId]);
  // The order was deleted, and with it the customer's data.
  if (!order) return erasedOrder(orderId);
  if (content === null || progress.adopted) return settleAdopted(tx, context, before, { facts, order });
  const matched = await matchLines(tx, context.account.id, context.connection.id, content.lines);
  return settleMade(tx, context, before, { told: facts, order, matched });
}

const begun: Progress = { stage: "made", delivered: [] };

/** Follows the subscription of an order that was made elsewhere. */
const settleAdopted = (
  tx: Tx,
  context: Context,
  shopOrder: ShopOrder,
  { facts, order }: { facts: Facts; order: Order },
): Promise<ShopOrderState> => {
  const progress = { ...shopOrder.progress, adopted: true as const };
  const told = { told: withoutContent(facts, order), order, matched: [] };
  return settleMade(tx, context, { ...shopOrder, progress }, told);
};

/** Whether the shop still stands by an order that has not been created yet. */
const isStanding = (facts: Facts) => {
  const withdrawal = withdrawalOf(facts);
  return !withdrawal.whole && (facts.deletedAt === null || questionsOf(facts, withdrawal).length === 0);
};

/** A shop takes back an unknown order: the order may still come, or may be older than the connection. */
const noOrder: Problem = { problem: "no_order", problemDetails: null };

/**
 * What the owner has dismissed, for an order that has now been found. If they dismissed its refunds and disputes while it was
 * unknown, these stay dismissed.
 */
function keptOf({ dismissed }: Progress, facts: Facts): Pick<Progress, "dismissed"> {
  if (dismissed === undefined) return {};
  const asked = askedOf(facts, withdrawalOf(facts), []);
  const isDealtWith = asked !== null && dismissed.includes(problemKey({ ...noOrder, facts }));
  return { dismissed: isDealtWith ? [...dismissed, problemKey({ ...asked, facts })] : dismissed };
}

/** Orders of a shop are created from this many milliseconds before its connection. */
const fromBefore = dayMilliseconds;

/** Shops also report changes to old orders. Their customers already have their products. */
const isFromBefore = ({ connection }: Context, { paidAt }: Facts) =>
  paidAt !== null && paidAt < connection.createdAt - fromBefore;

/** The order here has the customer's data, except for a new address. The rest is needed for refunds. */
function withoutCustomer(facts: Facts, address: string | null): Facts {
  const { content } = facts;
  if (content === null) return facts;
  const { otherEmails: _, toldEmails: __, ...kept } = content;
  return { ...facts, content: { ...kept, email: address, firstName: "", lastName: "", country: null, locale: null } };
}

/** Takes back, restores or completes an order that was created. */
async function settleMade(
  tx: Tx,
  context: Context,
  shopOrder: ShopOrder,
  { told, order: made, matched }: { told: Facts; order: Order; matched: MatchedLine[] },
): Promise<ShopOrderState> {
  const followed = await followSubscription(tx, context, { order: made, facts: told, progress: shopOrder.progress });
  const { order } = followed;
  let { progress } = followed;
  const address = told.content && newAddress(told.content, progress.made?.email ?? null, order.email);
  const facts = withoutCustomer(told, address);
  const withdrawal = withdrawalOf(facts);
  const isGone = ({ line }: MatchedLine) => withdrawal.lines.includes(line.id);
  const delivers = matched.filter(isDelivered).filter(({ line }) => progress.delivered.includes(line.id));
  const whole = withdrawal.whole || (delivers.length > 0 && delivers.every(isGone));
  if (whole && progress.stage === "made") {
    progress = { ...progress, stage: "withdrawn", revokedAt: await revoke(tx, context, order) };
  } else if (!whole && progress.stage === "withdrawn") {
    if (progress.revokedAt === undefined || progress.revokedAt === order.revokedAt) await restore(tx, context, order);
    progress = { ...progress, stage: "made" };
  }
  const state = { facts, orderId: order.id, problem: null, problemDetails: null, settleAt: null };
  if (whole) {
    const paid = isPaidFor(facts, context.now) ? [paidAfterwards] : [];
    return withProblem({ ...state, progress }, [askedOf(facts, withdrawal, paid)], context);
  }
  const planned = await followPlan(tx, context, { order, plan: facts.plan, progress, lines: delivers });
  progress = planned.progress;
  // This comes first, because a line that cannot be added must not prevent it.
  progress = await settleRefundedLines(tx, context, order, {
    progress,
    lines: delivers.map(({ line: { id, quantity }, product }) => ({ id, quantity, productId: product.id })),
    gone: withdrawal.lines,
  });
  const isMade = ({ line }: MatchedLine) => isOf(progress, line);
  const left = matched.filter((one) => !isGone(one));
  const added = left.filter((one) => one.product !== "ignored" && !isMade(one));
  const changes = questionOnChanges(facts.content, progress.made, { refunded: progress.refunded ?? [], address });
  const asked = askedOf(facts, withdrawal, [
    ...questionOnLines(added),
    ...changes,
    ...questionsOnPayments(context, facts),
    ...(isPaidAfter(facts, order.revokedAt) ? [paidWhileRevoked] : []),
  ]);
  const lines = left.filter(isMade);
  // The shop may say that the order is not paid.
  const completed: Completed =
    facts.state.question === null
      ? await completeOrder(tx, context, order, { shopOrder: { ...shopOrder, progress, facts }, matched: lines })
      : { progress };
  if ("problem" in completed) return withProblem({ ...state, progress }, [completed, planned.problem, asked], context);
  const settled = { ...state, ...completed };
  const { delivered } = completed.progress;
  // The match of a delivered line may no longer exist, or may belong to an earlier connection of the shop.
  const missing = unmatchedOf(lines.filter(({ line }) => !delivered.includes(line.id)));
  const unmatched: Problem | null =
    missing.length === 0 ? null : { problem: "unmatched", problemDetails: { lines: missing } };
  const problems =
    facts.state.question === null ? [planned.problem, unmatched, asked] : [asked, planned.problem, unmatched];
  return withProblem(settled, problems, context);
}

const paidAfterwards =
  "The order was refunded, and its subscription was paid for later. Restore the order if the customer is to have it.";

/** Whether the subscription was paid after that. */
const isPaidAfter = ({ charge }: Facts, revokedAt: Instant | null) =>
  revokedAt !== null && charge.isPaid && charge.at > revokedAt;

const paidWhileRevoked =
  "The order is revoked, and its subscription was paid for later. Restore the order if the customer is to have it.";

/** Whether an order was created with the line, even if the line does not match yet. */
const isOf = ({ delivered, waiting = [] }: Progress, line: ShopLine) =>
  delivered.includes(line.id) || waiting.includes(lineKey(line));

/** The question that only the owner can decide; null for none. `ofLines` are questions about lines. */
function askedOf(facts: Facts, withdrawal: Withdrawal, ofLines: string[]): Problem | null {
  const questions = [...questionsOf(facts, withdrawal), ...ofLines];
  const inOther = withdrawal.unclear ? otherCurrenciesOf(facts) : null;
  if (questions.length > 0) {
    const partly = withdrawal.partly ? [inOther ?? "Part of the amount was refunded."] : [];
    return { problem: "unclear", problemDetails: { message: [...questions, ...partly].join(" ") } };
  }
  if (!withdrawal.unclear) return null;
  return { problem: "partial_refund", problemDetails: inOther === null ? null : { message: inOther } };
}

/** Maximum number of lines in a message. */
const mostNamed = 5;

/** Questions about lines that were added to the shop's order after the order here was created. */
function questionOnLines(added: MatchedLine[]): string[] {
  if (added.length === 0) return [];
  const names = added
    .slice(0, mostNamed)
    .map(({ line }) => `${line.quantity} × ${nameOf(line) || line.sku || "a line"}`);
  const all = [...names, ...(added.length > mostNamed ? ["more"] : [])].join(", ");
  return [
    `The shop's order has lines that it did not have when it was made here: ${all}. Add to the order what is missing.`,
  ];
}

/** When this revoked the order; null if its owner revoked it before. */
async function revoke(tx: Tx, context: Context, order: Order): Promise<Instant | null> {
  if (order.revokedAt !== null) return null;
  await revokeOrder(tx, context.account, order.publicId, context.now);
  await recordChange(tx, context, "order.revoked", order);
  return context.now;
}

async function restore(tx: Tx, context: Context, order: Order): Promise<void> {
  if (order.revokedAt === null) return;
  await restoreOrder(tx, context.account, order.publicId, context.now);
  await recordChange(tx, context, "order.restored", order);
}
