import { type Facts, noFacts, type Period, type Plan } from "../../known/facts.ts";
import type { Reading } from "../shop.ts";
import { notFollowed } from "../shop-json.ts";

/** By this, events of a subscription find the order that began it; null for no subscription. */
export const subscriptionName = (id: string | null): string | null => (id === null ? null : `subscription ${id}`);

const renewalWord = "renewal ";

/** By these, what happens to a payment that renewed a subscription finds its order. `ids` are the shop's, of the payment; null for none. */
export const renewalNames = (ids: (string | null)[]): string[] =>
  ids.flatMap((id) => (id === null ? [] : `${renewalWord}${id}`));

/** The ID of the payment that such a name names; null for another name. */
export const paymentIn = (name: string): string | null =>
  name.startsWith(renewalWord) ? name.slice(renewalWord.length) : null;

/** Changes nothing, because access does not end with subscriptions. */
export const notFollowing = (topic: string): Reading => ({ topic, orderId: null, facts: null, note: notFollowed });

/** How events name the order of a subscription: by its own ID, if that is known, and by the subscription. */
function namesOf(subscription: string, order: string | null): { orderId: string; otherIds: string[] } {
  const name = `subscription ${subscription}`;
  return order === null ? { orderId: name, otherIds: [] } : { orderId: order, otherIds: [name] };
}

/**
 * A payment with this ID, made at this time of the shop (milliseconds), that renews a subscription, which began with this order;
 * null if the shop does not say.
 */
export function renewal(
  topic: string,
  subscription: string,
  {
    id,
    paidAt,
    order = null,
    plan = null,
    paidFrom = null,
    ...period
  }: Omit<Period, "isFirst"> & {
    id: string;
    paidAt: number;
    order?: string | null;
    plan?: ToldPlan | null;
    paidFrom?: number | null;
  },
): Reading {
  const periods = { [id]: { ...period, isFirst: false } };
  const charge = { at: paidAt, isPaid: true };
  return {
    topic,
    ...namesOf(subscription, order),
    facts: { ...noFacts, subscription, periods, charge, plan: planAt(paidAt, paidFrom, plan) },
  };
}

export type ToldPlan = Pick<Plan, "lines" | "kind">;

/** What a payment of this time, which pays from then on, is for; null if the shop does not say. */
export const planAt = (at: number, from: number | null, plan: ToldPlan | null): Plan | null =>
  plan === null || plan.lines.length === 0 ? null : { at, from, ...plan };

/** The charge for a later period of the subscription failed, at this time of the shop (milliseconds). */
export const failedCharge = (
  topic: string,
  subscription: string,
  { at, order = null }: { at: number; order?: string | null },
): Reading => ({
  topic,
  ...namesOf(subscription, order),
  facts: { ...noFacts, subscription, charge: { at, isPaid: false } },
});

/** The subscription is over, or goes on again, as of this time of the shop (milliseconds). */
export function overAt(
  topic: string,
  subscription: string | null,
  over: Facts["over"],
  order: string | null = null,
): Reading {
  if (subscription === null) return { topic, orderId: null, facts: null };
  return { topic, ...namesOf(subscription, order), facts: { ...noFacts, subscription, over } };
}

/**
 * Asks about a payment of a subscription that the shop took back: that of the order itself is another. `payment` names it for the
 * owner. With what was `paid` all the same.
 */
export function takenBack(
  topic: string,
  subscription: string,
  { id, payment }: { id: string; payment: string },
  paid: Reading = { topic, ...namesOf(subscription, null), facts: null },
): Reading {
  const question = `The shop took back ${payment.slice(0, 100)}, which renewed the subscription. End the order's access earlier, or revoke the order, if the customer is to lose what it paid for.`;
  const refunds = { [`renewal ${id}`]: { amount: null, lines: [], question } };
  return { ...paid, facts: { ...(paid.facts ?? noFacts), subscription, refunds } };
}
