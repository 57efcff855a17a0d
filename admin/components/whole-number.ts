import { number } from "./format.ts";

/** Why what a number field holds is no whole number from `least` to `most`, in words; null when it is one. */
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
