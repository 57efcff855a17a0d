/** One line of a shop's order. */
export interface ShopLine {
  /** The line's own ID in the shop, by which refunds name it; else its position. */
  id: string;
  sku: string | null;
  /** Further texts of the shop that may be the SKU here, the most specific first. */
  otherSkus?: string[];
  /** The shop's IDs of what was bought, the most specific first, such as variant and product. Mappings name one of them. */
  productIds: string[];
  name: string;
  /** As the shop says: it may be 0, which delivers nothing, or no number of units at all. */
  quantity: number;
  /** Per unit, in the currency's unit; null if the shop does not say. */
  price: number | null;
  /** Which values of the line cannot be read, in words. */
  unreadable?: string;
}

/** What a shop's order says about customer and lines. */
export interface ShopContent {
  email: string | null;
  firstName: string;
  lastName: string;
  /** ISO 4217. */
  currency: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** A language tag such as `de-CH`. */
  locale: string | null;
  /** What the customer pays, in the currency's unit; null if the shop does not say. */
  total: number | null;
  /** What was paid, where the customer's browser may have chosen the products: it has to cover their prices here. */
  mustCover?: number | null;
  lines: ShopLine[];
}

/** One refund of an order, as the shop tells it. */
export interface Refund {
  /** In the currency's unit; null if the shop does not say. */
  amount: number | null;
  /** The refunded units of each line; empty if the shop does not name lines. */
  lines: { id: string; quantity: number }[];
}

/**
 * All that is known of a shop's order. Times are those of the shop, in milliseconds; 0 if it gives none, and then the
 * statement holds for good.
 */
export interface Facts {
  /** The order's number as people see it in the shop, such as `#1001`. */
  number: string | null;
  paid: boolean;
  /** When it was paid; null if the shop does not say. */
  paidAt: number | null;
  /** The shop marks it as a test. */
  test: boolean;
  content: (ShopContent & { at: number }) | null;
  /** Why the shop no longer stands by the order, as of the newest statement about that. */
  withdrawn: { at: number; because: "canceled" | "refunded" | null };
  /** By the refund's ID. */
  refunds: Record<string, Refund>;
  /** The largest sum of all refunds that the shop has named, in the currency's unit. */
  refundedTotal: number;
}

/** Nothing is known. */
export const noFacts: Facts = {
  number: null,
  paid: false,
  paidAt: null,
  test: false,
  content: null,
  withdrawn: { at: -1, because: null },
  refunds: {},
  refundedTotal: 0,
};

/**
 * What two sets of facts about one order say together. In whatever order statements arrive, and however often, they add up to
 * the same: the newest one about customer, lines and withdrawal counts, and everything else stays true once it is said.
 */
export function mergeFacts(one: Facts, other: Facts): Facts {
  return {
    number: largest(one.number, other.number),
    paid: one.paid || other.paid,
    paidAt: latest(one.paidAt, other.paidAt),
    test: one.test || other.test,
    content: newer(one.content, other.content),
    withdrawn: newer(one.withdrawn, other.withdrawn) as Facts["withdrawn"],
    refunds: mergeRefunds(one.refunds, other.refunds),
    refundedTotal: Math.max(one.refundedTotal, other.refundedTotal),
  };
}

/** Whether facts add nothing to what is known that could change the order here. */
export function saysNothingNew(known: Facts, facts: Facts): boolean {
  const { withdrawn, refunds, refundedTotal, content } = facts;
  const isOlder = withdrawn.at < known.withdrawn.at;
  const isSame =
    withdrawn.at === known.withdrawn.at && (withdrawn.because === null || known.withdrawn.because !== null);
  return (
    (known.paid || !facts.paid) &&
    (isOlder || isSame) &&
    Object.keys(refunds).every((id) => Object.hasOwn(known.refunds, id)) &&
    refundedTotal <= known.refundedTotal &&
    (content === null || (known.content !== null && known.content.at >= content.at))
  );
}

function newer<Stated extends { at: number }>(one: Stated | null, other: Stated | null): Stated | null {
  if (one === null || other === null) return one ?? other;
  if (one.at !== other.at) return one.at > other.at ? one : other;
  // Of the same time: of each field what says more.
  const fields = Object.keys(one) as (keyof Stated)[];
  return Object.fromEntries(fields.map((field) => [field, fuller(one[field], other[field])])) as unknown as Stated;
}

/** What states more values, and otherwise the one whose text is larger, so that the order of arrival does not matter. */
function fuller<Value>(one: Value, other: Value): Value {
  const [ofOne, ofOther] = [valuesIn(one), valuesIn(other)];
  if (ofOne !== ofOther) return ofOne > ofOther ? one : other;
  return JSON.stringify(one) >= JSON.stringify(other) ? one : other;
}

/** How many values are stated in it: null and an empty text state none. */
function valuesIn(value: unknown): number {
  if (typeof value === "object" && value !== null) {
    return Object.values(value).reduce<number>((count, inner) => count + valuesIn(inner), 0);
  }
  return value === null || value === "" ? 0 : 1;
}

function mergeRefunds(one: Facts["refunds"], other: Facts["refunds"]): Facts["refunds"] {
  const merged = { ...one };
  for (const [id, refund] of Object.entries(other)) {
    const known = merged[id];
    merged[id] = known ? fuller(known, refund) : refund;
  }
  return Object.fromEntries(Object.entries(merged).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function latest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

function largest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one >= other ? one : other;
}

/** What refunds take away from a paid order. */
export interface Withdrawal {
  /** Nothing is left of the order. */
  whole: boolean;
  /** The IDs of lines whose units were all refunded. */
  lines: string[];
  /** An amount was refunded, and the shop does not say for which lines, or not for whole ones. */
  unclear: boolean;
}

export function withdrawalOf({ withdrawn, refunds, refundedTotal, content }: Facts): Withdrawal {
  const lines = (content?.lines ?? []).filter(({ quantity }) => quantity > 0);
  const refunded = new Map<string, number>();
  let named = 0;
  let unnamed = false;
  for (const refund of Object.values(refunds)) {
    named += refund.amount ?? 0;
    if (refund.lines.length === 0 && refund.amount !== 0) unnamed = true;
    for (const { id, quantity } of refund.lines) refunded.set(id, (refunded.get(id) ?? 0) + quantity);
  }
  const gone = lines.filter(({ id, quantity }) => (refunded.get(id) ?? 0) >= quantity).map(({ id }) => id);
  const amount = Math.max(named, refundedTotal);
  const total = content?.total ?? null;
  const whole =
    withdrawn.because !== null ||
    (lines.length > 0 && gone.length === lines.length) ||
    (total !== null && total > 0 && amount >= total - smallestAmount);
  const partly = lines.some(({ id, quantity }) => {
    const units = refunded.get(id) ?? 0;
    return units > 0 && units < quantity;
  });
  const onlyTotal = refunded.size === 0 && refundedTotal > 0;
  return { whole, lines: gone, unclear: !whole && (unnamed || partly || onlyTotal) };
}

/** Sums of amounts in binary fractions differ by less. */
const smallestAmount = 0.001;
