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
  /** What the customer paid for one unit: after discounts, with tax, without shipping. In the currency's unit; null if the shop does not say. */
  price: number | null;
  /** Which values of the line cannot be right, in words, as `unreadableOf` says. */
  unreadable?: string;
}

/** What a shop's order says about customer and lines. */
export interface ShopContent {
  email: string | null;
  /** Further addresses that the shop names, by which the customer's data must be found. */
  otherEmails?: string[];
  firstName: string;
  lastName: string;
  /** ISO 4217. */
  currency: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** A language tag such as `de-CH`. */
  locale: string | null;
  /** What the customer pays for everything, in the currency's unit; null if the shop does not say. */
  total: number | null;
  /** The same in the currency that the customer saw, if it is another one. Refunds may name either. */
  presented?: { currency: string; total: number } | undefined;
  /** What was paid, where the customer's browser may have chosen the products: it has to cover their prices here. */
  mustCover?: number | null;
  lines: ShopLine[];
  /** What the shop told at the same time in other ways, and this way too, the fullest first. Left out if it told one thing. */
  told?: Bought[];
  /** Addresses that it told otherwise at the same time. */
  toldEmails?: string[];
}

/** What was bought, and for how much. */
export type Bought = Pick<ShopContent, "currency" | "total" | "lines">;

/** The content of one statement of the shop. */
export interface StatedContent extends ShopContent {
  at: number;
  /** The payment of its subscription that paid for it, by its ID, where the shop does not tell the first one from others. */
  payment?: string;
  /** The shop says in the same breath that the order is paid. */
  paid?: boolean;
}

/** One refund of an order, as the shop tells it. */
export interface Refund {
  /** In the currency's unit; null if the shop does not say. */
  amount: number | null;
  /** ISO 4217; null or left out for the order's. */
  currency?: string | null;
  /** What only the owner can decide about it, in a sentence; its amount is not counted then. */
  question?: string | undefined;
  /** The refunded units of each line; empty if the shop does not name lines. */
  lines: { id: string; quantity: number }[];
}

/**
 * What became of a disputed payment, or of a refund. `open`: not decided. `ended`: over, and nobody says for whom. `lost`: the money is gone. `reversed`: it was gone and
 * came back, which may also be told by one of its own, `returned`. `won`: the money stayed or came back. `refund_failed`: the customer
 * did not get it. `refund_undone`: the same of the refund with this ID, if it counted before. `dropped`: a warning of a dispute was taken
 * back, which is told by one of its own.
 */
export type Incident =
  | "open"
  | "ended"
  | "lost"
  | "reversed"
  | "returned"
  | "won"
  | "dropped"
  | "refund_failed"
  | "refund_undone";

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
  content: StatedContent | null;
  /** Why the shop no longer stands by the order, as of the newest statement about that. */
  withdrawn: { at: number; because: "canceled" | "refunded" | "unpaid" | null };
  /**
   * What only the owner can decide about the order's state in the shop, in a sentence, as of the newest statement about that; and
   * how much is refunded by then, in the order's currency, where each statement tells all.
   */
  state: { at: number; question: string | null; refunded?: number };
  /** The most that any such statement told as refunded. */
  mostRefunded: number;
  /** When the order was deleted in the shop; null if it was not. A newer statement about its content says that it is back. */
  deletedAt: number | null;
  /** By the refund's ID. */
  refunds: Record<string, Refund>;
  /** The largest sum of all refunds that the shop has named, in the currency's unit. */
  refundedTotal: number;
  /** Its currency (ISO 4217); null for the order's. */
  refundedCurrency: string | null;
  /** Disputes and failed refunds, by their IDs. */
  incidents: Record<string, Incident>;
  /** Of disputes, by their IDs: what is disputed, in the currency's unit. Left out where it is the whole payment, or not told. */
  disputed: Record<string, Disputed>;
  /** The subscription that pays for the order, by its ID in the shop; null for none. */
  subscription: string | null;
  /** What was paid for the subscription, by the payment's ID. */
  periods: Record<string, Period>;
  /** Whether the subscription is over, or is to end with what is paid, as of the newest statement about that. */
  over: { at: number; isOver: boolean };
  /** Whether the last charge for a later period of the subscription went through, as of the newest statement about that. */
  charge: { at: number; isPaid: boolean };
  /** What the last payment of the subscription was for, as of the newest statement about that; null if the shop has made none. */
  plan: Plan | null;
}

/** What one payment of a subscription pays for. */
export interface Period {
  /** Until when, in milliseconds of the shop's time; null if the shop says that elsewhere. */
  until: number | null;
  /** The payment is that of the order itself. */
  isFirst: boolean;
  /** In the currency's unit; null if the shop does not say. */
  total: number | null;
  /** ISO 4217; null for the order's. */
  currency: string | null;
}

/** What a payment of a subscription is for. */
export interface Plan {
  at: number;
  /** From when on it pays, in milliseconds; null if the shop does not say. Of two payments, that of the later period counts. */
  from: number | null;
  lines: ShopLine[];
  /** `first`: of the payment with which it began. `added`: what was added alone, and the rest of the plan stays. */
  kind: "first" | "whole" | "added";
}

export interface Disputed {
  amount: number;
  /** ISO 4217; null for the order's. */
  currency: string | null;
}

/** Nothing is known. */
export const noFacts: Facts = {
  number: null,
  paid: false,
  paidAt: null,
  test: false,
  content: null,
  withdrawn: { at: -1, because: null },
  state: { at: -1, question: null },
  mostRefunded: 0,
  deletedAt: null,
  refunds: {},
  refundedTotal: 0,
  refundedCurrency: null,
  incidents: {},
  disputed: {},
  subscription: null,
  periods: {},
  over: { at: -1, isOver: false },
  charge: { at: -1, isPaid: true },
  plan: null,
};
