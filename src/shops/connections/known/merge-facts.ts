import type { Disputed, Facts, Incident, Period, Plan, Refund, ShopContent, StatedContent } from "./facts.ts";

/** Later ones replace earlier ones. */
const incidentOrder: Incident[] = [
  "open",
  "ended",
  "lost",
  "reversed",
  "returned",
  "won",
  "dropped",
  "refund_failed",
  "refund_undone",
];

/**
 * Merges two sets of facts about one order. The result does not depend on the order in which statements arrive, or how often. For
 * customer, lines and withdrawal, the newest statement counts; everything else stays true once it is said. For customer and
 * lines, statements about a paid order come before all others: products that are added and not paid are not bought.
 */
export function mergeFacts(one: Facts, other: Facts): Facts {
  return {
    number: largest(one.number, other.number),
    paid: one.paid || other.paid,
    paidAt: latest(one.paidAt, other.paidAt),
    test: one.test || other.test,
    content: mergeContent(one.content, other.content),
    withdrawn: newer(one.withdrawn, other.withdrawn) as Facts["withdrawn"],
    state: newer(one.state, other.state) as Facts["state"],
    mostRefunded: Math.max(...[one, other].flatMap(({ state, mostRefunded }) => [mostRefunded, state.refunded ?? 0])),
    deletedAt: latest(one.deletedAt, other.deletedAt),
    refunds: mergeById(one.refunds, other.refunds, mergeRefund),
    ...largerTotal(one, other),
    incidents: mergeById(one.incidents, other.incidents, laterIncident),
    disputed: mergeById(one.disputed, other.disputed, largerDisputed),
    subscription: largest(one.subscription, other.subscription),
    periods: lastPeriods(mergeById(one.periods, other.periods, fullerPeriod)),
    over: newer(one.over, other.over) as Facts["over"],
    charge: newer(one.charge, other.charge) as Facts["charge"],
    plan: laterPlan(one.plan, other.plan),
  };
}

/** Whether the facts add nothing to the known ones that could change the order here. */
export function saysNothingNew(known: Facts, facts: Facts): boolean {
  const { withdrawn, state, deletedAt, refunds, refundedTotal, incidents, content, periods, over, charge, plan } =
    facts;
  const isOlder = withdrawn.at < known.withdrawn.at;
  const isSame =
    withdrawn.at === known.withdrawn.at && (withdrawn.because === null || known.withdrawn.because !== null);
  return (
    (known.paid || !facts.paid) &&
    (isOlder || isSame) &&
    (state.at < known.state.at || state.question === null || state.question === known.state.question) &&
    latest(deletedAt, known.deletedAt) === known.deletedAt &&
    Object.keys(refunds).every((id) => Object.hasOwn(known.refunds, id)) &&
    Object.entries(incidents).every(
      ([id, one]) => known.incidents[id] && laterIncident(one, known.incidents[id]) === known.incidents[id],
    ) &&
    refundedTotal <= known.refundedTotal &&
    Object.entries(periods).every(
      ([id, { until }]) => known.periods[id] && earliest(known.periods[id].until, until) === known.periods[id].until,
    ) &&
    (over.at <= known.over.at || over.isOver === known.over.isOver) &&
    (plan === null || laterPlan(plan, known.plan) === known.plan) &&
    (charge.at <= known.charge.at || charge.isPaid === known.charge.isPaid) &&
    (content === null || (known.content !== null && !countsBefore(content, known.content)))
  );
}

function mergeContent(one: StatedContent | null, other: StatedContent | null): StatedContent | null {
  if (one !== null && other !== null && isPaid(one) !== isPaid(other)) return isPaid(one) ? one : other;
  const merged = newer(one, other);
  if (one === null || other === null || merged === null || one.at !== other.at) return merged;
  const { told: _told, toldEmails: _toldEmails, ...fields } = merged;
  // Amounts belong with their currency.
  return { ...fields, ...fuller(moneyOf(one), moneyOf(other)), ...toldBy([one, other], fields.email) };
}

const moneyOf = ({ currency, total, presented, mustCover }: StatedContent) => ({
  currency,
  total,
  ...(presented === undefined ? {} : { presented }),
  ...(mustCover === undefined ? {} : { mustCover }),
});

/** Maximum number of versions for the same time to keep. */
const mostReadings = 4;

function toldBy(contents: StatedContent[], email: string | null): Pick<ShopContent, "told" | "toldEmails"> {
  const all = contents.flatMap(({ told, currency, total, lines }) => told ?? [{ currency, total, lines }]);
  const told = [...new Map(all.map((bought) => [JSON.stringify(bought), bought])).values()]
    .toSorted((one, other) => (fuller(one, other) === one ? -1 : 1))
    .slice(0, mostReadings);
  const emails = new Set(contents.flatMap((content) => [content.email, ...(content.toldEmails ?? [])]));
  const others = [...emails].filter((one) => one !== null && one !== email).toSorted();
  return {
    ...(told.length > 1 ? { told } : {}),
    ...(others.length > 0 ? { toldEmails: (others as string[]).slice(0, mostReadings) } : {}),
  };
}

const isPaid = ({ paid = false }: StatedContent) => paid;

const countsBefore = (one: StatedContent, other: StatedContent) =>
  isPaid(one) === isPaid(other) ? one.at > other.at : isPaid(one);

function newer<Stated extends { at: number }>(one: Stated | null, other: Stated | null): Stated | null {
  if (one === null || other === null) return one ?? other;
  if (one.at !== other.at) return one.at > other.at ? one : other;
  // For the same time, each field has the fuller value.
  const fields = Object.keys({ ...one, ...other }) as (keyof Stated)[];
  return Object.fromEntries(fields.map((field) => [field, fuller(one[field], other[field])])) as unknown as Stated;
}

/** The plan of the latest period and, for the same period, of the latest payment. Plans are not mixed. */
function laterPlan(one: Plan | null, other: Plan | null): Plan | null {
  if (one === null || other === null) return one ?? other;
  const [first, second] = [one.from ?? -1, other.from ?? -1];
  if (first !== second) return first > second ? one : other;
  if (one.at !== other.at) return one.at > other.at ? one : other;
  return fuller(one, other);
}

/** The value that contains more values; otherwise the one with the larger text, so that the order of arrival does not matter. */
function fuller<Value>(one: Value, other: Value): Value {
  const [ofOne, ofOther] = [valuesIn(one), valuesIn(other)];
  if (ofOne !== ofOther) return ofOne > ofOther ? one : other;
  return (JSON.stringify(one) ?? "") >= (JSON.stringify(other) ?? "") ? one : other;
}

/** The number of values in it. Missing values, null, empty texts and words about unreadable values do not count. */
function valuesIn(value: unknown): number {
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).reduce(
      (count, [name, inner]) => count + (name === "unreadable" ? 0 : valuesIn(inner)),
      0,
    );
  }
  return value === null || value === undefined || value === "" ? 0 : 1;
}

function mergeById<One>(one: Record<string, One>, other: Record<string, One>, merge: (one: One, other: One) => One) {
  const merged = { ...one };
  for (const [id, value] of Object.entries(other)) {
    const known = merged[id];
    // Also merges a value with itself, so that a repeated statement does not look new.
    merged[id] = merge(known ?? value, value);
  }
  return Object.fromEntries(Object.entries(merged).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** More of the same refund may be paid out later. */
const mergeRefund = (one: Refund, other: Refund): Refund => {
  const isOne = moreMoney([one.amount, one.currency], [other.amount, other.currency]);
  const isOther = moreMoney([other.amount, other.currency], [one.amount, one.currency]);
  const told = isOne ? one : other;
  const question = isOne && isOther ? largest(one.question ?? null, other.question ?? null) : (told.question ?? null);
  const { amount, currency = null } = told;
  return { amount, currency, ...(question === null ? {} : { question }), lines: fuller(one.lines, other.lines) };
};

const largerTotal = (one: Facts, other: Facts) => {
  const isOne = moreMoney([one.refundedTotal, one.refundedCurrency], [other.refundedTotal, other.refundedCurrency]);
  const { refundedTotal, refundedCurrency } = isOne ? one : other;
  return { refundedTotal, refundedCurrency };
};

type Money = [amount: number | null, currency: string | null | undefined];

function moreMoney([amount, currency]: Money, [otherAmount, otherCurrency]: Money): boolean {
  if (amount !== otherAmount) return (amount ?? -1) > (otherAmount ?? -1);
  return (currency ?? "") >= (otherCurrency ?? "");
}

const largerDisputed = (one: Disputed, other: Disputed): Disputed =>
  moreMoney([one.amount, one.currency], [other.amount, other.currency]) ? one : other;

/**
 * A payment's end may be reported later than the payment. If it is reported again, it may belong to a later payment, or have been
 * moved: the first end counts.
 */
const fullerPeriod = (one: Period, other: Period): Period => ({
  until: earliest(one.until, other.until),
  isFirst: one.isFirst || other.isFirst,
  total: latest(one.total, other.total),
  currency: largest(one.currency, other.currency),
});

/** Maximum number of payments of a subscription to keep. Earlier ones have already been counted. */
const mostPeriods = 500;

function lastPeriods(periods: Facts["periods"]): Facts["periods"] {
  const all = Object.entries(periods);
  if (all.length <= mostPeriods) return periods;
  const byEnd = all.toSorted(([, one], [, other]) => (other.until ?? 0) - (one.until ?? 0));
  return Object.fromEntries(byEnd.slice(0, mostPeriods).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const laterIncident = (one: Incident, other: Incident): Incident =>
  incidentOrder.indexOf(one) >= incidentOrder.indexOf(other) ? one : other;

function latest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

function earliest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

function largest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one >= other ? one : other;
}
