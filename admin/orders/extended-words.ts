import { moment, number } from "../components/format.ts";
import { type Ending, type ExpirationChoice, expirationOf, isEarlier, waitingWords } from "./expiration.ts";

/** Says when the links of these orders will expire after the choice. */
export function extendedWords(choice: ExpirationChoice, orders: Ending[]): string {
  if (choice.kind === "never") return "";
  const waiting = orders.filter((order) => waitingWords(order) !== null).length;
  const results = orders.flatMap((order) => {
    const { expiration_date: end } = order;
    if (end === null) return [];
    return new Date(isEarlier(choice, end) ? end : (expirationOf(choice, order) ?? end)).getTime();
  });
  const endless = orders.length - results.length - waiting;
  return [untilWords(results), endlessWords(endless, orders), waitingOrdersWords(waiting, orders.length)]
    .filter(Boolean)
    .join(" ");
}

function untilWords(results: number[]): string {
  if (results.length === 0) return "";
  const [first, last] = [results.reduce((a, b) => Math.min(a, b)), results.reduce((a, b) => Math.max(a, b))].map(
    (instant) => moment(new Date(instant).toISOString()),
  );
  if (first === last) return `The links will work until ${last}.`;
  return `The new expiry dates are between ${first} and ${last}.`;
}

function endlessWords(endless: number, orders: Ending[]): string {
  if (endless === 0) return "";
  if (orders.length === 1) {
    const isPaid = orders.some(({ access_until }) => access_until !== null);
    return isPaid
      ? "The order has no expiry date of its own. Nothing changes."
      : "The links never expire. Nothing changes.";
  }
  return endless === 1
    ? "1 order never expires and is not changed."
    : `${number(endless)} orders never expire and are not changed.`;
}

function waitingOrdersWords(waiting: number, of: number): string {
  if (waiting === 0) return "";
  if (of === 1) return "The time begins with the first download. Nothing changes.";
  return waiting === 1
    ? "1 order waits for its first download and is not changed."
    : `${number(waiting)} orders wait for their first download and are not changed.`;
}
