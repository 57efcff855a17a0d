import type { Facts, Incident } from "./facts.ts";

/** What refunds, disputes and the like take away from a paid order. */
export interface Withdrawal {
  /** Nothing is left of the order. */
  whole: boolean;
  /** The IDs of lines whose units were all refunded. */
  lines: string[];
  /** An amount was refunded, and the shop does not say for which lines, or not for whole ones. */
  unclear: boolean;
}

export function withdrawalOf(facts: Facts): Withdrawal {
  const { withdrawn, refunds, refundedTotal, content, incidents } = facts;
  const lines = (content?.lines ?? []).filter(({ quantity }) => quantity > 0);
  const refunded = new Map<string, number>();
  let unnamed = false;
  for (const refund of Object.values(refunds)) {
    const isNamed = refund.lines.some(({ id }) => lines.some((line) => line.id === id));
    if (refund.question !== undefined || (!isNamed && refund.amount !== 0)) unnamed = true;
    for (const { id, quantity } of refund.lines) refunded.set(id, (refunded.get(id) ?? 0) + quantity);
  }
  const gone = lines.filter(({ id, quantity }) => (refunded.get(id) ?? 0) >= quantity).map(({ id }) => id);
  const whole =
    withdrawn.because !== null ||
    isTaken(incidents) ||
    (lines.length > 0 && gone.length === lines.length) ||
    isAllRefunded(facts);
  const partly = lines.some(({ id, quantity }) => {
    const units = refunded.get(id) ?? 0;
    return units > 0 && units < quantity;
  });
  const onlyTotal = refunded.size === 0 && refundedTotal > 0;
  return { whole, lines: gone, unclear: !whole && (unnamed || partly || onlyTotal) };
}

/** Whether a dispute took the payment, and none of its decisions gave it back. */
function isTaken(incidents: Facts["incidents"]): boolean {
  const count = (state: Incident) => Object.values(incidents).filter((one) => one === state).length;
  // A shop may tell of one reversal both at the dispute and by itself.
  return count("lost") + count("reversed") > Math.max(count("returned"), count("reversed"));
}

/** Whether a dispute is not decided yet. A shop may tell of a warning's end both at the warning and by itself. */
export function isDisputed(incidents: Facts["incidents"]): boolean {
  const count = (state: Incident) => Object.values(incidents).filter((one) => one === state).length;
  return count("open") > Math.max(0, count("dropped") - count("won"));
}

/** Sums of amounts in binary fractions differ by less. */
const smallestAmount = 0.001;

/** Whether the amounts add up to what was paid. One in a currency in which the order's total is not known counts nothing. */
function isAllRefunded({ content, refunds, refundedTotal, refundedCurrency }: Facts): boolean {
  const total = content?.total ?? null;
  if (content === null || total === null || total <= 0) return false;
  const { presented } = content;
  const own = content.currency?.toUpperCase() ?? null;
  const shareOf = (amount: number, currency: string | null) => {
    if (currency === null || own === null || currency.toUpperCase() === own) return amount / total;
    if (presented?.currency.toUpperCase() === currency.toUpperCase() && presented.total > 0)
      return amount / presented.total;
    return 0;
  };
  const named = Object.values(refunds).reduce(
    (sum, { amount, currency = null }) => sum + shareOf(amount ?? 0, currency),
    0,
  );
  return total * (1 - Math.max(named, shareOf(refundedTotal, refundedCurrency))) <= smallestAmount;
}

/** Refunds of which one message asks. */
const mostNamed = 5;

/** What the shop says of an order that only its owner can decide, in sentences. */
export function questionsOf(facts: Facts, { whole }: Withdrawal): string[] {
  const { incidents, deletedAt, content, refunds, state, withdrawn } = facts;
  const has = (state: Incident) => Object.values(incidents).includes(state);
  const isDeleted = deletedAt !== null && deletedAt >= (content?.at ?? 0);
  const ofRefunds = Object.values(refunds).flatMap(({ question }) => question ?? []);
  return [
    ...(whole ? [] : ofRefunds.slice(0, mostNamed)),
    ...(state.question === null || whole ? [] : [state.question]),
    ...(isDisputed(incidents) && !whole ? ["The customer disputes the payment, and it is not decided yet."] : []),
    // An order that a dispute took back may be the store's again.
    ...(has("ended") && (!whole || withdrawn.because !== null)
      ? [
          "A dispute of the payment is over, and the shop does not say for whom. Revoke or restore the order as it should be.",
        ]
      : []),
    ...(isDeleted && !whole ? ["The order was deleted in the shop. Revoke it if the customer is to lose it."] : []),
    ...(has("refund_failed")
      ? ["A refund failed, so the customer did not get the money. Restore or revoke the order as it should be."]
      : []),
  ];
}

/** Refunds in other currencies than the order's, in words; null for none. */
export function otherCurrenciesOf({ content, refunds, refundedTotal, refundedCurrency }: Facts): string | null {
  const own = content?.currency?.toUpperCase() ?? null;
  if (own === null) return null;
  const all = [...Object.values(refunds), { amount: refundedTotal || null, currency: refundedCurrency }];
  const others = all.flatMap(({ amount, currency }) =>
    currency && amount !== null && currency.toUpperCase() !== own ? [`${currency.toUpperCase()} ${amount}`] : [],
  );
  return others.length === 0 ? null : `${others.slice(0, 5).join(", ")} was refunded. The order is in ${own}.`;
}
