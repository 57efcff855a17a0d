import { updateOrder } from "../../../delivery/orders/changing/update-order.ts";
import { lockOrderByNumber } from "../../../delivery/orders/lock-order.ts";
import type { Order } from "../../../delivery/orders/order-columns.ts";
import type { OrderInput } from "../../../delivery/orders/order-input.ts";
import { countedPayments } from "../../../delivery/orders/subscriptions/payments.ts";
import { countPayment, type RenewalPayment } from "../../../delivery/orders/subscriptions/renew-order.ts";
import type { Tx } from "../../../platform/database/database.ts";
import type { SaidOfSubscription } from "../../../platform/database/schema.ts";
import { hourMilliseconds } from "../../../platform/days.ts";
import { cappedInstant, type Instant } from "../../../platform/instants.ts";
import { currencyShape, largestAmount } from "../../../platform/money.ts";
import type { Facts, Period } from "../known/facts.ts";
import { numberOfShop } from "../known/same-shop.ts";
import type { Progress } from "../known/shop-orders.ts";
import { shops } from "../reading/shops/index.ts";
import { type Context, shortened, vendorIdOf } from "./make-order.ts";
import { recordChange } from "./refunded-lines.ts";

/**
 * Ends the access of an order when its subscription says so, if the owner wants that. Each payment counts once and prolongs
 * access. A grace period follows while the subscription continues, even if a payment failed, but not once it is over. An end of
 * access or a status that the owner has set or removed stays until the shop says something new.
 */
export async function followSubscription(
  tx: Tx,
  context: Context,
  { order, facts, progress }: { order: Order; facts: Facts; progress: Progress },
): Promise<{ order: Order; progress: Progress }> {
  const end = endOfAccess(context, facts, progress.paidElsewhere);
  const named = facts.subscription === null || progress.subscription === facts.subscription ? null : facts.subscription;
  const renewals = end === null ? [] : await newPayments(tx, context, facts);
  const status = end === null ? null : statusOf(facts);
  const isNews = status !== (progress.subscriptionStatus ?? null);
  const isSame = end === null || (progress.accessUntil === end && renewals.length === 0 && !isNews);
  if (isSame && named === null) return { order, progress };
  const locked = await lockOrderByNumber(tx, order.id);
  if (!locked) return { order, progress };
  let current = locked;
  for (const payment of renewals) {
    const accessUntil = cappedInstant(Math.max(current.accessUntil ?? 0, payment.accessUntil));
    // The shop's newest statement is applied afterwards. It is news only if the status differs.
    const counted = { ...payment, accessUntil, keepsStatus: true as const };
    current = await countPayment(tx, context.account, current, counted, context.now);
    await recordChange(tx, context, "order.renewed", current);
  }
  const isOwners = progress.accessUntil !== undefined && locked.accessUntil !== progress.accessUntil;
  const accessUntil = end === null || isOwners || current.accessUntil === end ? undefined : end;
  const subscriptionId = named === null || current.subscriptionId !== null ? undefined : shortened(named);
  // If the owner has made access endless, the order has no status.
  const ends = accessUntil ?? current.accessUntil;
  const isTold = end !== null && ends !== null && (isNews || renewals.length > 0);
  const subscriptionStatus = isTold && status !== current.subscriptionStatus ? status : undefined;
  if ([accessUntil, subscriptionId, subscriptionStatus].some((one) => one !== undefined)) {
    current = await change(tx, context, current, { accessUntil, subscriptionId, subscriptionStatus });
    if (subscriptionStatus) await recordChange(tx, context, statusChanges[subscriptionStatus], current);
  }
  const { subscriptionStatus: _, ...before } = progress;
  const told = {
    ...(named === null ? {} : { subscription: named }),
    ...(end === null ? {} : { accessUntil: end }),
    ...(status === null ? {} : { subscriptionStatus: status }),
  };
  return { order: current, progress: { ...before, ...told } };
}

const statusChanges = { payment_failed: "order.payment_failed", canceled: "order.subscription_canceled" } as const;

const statusOf = ({ over, charge }: Facts): SaidOfSubscription | null =>
  over.isOver ? "canceled" : charge.isPaid ? null : "payment_failed";

/** The payments that renew the order and were not counted before, oldest first. */
async function newPayments(tx: Tx, context: Context, facts: Facts): Promise<RenewalPayment[]> {
  const { kind } = context.connection;
  const number = await numberOfShop(tx, context.connection);
  const isUnique = shops[kind].hasUniqueOrderIds === true;
  // Unique among the payments of all shops of the account.
  const idOf = (payment: string) => vendorIdOf({ kind, number: isUnique ? 1 : number }, payment);
  // IDs under which the payment may already be counted: by earlier versions or, if no other shop has the same ID, by the store's
  // own checkout.
  const otherIds = (payment: string) => (isUnique ? [payment, vendorIdOf({ kind, number }, payment)] : []);
  const later = laterPeriods(facts);
  const names = later.flatMap(([payment]) => [idOf(payment), ...otherIds(payment)]);
  const counted = await countedPayments(tx, context.account.id, names);
  return later
    .filter(([payment]) => ![idOf(payment), ...otherIds(payment)].some((name) => counted.has(name)))
    .flatMap(([externalId, { until, ...money }]) => {
      if (until === null) return [];
      // Access is paid for in any case.
      const { total, currency } = isAmount(money) ? money : { total: null, currency: null };
      const paymentId = idOf(externalId);
      return [{ paymentId, accessUntil: graceAfter(context, until), total, currency }];
    })
    .toSorted((one, other) => one.accessUntil - other.accessUntil);
}

const isAmount = ({ total, currency }: Pick<Period, "total" | "currency">) =>
  (currency === null || currencyShape.test(currency)) && (total === null || (total >= 0 && total <= largestAmount));

/**
 * Questions, as sentences, about the first payment without an end of its paid time, and about the first payment whose amount or
 * currency cannot be right. The latter is not counted.
 */
export function questionsOnPayments({ connection }: Context, facts: Facts): string[] {
  if (connection.settings.subscriptionGraceInHours === undefined) return [];
  const [endless] = laterPeriods(facts).find(([, { until }]) => until === null) ?? [];
  return [...(endless === undefined ? [] : [questionOnEnd(endless)]), ...questionOnAmount(facts)];
}

const questionOnEnd = (id: string) =>
  `The payment ${id.slice(0, 100)} of the subscription does not say until when it pays, so it prolonged nothing. Prolong the order's access if it should be.`;

function questionOnAmount({ periods }: Facts): string[] {
  const wrong = Object.entries(periods).find(([, period]) => !period.isFirst && !isAmount(period));
  if (wrong === undefined) return [];
  const [id, { total, currency }] = wrong;
  const amount = `${total} ${(currency ?? "").slice(0, 100)}`.trim();
  return [
    `The payment ${id.slice(0, 100)} of the subscription prolonged access, but its amount, ${amount}, cannot be right and is not counted as revenue.`,
  ];
}

/** When access ends according to the payments; null if it does not follow the subscription, or the shop has sent no end. */
function endOfAccess(context: Context, { periods, over }: Facts, paidElsewhere = 0): Instant | null {
  const grace = context.connection.settings.subscriptionGraceInHours;
  const ends = Object.values(periods).flatMap(({ until }) => until ?? []);
  if (grace === undefined || ends.length + paidElsewhere === 0) return null;
  const paid = ends.reduce((one, other) => Math.max(one, other), 0);
  return cappedInstant(Math.max(over.isOver ? paid : graceAfter(context, paid), paidElsewhere));
}

const graceAfter = ({ connection }: Context, paid: number): Instant =>
  cappedInstant(paid + (connection.settings.subscriptionGraceInHours ?? 0) * hourMilliseconds);

async function change(
  tx: Tx,
  { account, now }: Context,
  { publicId }: Order,
  changes: Pick<OrderInput, "accessUntil" | "subscriptionId" | "subscriptionStatus">,
): Promise<Order> {
  // Access ends when the shop says, even before a gift is delivered.
  const told = { sendEmail: false, unknownSku: "skip", allowsEarlyEnd: true } as const;
  const input = { ...changes, wrong: [], ...told };
  return (await updateOrder(tx, account, publicId, input, now)).order;
}

/** Whether a later payment of the subscription pays for a time that is not over. */
export const isPaidFor = (facts: Facts, now: Instant): boolean =>
  laterPeriods(facts).some(([, { until }]) => (until ?? 0) > now);

/** Leaves out the payment of the order itself. */
const laterPeriods = ({ periods, content }: Facts) =>
  Object.entries(periods).filter(([id, { isFirst }]) => !isFirst && id !== content?.payment);
