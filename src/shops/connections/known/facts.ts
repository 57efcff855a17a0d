/** One line of a shop's order. */
export interface ShopLine {
  /** The line's own ID in the shop, which refunds refer to; otherwise its position. */
  id: string;
  sku: string | null;
  /** More texts from the shop that may be the SKU here, the most specific first. */
  otherSkus?: string[];
  /** The shop's IDs for the product, the most specific first, such as variant and product. A mapping uses one of them. */
  productIds: string[];
  name: string;
  /** As the shop sends it. It may be 0, which delivers nothing, or not a number of units. */
  quantity: number;
  /**
   * What the customer paid for one unit: after discounts, with tax, without shipping. In the currency's unit; null if unknown.
   */
  price: number | null;
  /** Which values of the line cannot be right, in words, from `unreadableOf`. */
  unreadable?: string;
}

/** What a shop's order says about its customer and lines. */
export interface ShopContent {
  email: string | null;
  /** More addresses in the order. The customer's data must be found by them too. */
  otherEmails?: string[];
  firstName: string;
  lastName: string;
  /** ISO 4217. */
  currency: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** A language tag such as `de-CH`. */
  locale: string | null;
  /** What the customer pays for everything, in the currency's unit; null if unknown. */
  total: number | null;
  /** The same in the currency that the customer saw, if that is another one. Refunds may use either. */
  presented?: { currency: string; total: number } | undefined;
  /** The amount paid, for shops where the customer's browser may have chosen the products. It must cover their prices here. */
  mustCover?: number | null;
  lines: ShopLine[];
  /** All versions that the shop sent for the same time, including this one, the fullest first. Absent if there is only one. */
  told?: Bought[];
  /** Different addresses that the shop sent for the same time. */
  toldEmails?: string[];
}

/** What was bought, and its price. */
export type Bought = Pick<ShopContent, "currency" | "total" | "lines">;

/** The content of one statement from the shop. */
export interface StatedContent extends ShopContent {
  at: number;
  /** The ID of the subscription payment that paid for the order, if the shop does not distinguish first payments from others. */
  payment?: string;
  /** Whether the same statement says that the order is paid. */
  paid?: boolean;
}

/** One refund of an order, as the shop reports it. */
export interface Refund {
  /** In the currency's unit; null if unknown. */
  amount: number | null;
  /** ISO 4217; null or absent for the order's. */
  currency?: string | null;
  /** A question about the refund that only the owner can decide, as a sentence. If there is one, the amount is not counted. */
  question?: string | undefined;
  /** The refunded units of each line; empty if the shop does not say which lines. */
  lines: { id: string; quantity: number }[];
}

/**
 * The state of a disputed payment, or of a refund. `open`: not decided. `ended`: over, but nobody says who won. `lost`: the money
 * is gone. `reversed`: the money was gone and came back; a separate incident, `returned`, may also report this. `won`: the money
 * stayed or came back. `refund_failed`: the customer did not get the refund. `refund_undone`: the same for the refund with this
 * ID, if it was counted before. `dropped`: a separate incident which reports that a warning of a dispute was withdrawn.
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
 * All known facts about a shop's order. Times are the shop's, in milliseconds; 0 if the shop gives no time, and then the
 * statement always holds.
 */
export interface Facts {
  /** The order's number as people see it in the shop, such as `#1001`. */
  number: string | null;
  paid: boolean;
  /** When it was paid; null if the shop does not say. */
  paidAt: number | null;
  /** Whether the shop marks it as a test. */
  test: boolean;
  content: StatedContent | null;
  /** Why the shop has withdrawn the order, according to the newest statement about that. */
  withdrawn: { at: number; because: "canceled" | "refunded" | "unpaid" | null };
  /**
   * A question about the order's state in the shop that only the owner can decide, as a sentence, from the newest statement about
   * that. Also the refunded total at that time, in the order's currency, if each statement has it.
   */
  state: { at: number; question: string | null; refunded?: number };
  /** The largest refunded total in any such statement. */
  mostRefunded: number;
  /**
   * When the order was deleted in the shop; null if it was not. A newer statement about its content means that it exists again.
   */
  deletedAt: number | null;
  /** By the refund's ID. */
  refunds: Record<string, Refund>;
  /** The largest sum of all refunds that the shop has sent, in the currency's unit. */
  refundedTotal: number;
  /** Its currency (ISO 4217); null for the order's. */
  refundedCurrency: string | null;
  /** Disputes and failed refunds, by their IDs. */
  incidents: Record<string, Incident>;
  /**
   * The disputed amounts, by the IDs of disputes, in the currency's unit. Absent if the whole payment is disputed, or the amount
   * is unknown.
   */
  disputed: Record<string, Disputed>;
  /** The subscription that pays for the order, by its ID in the shop; null for none. */
  subscription: string | null;
  /** The subscription's payments, by the payment's ID. */
  periods: Record<string, Period>;
  /** Whether the subscription is over, or will end with the paid time, according to the newest statement about that. */
  over: { at: number; isOver: boolean };
  /** Whether the last charge for a later period of the subscription succeeded, according to the newest statement about that. */
  charge: { at: number; isPaid: boolean };
  /**
   * What the last payment of the subscription was for, according to the newest statement about that; null if the shop has not
   * said.
   */
  plan: Plan | null;
}

/** What one payment of a subscription pays for. */
export interface Period {
  /** Until when, in milliseconds of the shop's time; null if the shop says that in another event. */
  until: number | null;
  /** Whether this is the payment of the order itself. */
  isFirst: boolean;
  /** In the currency's unit; null if unknown. */
  total: number | null;
  /** ISO 4217; null for the order's. */
  currency: string | null;
}

/** What a payment of a subscription is for. */
export interface Plan {
  at: number;
  /** Start of the paid time, in milliseconds; null if unknown. Of two payments, the one for the later period counts. */
  from: number | null;
  lines: ShopLine[];
  /** `first`: the products of the first payment. `added`: only additional products; the rest of the plan stays. */
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
