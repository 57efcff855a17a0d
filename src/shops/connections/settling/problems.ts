import { dayMilliseconds } from "../../../platform/days.ts";
import { instant } from "../../../platform/instants.ts";
import { type Facts, noFacts, type Refund } from "../known/facts.ts";
import type { ShopOrder, ShopOrderProblem, ShopOrderState } from "../known/shop-orders.ts";
import type { Context, Problem } from "./make-order.ts";

/**
 * Milliseconds after which an order that matches nothing is checked again, if neither a mapping nor a product's SKU changes
 * before.
 */
const lookAgainAfter = dayMilliseconds;

/** The state with the first of the problems that the owner has not dismissed. */
export function withProblem(state: ShopOrderState, problems: (Problem | null)[], { now }: Context): ShopOrderState {
  const found = problems
    .flatMap((one) => (one === null ? [] : { ...state, ...one }))
    .find((one) => !state.progress.dismissed?.includes(problemKey(one)));
  if (found === undefined) return { ...state, problem: null, problemDetails: null };
  return { ...found, settleAt: found.problem === "unmatched" ? instant(now + lookAgainAfter) : null };
}

type Asked = Pick<ShopOrderState, "problem" | "problemDetails" | "facts">;

/**
 * Changes with the problem, and with every refund. A digest, because it is kept and the problem may contain the customer's name.
 */
export function problemKey({ problem, problemDetails, facts }: Asked): string {
  const parts = [
    problem,
    problemDetails,
    ...(problem !== null && ofRefunds.has(problem) ? refundsKey(facts) : []),
    ...(problem === "unclear" || problem === "no_order" ? [standing(facts.incidents)] : []),
  ];
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/** A dispute that the store has won asks nothing. */
const standing = (incidents: Facts["incidents"]) =>
  Object.entries(incidents).filter(([, one]) => one !== "won" && one !== "dropped");

/** A shop may send a refunded amount both separately and within the total. */
function refundsKey({ refunds, refundedTotal, refundedCurrency, content }: Facts): unknown[] {
  const own = (refundedCurrency ?? content?.currency)?.toUpperCase();
  const isPlain = ({ lines, question, currency }: Refund) =>
    lines.length === 0 && !question && (currency?.toUpperCase() ?? own) === own;
  const all = Object.values(refunds);
  const amounts = all.filter(isPlain).map(({ amount }) => amount ?? 0);
  const sum = amounts.reduce((one, other) => one + other, 0);
  return [Math.max(refundedTotal, sum), amounts.includes(0) ? amounts.length : 0, all.filter((one) => !isPlain(one))];
}

const ofRefunds = new Set<ShopOrderProblem>(["partial_refund", "unclear", "no_order"]);

/** For an order that was deleted along with the customer's data. Nothing more will be done. */
export const erasedOrder = (orderId: ShopOrder["orderId"]): ShopOrderState => ({
  facts: noFacts,
  progress: { stage: "erased", delivered: [] },
  orderId,
  problem: null,
  problemDetails: null,
  settleAt: null,
});
