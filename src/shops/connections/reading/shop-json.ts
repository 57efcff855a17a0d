import { dayMilliseconds } from "../../../platform/days.ts";
import { parseExactly } from "../../../platform/exact-json.ts";
import { type Json, textOf } from "../../../platform/untrusted-json.ts";
import type { Facts } from "../known/facts.ts";
import { UnreadableEvent } from "./shop.ts";

/**
 * A number that JavaScript would write differently becomes a text (`parseExactly`). Throws `UnreadableEvent` for a text that is
 * not JSON.
 */
export function parseJson(text: string): Json {
  try {
    return parseExactly(text);
  } catch {
    throw new UnreadableEvent("The body is not JSON.");
  }
}

/** The same for a shop's answer, which may be right when the shop is asked again. */
export function parseAnswer(text: string, shop: string): Json {
  try {
    return parseExactly(text);
  } catch {
    throw new Error(`${shop} answered with what is not JSON`);
  }
}

/** The currency in capitals; null for none. A value that is not a text becomes its JSON, which is rejected later. */
export function currencyOf(value: Json): string | null {
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return typeof value === "boolean" ? String(value) : (textOf(value)?.toUpperCase() ?? null);
}

/** A number or its text; with an exponent only a number (`parseExactly`). Null for anything else. */
export function numberOf(value: Json): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (
    typeof value !== "string" ||
    !/^(?:\s*-?\d{1,15}(\.\d{1,60})?\s*| -?\d{1,15}(\.\d{1,60})?e[+-]?\d{1,2})$/i.test(value)
  )
    return null;
  const number = Number(value);
  return Math.abs(number) < 1e15 ? number : null;
}

/**
 * In words, which of these named values of a line exist but are not an amount or number of units. Negative values are neither.
 */
export function unreadableOf(...values: (readonly [what: string, value: Json])[]): { unreadable?: string } {
  const wrong = values.flatMap(([what, value]) => {
    const isMissing = value === undefined || value === null || value === "";
    if (isMissing || (numberOf(value) ?? -1) >= 0) return [];
    return [`the ${what} is ${JSON.stringify(value).slice(0, 100)}`];
  });
  return wrong.length === 0 ? {} : { unreadable: wrong.slice(0, mostUnreadable).join(", ") };
}

/** A refunded amount or number of units; null for anything else, such as a negative one. */
export function refundedOf(value: Json): number | null {
  const number = numberOf(value);
  return number === null || number < 0 ? null : number;
}

/** For a refund: a question to the owner about an amount or number of units that is not one. */
export function refundQuestion(...values: Json[]): { question?: string } {
  const wrong = values.find((value) => refundedOf(value) === null);
  if (values.every((value) => refundedOf(value) !== null)) return {};
  const shown = wrong === undefined || wrong === null ? "nothing" : JSON.stringify(wrong).slice(0, 100);
  return {
    question: `Money was refunded, and Waybill cannot read how much: the shop says ${shown}. Revoke the order if it should be.`,
  };
}

/** The sum of all refunds: as a refund with a question to the owner if it is not a number, otherwise none. */
export function totalRefund(total: Json): Facts["refunds"] {
  const asked = refundQuestion(total);
  return asked.question === undefined ? {} : { total: { amount: null, lines: [], ...asked } };
}

/** Maximum number of values of one line in a message. */
const mostUnreadable = 5;

export const isTrue = (value: Json): boolean =>
  value === true || value === 1 || (typeof value === "string" && /^(true|1|yes)$/i.test(value.trim()));

/** The text without characters that databases cannot store. */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "");

/**
 * Milliseconds since 1970 of an ISO 8601 date, in UTC if it has no offset. 0 for no date, and for dates that other languages
 * write for none: the year 0, and the first day of 1970 in any time zone.
 */
export function timeOf(value: Json): number {
  const text = textOf(value);
  if (text === null || !/^\d{4}-\d\d-\d\d/.test(text)) return 0;
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return time >= dayMilliseconds ? time : 0;
}

/** A question to the owner about a payment status that may mean that the order is not paid. */
export const questionOfStatus = (status: string) =>
  `The payment's status in the shop is "${status.slice(0, 100)}". Revoke the order if it is not paid.`;

/** Slightly earlier: if a payment fails and succeeds in the same second, the failure came first. */
export const justBefore = (time: number): number => Math.max(0, time - 1);

/** Whether such an event or state may take an order back. */
export const mayTakeBack = (name: string): boolean =>
  /refund|cancel|charge|disput|fraud|fail|return|revers|void|expir|reject|declin|delet|revok|unpaid/i.test(name);

/** The note for a refund that does not count. */
export const notThrough = "The refund has not gone through, so nothing was changed.";

/** The note for such a payment, which changes nothing before an order is paid. */
export const notPaid = "The payment did not go through, so nothing was changed.";

/** The note for a subscription if access does not end with it. */
export const notFollowed = "Access does not end with its subscription, so nothing was changed.";

/** The amount of a dispute, for `disputed` of facts; none if unknown. */
export function disputedIn(id: string, amount: number | null, currency: string | null): Facts["disputed"] {
  return amount === null || amount <= 0 ? {} : { [id]: { amount, currency } };
}

/** Units of a line; one if the shop does not say. */
export const quantityOf = (value: Json): number => numberOf(value) ?? 1;

/** Rounding errors in sums of amounts are smaller. */
export const smallestAmount = 0.001;

/** Such as `EUR 12.5`. Removes digits that come from rounding errors. */
export const amountInWords = (amount: number, currency: string | null): string =>
  [currency?.toUpperCase() ?? "", String(Math.round(amount * 10_000) / 10_000)].join(" ").trim();

/**
 * The price of one of `quantity` units; null if there is none. Four decimals, if they result in the same total. Otherwise the
 * exact share, which interfaces show rounded, so that the order's total and revenue are the shop's.
 */
export function perUnit(total: number | null, quantity: number): number | null {
  if (total === null || quantity <= 0) return null;
  const rounded = Math.round((total / quantity) * 10_000) / 10_000;
  return Math.abs(rounded * quantity - total) < binaryRest ? rounded : total / quantity;
}

/** More than the rounding errors of sums and products of amounts, and less than any amount. */
const binaryRest = 0.000_001;

/**
 * Currencies whose smallest unit is the unit itself or a thousandth of it (ISO 4217). Leaves out UGX, which only Stripe takes, in
 * hundredths (https://docs.stripe.com/currencies#special-cases).
 */
const smallestUnits: Record<string, number> = Object.fromEntries([
  ..."BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" ").map((code) => [code, 1]),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 1000]),
]);

/** Converts an amount in the currency's smallest unit, such as cents, to the currency's unit. */
export function fromSmallest(amount: number | null, currency: string | null): number | null {
  return amount === null ? null : amount / (smallestUnits[(currency ?? "").toUpperCase()] ?? 100);
}

/** The email addresses in these values, the one that counts first. */
export function emailsOf(...values: Json[]): { email: string | null; otherEmails?: string[] } {
  const [email = null, ...otherEmails] = values.map(textOf).filter((address) => address !== null);
  return { email, ...(otherEmails.length > 0 ? { otherEmails } : {}) };
}
