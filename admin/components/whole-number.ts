import { number } from "./format.ts";

/** The problem with a number field that must be a whole number from `least` to `most`; null for none. */
export function wholeNumberProblem(
  typed: number | string,
  least: number,
  most: number,
  ifEmpty: string,
): string | null {
  if (typed === "") return ifEmpty;
  const value = Number(typed);
  if (!Number.isInteger(value)) return "Enter a whole number.";
  if (value < least) return `Enter ${number(least)} or more.`;
  return value > most ? `Enter ${number(most)} or less.` : null;
}
