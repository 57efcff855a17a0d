import { dayMilliseconds } from "../../../platform/days.ts";
import { parseExactly } from "../../../platform/exact-json.ts";
import { type Json, textOf } from "../../../platform/untrusted-json.ts";
import type { Facts } from "../known/facts.ts";
import { UnreadableEvent } from "./shop.ts";

/** A number that JavaScript would write in another way is a text (`parseExactly`). Throws `UnreadableEvent` for a text that is no JSON. */
export function parseJson(text: string): Json {
  try {
    return parseExactly(text);
  } catch {
    throw new UnreadableEvent("The body is not JSON.");
  }
}

/** The same of a shop's answer, which may be right when it is asked again. */
export function parseAnswer(text: string, shop: string): Json {
  try {
    return parseExactly(text);
  } catch {
    throw new Error(`${shop} answered with what is not JSON`);
  }
}

/** The currency in capitals, or, for what is no text, its JSON, which is refused; null for none. */
export function currencyOf(value: Json): string | null {
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return typeof value === "boolean" ? String(value) : (textOf(value)?.toUpperCase() ?? null);
}

/** A number or its text, and with an exponent only a number (`parseExactly`); null for anything else. */
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

/** Which of these named values of a line are there and are no amount or number of units, in words. Negative ones are none. */
export function unreadableOf(...values: (readonly [what: string, value: Json])[]): { unreadable?: string } {
  const wrong = values.flatMap(([what, value]) => {
    const isMissing = value === undefined || value === null || value === "";
    if (isMissing || (numberOf(value) ?? -1) >= 0) return [];
    return [`the ${what} is ${JSON.stringify(value).slice(0, 100)}`];
  });
  return wrong.length === 0 ? {} : { unreadable: wrong.slice(0, mostUnreadable).join(", ") };
}

/** An amount of a refund, or number of units; null for what is none, such as a negative one. */
export function refundedOf(value: Json): number | null {
  const number = numberOf(value);
  return number === null || number < 0 ? null : number;
}

/** For a refund: asks the owner about an amount, or number of units, that is none. */
export function refundQuestion(...values: Json[]): { question?: string } {
  const wrong = values.find((value) => refundedOf(value) === null);
  if (values.every((value) => refundedOf(value) !== null)) return {};
  const shown = wrong === undefined || wrong === null ? "nothing" : JSON.stringify(wrong).slice(0, 100);
  return {
    question: `Money was refunded, and Waybill cannot read how much: the shop says ${shown}. Revoke the order if it should be.`,
  };
}

/** The sum of all refunds as one that asks the owner, if it is no number; else none. */
export function totalRefund(total: Json): Facts["refunds"] {
  const asked = refundQuestion(total);
  return asked.question === undefined ? {} : { total: { amount: null, lines: [], ...asked } };
}

/** Values of one line that a message names. */
const mostUnreadable = 5;

export const isTrue = (value: Json): boolean =>
  value === true || value === 1 || (typeof value === "string" && /^(true|1|yes)$/i.test(value.trim()));

/** Without characters that no database stores. */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "");

/**
 * Milliseconds since 1970 of an ISO 8601 date, in UTC if it has no offset; 0 for none, and for what other languages write for none:
 * the year 0, and the first day of 1970 wherever it is.
 */
export function timeOf(value: Json): number {
  const text = textOf(value);
  if (text === null || !/^\d{4}-\d\d-\d\d/.test(text)) return 0;
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return time >= dayMilliseconds ? time : 0;
}

/** What is said about an order's payment by a status that may mean that it is not paid, in a sentence that asks the owner. */
export const questionOfStatus = (status: string) =>
  `The payment's status in the shop is "${status.slice(0, 100)}". Revoke the order if it is not paid.`;

/** Just before: of changes at one time, which may be as exact as a second, a payment was first not made. */
export const justBefore = (time: number): number => Math.max(0, time - 1);

/** Kinds of events, and states, that may take an order back. */
export const mayTakeBack = (name: string): boolean =>
  /refund|cancel|charge|disput|fraud|fail|return|revers|void|expir|reject|declin|delet|revok|unpaid/i.test(name);

/** Says so of a refund that does not count. */
export const notThrough = "The refund has not gone through, so nothing was changed.";

/** The same of a payment, which changes nothing before an order is paid. */
export const notPaid = "The payment did not go through, so nothing was changed.";

/** The same of a subscription, where the connection says that access does not end with it. */
export const notFollowed = "Access does not end with its subscription, so nothing was changed.";

/** What a dispute is about, for `disputed` of facts; none if the shop does not say. */
export function disputedIn(id: string, amount: number | null, currency: string | null): Facts["disputed"] {
  return amount === null || amount <= 0 ? {} : { [id]: { amount, currency } };
}

/** Units of a line as the shop says; one if it does not. */
export const quantityOf = (value: Json): number => numberOf(value) ?? 1;

/** Sums of amounts in binary fractions differ by less. */
export const smallestAmount = 0.001;

/** Such as `EUR 12.5`. Sums of binary fractions have digits that no amount has. */
export const amountInWords = (amount: number, currency: string | null): string =>
  [currency?.toUpperCase() ?? "", String(Math.round(amount * 10_000) / 10_000)].join(" ").trim();

/**
 * What one of `quantity` units costs; null if there is none. Four decimals, if these make the same total again. Else the exact
 * share, which interfaces show rounded: the order's total and revenue are what the shop says.
 */
export function perUnit(total: number | null, quantity: number): number | null {
  if (total === null || quantity <= 0) return null;
  const rounded = Math.round((total / quantity) * 10_000) / 10_000;
  return Math.abs(rounded * quantity - total) < binaryRest ? rounded : total / quantity;
}

/** More than sums and products of amounts in binary fractions are off, and less than any amount. */
const binaryRest = 0.000_001;

/**
 * Currencies whose smallest unit is the unit itself, or a thousandth of it (ISO 4217). Not UGX, which Stripe alone takes, in
 * hundredths (https://docs.stripe.com/currencies#special-cases).
 */
const smallestUnits: Record<string, number> = Object.fromEntries([
  ..."BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" ").map((code) => [code, 1]),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 1000]),
]);

/** An amount in the currency's unit from one in its smallest, such as cents. */
export function fromSmallest(amount: number | null, currency: string | null): number | null {
  return amount === null ? null : amount / (smallestUnits[(currency ?? "").toUpperCase()] ?? 100);
}

/** What a shop says about addresses of email, the one that counts first. */
export function emailsOf(...values: Json[]): { email: string | null; otherEmails?: string[] } {
  const [email = null, ...otherEmails] = values.map(textOf).filter((address) => address !== null);
  return { email, ...(otherEmails.length > 0 ? { otherEmails } : {}) };
}
