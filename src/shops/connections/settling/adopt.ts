import type { Order } from "../../../delivery/orders/order-columns.ts";
import { ordersByIds } from "../../../delivery/orders/queries.ts";
import { orderOfSubscription } from "../../../delivery/orders/subscriptions/of-subscription.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { dayMilliseconds } from "../../../platform/days.ts";
import { visibleText } from "../../../platform/text.ts";
import { type Facts, noFacts } from "../known/facts.ts";
import { numberOfShop } from "../known/same-shop.ts";
import type { Progress, ShopOrder } from "../known/shop-orders.ts";
import { shops } from "../reading/shops/index.ts";
import { type Context, shortened, vendorIdOf } from "./make-order.ts";

/**
 * The order that a shop's subscription pays for, if this connection did not create it: the store's own checkout did, or it was
 * imported. Null if access does not follow subscriptions, if that order's access does not end, if there are several, or if the ID
 * may be the same by chance: some kinds of shops number their subscriptions separately.
 */
export async function orderToAdopt(tx: Tx, context: Context, facts: Facts): Promise<Order | null> {
  const { account, connection } = context;
  const { subscription } = facts;
  if (connection.settings.subscriptionGraceInHours === undefined || subscription === null) return null;
  const order = await orderOfSubscription(tx, account.id, shortened(subscription));
  if (order === null || order.accessUntil === null || isTest(order) !== facts.test) return null;
  const { kind } = connection;
  const prefix = vendorIdOf({ kind, number: await numberOfShop(tx, connection) }, "");
  return shops[kind].hasUniqueOrderIds || order.vendorId?.startsWith(prefix) ? order : null;
}

const isTest = ({ test }: Pick<Order, "test">) => test === 1;

/**
 * Why an event does not belong to the order that its subscription pays for, or to the known facts about that order: one is a test
 * and the other is not. Null if it may belong. An event that begins an order says itself whether the order is a test.
 */
export async function otherMode(
  tx: Tx,
  { accountId }: { accountId: number },
  { orderId, progress, facts: known }: ShopOrder,
  { content, subscription, test }: Facts,
): Promise<string | null> {
  const isOwn = !progress.adopted && (orderId !== null || content !== null || known.content !== null);
  if (isOwn) return null;
  const named = subscription === null ? null : shortened(subscription);
  const found = async () => (named === null ? null : orderOfSubscription(tx, accountId, named));
  const [order = null] = orderId === null ? [await found()] : await ordersByIds(tx, [orderId]);
  if (order !== null) return isTest(order) === test ? null : test ? testOfOther : otherOfTest;
  return test && known.subscription !== null && !known.test ? testOfOther : null;
}

const testOfOther = "The event is a test, and the order of its subscription is not, so nothing was changed.";
const otherOfTest = "The order of its subscription is a test, and the event is not, so nothing was changed.";

/**
 * The known facts of an order, for an event about it. If the event is not a test, leaves out facts from tests of an order that
 * never existed.
 */
export const withoutTests = ({ orderId, facts: known }: ShopOrder, { test }: Facts): Facts =>
  orderId === null && known.content === null && known.test && !test ? noFacts : known;

/** Whether the adopted order now has another subscription, set by its owner. */
export async function isOfOther(
  tx: Tx,
  { orderId }: Pick<ShopOrder, "orderId">,
  { subscription }: Facts,
): Promise<boolean> {
  const [order] = orderId === null ? [] : await ordersByIds(tx, [orderId]);
  if (!order || subscription === null) return false;
  return order.subscriptionId !== visibleText(shortened(subscription));
}

/**
 * A shop's facts about an order that was created elsewhere: only those about its subscription, because what the shop calls an
 * order is a payment. If that payment was made within a day of the order, it is the order's own.
 */
export function withoutContent(facts: Facts, { createdAt }: Pick<Order, "createdAt">): Facts {
  const { content, paidAt, periods } = facts;
  const first = content?.payment === undefined ? undefined : periods[content.payment];
  const isWithOrder = (paidAt ?? 0) < createdAt + dayMilliseconds;
  if (content?.payment === undefined || first === undefined || !isWithOrder) return { ...facts, content: null };
  return { ...facts, content: null, periods: { ...periods, [content.payment]: { ...first, isFirst: true } } };
}

/** The state for following the end of access of an order that was not created from the shop's statements. */
export const endOf = ({ accessUntil }: Pick<Order, "accessUntil">): Pick<Progress, "accessUntil" | "paidElsewhere"> =>
  accessUntil === null ? {} : { accessUntil, paidElsewhere: accessUntil };
