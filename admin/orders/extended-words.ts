import { moment, number } from "../components/format.ts";
import { type ExpirationChoice, expirationOf, isEarlier } from "./expiration.ts";

/** Says when links will expire after the choice. `ends` are the current expiry dates, null for never. */
export function extendedWords(choice: ExpirationChoice, ends: (string | null)[]): string {
  if (choice.kind === "never") return "";
  const endless = ends.filter((end) => end === null).length;
  const results = ends
    .filter((end) => end !== null)
    .map((end) => (isEarlier(choice, end) ? end : (expirationOf(choice, { expiration_date: end }) ?? end)))
    .map((end) => new Date(end).getTime());
  return [untilWords(results), endlessWords(endless, ends.length)].filter(Boolean).join(" ");
}

function untilWords(results: number[]): string {
  if (results.length === 0) return "";
  const [first, last] = [results.reduce((a, b) => Math.min(a, b)), results.reduce((a, b) => Math.max(a, b))].map(
    (instant) => moment(new Date(instant).toISOString()),
  );
  if (first === last) return `The links will work until ${last}.`;
  return `The new expiry dates are between ${first} and ${last}.`;
}

function endlessWords(endless: number, of: number): string {
  if (endless === 0) return "";
  if (of === 1) return "The links never expire. Nothing changes.";
  return endless === 1
    ? "1 order never expires and is not changed."
    : `${number(endless)} orders never expire and are not changed.`;
}
