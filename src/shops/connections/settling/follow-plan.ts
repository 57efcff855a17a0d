import { restoreOrderItem, revokeOrderItem } from "../../../delivery/orders/changing/revoke-items.ts";
import { updateOrder } from "../../../delivery/orders/changing/update-order.ts";
import { deliveryAddress } from "../../../delivery/orders/delivery-address.ts";
import type { Order } from "../../../delivery/orders/order-columns.ts";
import { type OrderItem, withItems } from "../../../delivery/orders/queries.ts";
import { rejectUndeliverable } from "../../../messages/mail/undeliverable-addresses.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { DomainError } from "../../../platform/errors.ts";
import type { Plan } from "../known/facts.ts";
import type { FollowedPlan, Progress } from "../known/shop-orders.ts";
import { type Context, isDelivered, type Problem, unmatchedOf } from "./make-order.ts";
import { type MatchedLine, matchLines, nameOf, skusOf } from "./match-lines.ts";
import { partsOf, withBundles } from "./plan-parts.ts";
import { recordChange } from "./refunded-lines.ts";

interface Followed {
  progress: Progress;
  problem: Problem | null;
}

/**
 * Changes the products of an order to those that the last payment of its subscription was for. A product that is no longer in the
 * plan is revoked, and restored if it comes back; a new product is added, with an email. The order's price does not change: the
 * payment counts separately. `lines` are the delivered lines of the shop's order. Products that the owner has added stay.
 */
export async function followPlan(
  tx: Tx,
  context: Context,
  { order, plan, progress, lines }: { order: Order; plan: Plan | null; progress: Progress; lines: MatchedLine[] },
): Promise<Followed> {
  const same = { progress, problem: null };
  const isFollowing = context.connection.settings.subscriptionGraceInHours !== undefined;
  if (!isFollowing || plan === null || order.revokedAt !== null) return same;
  const told = nameOfPlan(plan);
  if (progress.plan?.told === told) return same;
  const matched = await matchLines(tx, context.account.id, context.connection.id, plan.lines);
  const missing = unmatchedOf(matched);
  const named = unitsOf(matched);
  const isFound = progress.adopted === true && progress.plan === undefined;
  const parts = progress.plan?.parts ?? (isFound ? await partsOf(tx, order, named) : {});
  const wanted = withBundles(named, parts);
  const delivered = progress.adopted ? await unitsIn(tx, order) : unitsOf(lines);
  const before = progress.plan?.units ?? firstUnits(delivered, wanted);
  const kept = Object.keys(parts).length === 0 ? {} : { parts };
  const unchanged = { ...same, progress: { ...progress, plan: { ...progress.plan, ...kept, told, units: before } } };
  if (missing.length > 0) {
    // The products that the subscription began with are in the order, under any name: a payment link may be matched in place of
    // the price.
    const isFirst = plan.kind === "first" || isFound;
    if (isFirst) return unchanged;
    return { ...same, problem: { problem: "unmatched", problemDetails: { lines: missing } } };
  }
  const units = plan.kind !== "added" ? wanted : withMost(before, wanted);
  if (Object.keys(wanted).length === 0 || isSame(before, units)) return unchanged;
  try {
    const revoked = await changeProducts(tx, context, { order, before, units, revoked: progress.plan?.revoked ?? {} });
    return { ...same, progress: { ...progress, plan: { ...kept, told, units, revoked } } };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ...same, problem: { problem: "rejected", problemDetails: { message: error.message } } };
  }
}

/** The shop's name for the plan. */
const nameOfPlan = ({ lines, kind }: Plan): string =>
  JSON.stringify([
    kind === "added",
    ...lines.map((line) => [...line.productIds, ...skusOf(line), nameOf(line), line.quantity]),
  ]);

/** Units of each product (row number). */
type Units = FollowedPlan["units"];

function unitsOf(lines: MatchedLine[]): Units {
  const units: Units = {};
  for (const { line, product } of lines.filter(isDelivered)) {
    units[product.id] = (units[product.id] ?? 0) + line.quantity;
  }
  return units;
}

/** Leaves out items that bundles added. */
async function unitsIn(tx: Tx, order: Order): Promise<Units> {
  const [{ items = [] } = {}] = await withItems(tx, [order]);
  const own = items.filter(({ bundleItemId, revokedAt }) => bundleItemId === null && revokedAt === null);
  return Object.fromEntries(own.map(({ productId, quantity }) => [productId, quantity]));
}

/**
 * The units that belong to the subscription. If an order has several products, those that its first known plan does not contain
 * may have been sold besides it.
 */
function firstUnits(delivered: Units, wanted: Units): Units {
  const all = Object.entries(delivered);
  return all.length === 1 ? delivered : Object.fromEntries(all.filter(([id]) => wanted[Number(id)] !== undefined));
}

function withMost(before: Units, added: Units): Units {
  const most = Object.entries(added).map(([id, units]) => [id, Math.max(units, before[Number(id)] ?? 0)]);
  return { ...before, ...Object.fromEntries(most) };
}

const isSame = (one: Units, other: Units) =>
  Object.keys({ ...one, ...other }).every((id) => one[Number(id)] === other[Number(id)]);

/** Returns when items (row numbers) were revoked because they are no longer in the plan. Throws the errors of `updateOrder`. */
async function changeProducts(
  tx: Tx,
  context: Context,
  { order, before, units, revoked }: { order: Order; before: Units; units: Units; revoked: Record<number, number> },
): Promise<Record<number, number>> {
  const { account, now } = context;
  const [{ items = [] } = {}] = await withItems(tx, [order]);
  // Items that bundles added stay with their bundles.
  const own = items.filter(({ bundleItemId }) => bundleItemId === null);
  const isWanted = ({ productId }: OrderItem) => units[productId] !== undefined;
  const wasWanted = ({ productId }: OrderItem) => before[productId] !== undefined;
  const isOurs = ({ id, revokedAt }: OrderItem) => revokedAt !== null && revoked[id] === revokedAt;
  const returning = own.filter((item) => isWanted(item) && isOurs(item));
  const leaving = own.filter((item) => wasWanted(item) && !isWanted(item) && item.revokedAt === null);
  const has = new Set(own.map(({ productId }) => productId));
  const added = Object.keys(units)
    .map(Number)
    .filter((productId) => !has.has(productId));
  const isNews = added.length + returning.length > 0;
  // Checked before the first write: if the order cannot be changed, nothing may remain of the change.
  if (isNews) await rejectUndeliverable(tx, account.id, deliveryAddress(account, order));
  const lines = [
    ...own.map((item) => ({ ...item, quantity: units[item.productId] ?? item.quantity, byItself: true })),
    ...added.map((productId) => ({ productId, quantity: units[productId] ?? 1, price: null, byItself: true })),
  ].map(({ productId, quantity, price, byItself }) => ({ productId, quantity, price, byItself }));
  const cost = costOf(own.filter((item) => wasWanted(item) && item.revokedAt === null));
  const stopped = own.filter((item) => item.revokedAt !== null && !returning.includes(item));
  const payer = lines.find(
    ({ productId }) => units[productId] !== undefined && !stopped.some((item) => item.productId === productId),
  );
  // The order's price now counts for its present products.
  if (payer !== undefined && cost !== null) {
    const ofPlan = own.filter((item) => wasWanted(item) || isWanted(item) || isOurs(item));
    for (const line of lines) {
      const isNew = added.includes(line.productId);
      if (isNew || ofPlan.some(({ productId }) => productId === line.productId)) line.price = 0;
    }
    payer.price = cost / payer.quantity;
  }
  const input = { lines, wrong: [], sendEmail: isNews, unknownSku: "skip" as const };
  // The step that may be refused comes first, so that nothing remains of a refused change.
  await updateOrder(tx, account, order.publicId, input, now);
  for (const { id } of returning) await restoreOrderItem(tx, account, id, now);
  for (const { id } of leaving) await revokeOrderItem(tx, account, id, now);
  await recordChange(tx, context, "order.plan_changed", order);
  const gone = returning.map(({ id }) => String(id));
  return {
    ...Object.fromEntries(Object.entries(revoked).filter(([id]) => !gone.includes(id))),
    ...Object.fromEntries(leaving.map(({ id }) => [id, now])),
  };
}

/** The price of all items together; null if none has a price. */
function costOf(items: OrderItem[]): number | null {
  const priced = items.flatMap(({ price, quantity }) => (price === null ? [] : price * quantity));
  return priced.length === 0 ? null : priced.reduce((sum, cost) => sum + cost, 0);
}
