import type { Disputed, Facts, Incident, ShopContent } from "../known/facts.ts";
import { amountInWords, smallestAmount } from "../reading/shop-json.ts";

/** What refunds, disputes and similar events take away from a paid order. */
export interface Withdrawal {
  /** Whether nothing is left of the order. */
  whole: boolean;
  /** The IDs of lines whose units were all refunded. */
  lines: string[];
  /** An amount was refunded, but not known for which lines, or not for whole ones, or a refund has a question. */
  unclear: boolean;
  /** The same for a refund without a question: the order is certainly refunded in part. */
  partly: boolean;
}

export function withdrawalOf(facts: Facts): Withdrawal {
  const { withdrawn, refunds, refundedTotal, content } = facts;
  const lines = (content?.lines ?? []).filter(({ quantity }) => quantity > 0);
  const refunded = new Map<string, number>();
  const known = new Set(content?.lines.map(({ id }) => id));
  let unnamed = false;
  let isAsked = false;
  for (const refund of Object.values(refunds)) {
    const isNamed = refund.lines.some(({ id }) => lines.some((line) => line.id === id));
    const isOfOther = refund.lines.some(({ id, quantity }) => quantity > 0 && !known.has(id));
    if (refund.question !== undefined) isAsked = true;
    else if (isOfOther || (!isNamed && refund.amount !== 0)) unnamed = true;
    for (const { id, quantity } of refund.lines) refunded.set(id, (refunded.get(id) ?? 0) + quantity);
  }
  const gone = lines.filter(({ id, quantity }) => (refunded.get(id) ?? 0) >= quantity).map(({ id }) => id);
  const whole =
    withdrawn.because !== null ||
    isTaken(facts) ||
    (lines.length > 0 && gone.length === lines.length) ||
    isAllRefunded(facts);
  const isSplit = lines.some(({ id, quantity }) => {
    const units = refunded.get(id) ?? 0;
    return units > 0 && units < quantity;
  });
  const onlyTotal = refunded.size === 0 && refundedTotal > 0;
  const partly = !whole && (unnamed || isSplit || onlyTotal);
  return { whole, lines: gone, unclear: partly || (!whole && isAsked), partly };
}

/** Whether any part of the payment is taken back, or may be. */
export function isTakenBack(facts: Facts): boolean {
  const { whole, unclear } = withdrawalOf(facts);
  const refunds = Object.values(facts.refunds).some(({ lines }) => lines.length > 0);
  const incidents = isDisputed(facts.incidents) || Object.values(facts.incidents).some((one) => asking.has(one));
  return whole || unclear || refunds || incidents;
}

/** Incidents that ask the owner without an open dispute. */
const asking = new Set<Incident>(["ended", "refund_failed"]);

/** Whether a dispute took the payment, and none of its decisions gave it back. */
function isTaken(facts: Facts): boolean {
  const count = (state: Incident) => Object.values(facts.incidents).filter((one) => one === state).length;
  const whole = count("lost") - lostParts(facts).length;
  // A shop may report one reversal both with the dispute and separately.
  return whole + count("reversed") > Math.max(count("returned"), count("reversed"));
}

/**
 * The amounts that lost disputes about a part of the payment took. An amount in a currency without a known order total counts as
 * a part.
 */
function lostParts({ incidents, disputed, content }: Facts): Disputed[] {
  const total = content?.total ?? null;
  if (content === null || total === null || total <= 0) return [];
  const lost = Object.entries(disputed).filter(([id]) => incidents[id] === "lost");
  return lost.map(([, one]) => one).filter((one) => total * (1 - shareOf(content, one)) > smallestAmount);
}

/** Whether a dispute is not decided yet. A shop may report the end of a warning both with the warning and separately. */
export function isDisputed(incidents: Facts["incidents"]): boolean {
  const count = (state: Incident) => Object.values(incidents).filter((one) => one === state).length;
  return count("open") > Math.max(0, count("dropped") - count("won"));
}

/** Whether the amounts add up to the payment. An amount in a currency without a known order total does not count. */
function isAllRefunded(facts: Facts): boolean {
  const { content, refunds, refundedTotal, refundedCurrency } = facts;
  const total = content?.total ?? null;
  if (content === null || total === null || total <= 0) return false;
  const sum = (all: { amount: number | null; currency?: string | null }[]) =>
    all.reduce((share, { amount, currency = null }) => share + shareOf(content, { amount: amount ?? 0, currency }), 0);
  const refunded = Math.max(sum(Object.values(refunds)), sum([{ amount: refundedTotal, currency: refundedCurrency }]));
  return total * (1 - refunded - sum(lostParts(facts))) <= smallestAmount;
}

/** The share of the payment that an amount is. */
function shareOf({ currency: its, total, presented }: ShopContent, { amount, currency }: Disputed): number {
  const [own, other] = [its?.toUpperCase() ?? null, currency?.toUpperCase() ?? null];
  if (other === null || own === null || other === own) return amount / (total ?? amount);
  return presented?.currency.toUpperCase() === other && presented.total > 0 ? amount / presented.total : 0;
}

/** Maximum number of refunds in one question. */
const mostNamed = 5;

/** Questions about an order that only its owner can decide, as sentences. */
export function questionsOf(facts: Facts, { whole }: Withdrawal): string[] {
  const { incidents, deletedAt, content, refunds, state, withdrawn } = facts;
  const isUndone = Object.entries(incidents).some(([id, one]) => one === "refund_undone" && Object.hasOwn(refunds, id));
  const parts = lostParts(facts).map(({ amount, currency }) =>
    amountInWords(amount, currency ?? content?.currency ?? null),
  );
  const has = (state: Incident) => Object.values(incidents).includes(state);
  const isDeleted = deletedAt !== null && deletedAt >= (content?.at ?? 0);
  const ofRefunds = Object.values(refunds).flatMap(({ question }) => question ?? []);
  return [
    ...(whole ? [] : ofRefunds.slice(0, mostNamed)),
    ...(state.question === null || whole ? [] : [state.question]),
    ...(isDisputed(incidents) && !whole ? ["The customer disputes the payment, and it is not decided yet."] : []),
    ...(parts.length > 0 && !whole
      ? [
          `The store lost a dispute of ${parts.slice(0, mostNamed).join(", ")}, which is not known to be all that was paid. Revoke the order if the customer should lose access.`,
        ]
      : []),
    // An order that a dispute took back may be the store's again.
    ...(has("ended") && (!whole || withdrawn.because !== null)
      ? [
          "A dispute of the payment is over, and the shop does not say for whom. Revoke or restore the order as it should be.",
        ]
      : []),
    ...(isDeleted && !whole
      ? ["The order was deleted in the shop. Revoke it if the customer should lose access."]
      : []),
    ...(has("refund_failed") || isUndone
      ? ["A refund failed, so the customer did not get the money. Restore or revoke the order as it should be."]
      : []),
    ...(isLessRefunded(facts)
      ? [
          "The shop told of a refund or cancellation before, and does not count it any more. Restore or revoke the order as it should be.",
        ]
      : []),
  ];
}

/** Whether the newest state of the order has a smaller refund than an earlier one. */
const isLessRefunded = ({ state, mostRefunded }: Facts) =>
  state.refunded !== undefined && mostRefunded - state.refunded > smallestAmount;

/** Refunds in currencies other than the order's, in words; null for none. */
export function otherCurrenciesOf({ content, refunds, refundedTotal, refundedCurrency }: Facts): string | null {
  const own = content?.currency?.toUpperCase() ?? null;
  if (own === null) return null;
  const sums = new Map<string, number>();
  for (const { amount, currency } of Object.values(refunds)) {
    const code = currency?.toUpperCase() ?? own;
    sums.set(code, (sums.get(code) ?? 0) + (amount ?? 0));
  }
  // The total is the sum of the same refunds.
  const code = refundedCurrency?.toUpperCase() ?? own;
  sums.set(code, Math.max(sums.get(code) ?? 0, refundedTotal));
  const others = [...sums].filter(([code, amount]) => code !== own && amount > 0).slice(0, mostNamed);
  if (others.length === 0) return null;
  const amounts = others.map(([code, amount]) => amountInWords(amount, code)).join(", ");
  return `${amounts} ${others.length === 1 ? "was" : "were"} refunded. The order is in ${own}.`;
}
