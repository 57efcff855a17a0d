import { type Facts, noFacts, type Period, type Plan } from "../../known/facts.ts";
import type { Reading } from "../shop.ts";
import { notFollowed } from "../shop-json.ts";

/** The name by which events of a subscription find the order that began it; null for no subscription. */
export const subscriptionName = (id: string | null): string | null => (id === null ? null : `subscription ${id}`);

const renewalWord = "renewal ";

/**
 * The names by which events about the payment of a renewal find its order. `ids` are the shop's IDs of the payment; null for
 * none.
 */
export const renewalNames = (ids: (string | null)[]): string[] =>
  ids.flatMap((id) => (id === null ? [] : `${renewalWord}${id}`));

/** The payment's ID in such a name; null for another name. */
export const paymentIn = (name: string): string | null =>
  name.startsWith(renewalWord) ? name.slice(renewalWord.length) : null;

/** Changes nothing, because access does not end with subscriptions. */
export const notFollowing = (topic: string): Reading => ({ topic, orderId: null, facts: null, note: notFollowed });

/** The IDs that events use for the order of a subscription: its own ID, if known, and the subscription's. */
function namesOf(subscription: string, order: string | null): { orderId: string; otherIds: string[] } {
  const name = `subscription ${subscription}`;
  return order === null ? { orderId: name, otherIds: [] } : { orderId: order, otherIds: [name] };
}

/**
 * A payment with this ID, made at this time of the shop (milliseconds), that renews a subscription. The subscription began with
 * this order; null if unknown.
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

/** The plan of a payment made at this time, for a period that starts at `from`; null if unknown. */
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

/** The subscription is over, or continues, as of this time of the shop (milliseconds). */
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
 * A question about a subscription payment that the shop took back. The payment of the order itself is handled elsewhere.
 * `payment` is its name for the owner. `paid` is the reading of what was still paid.
 */
export function takenBack(
  topic: string,
  subscription: string,
  { id, payment }: { id: string; payment: string },
  paid: Reading = { topic, ...namesOf(subscription, null), facts: null },
): Reading {
  const question = `The shop took back ${payment.slice(0, 100)}, which renewed the subscription. End the order's access earlier, or revoke the order, if the customer should lose what it paid for.`;
  const refunds = { [`renewal ${id}`]: { amount: null, lines: [], question } };
  return { ...paid, facts: { ...(paid.facts ?? noFacts), subscription, refunds } };
}
