import { randomInt } from "node:crypto";
import { textProblem } from "../../platform/text.ts";

/** The pattern for products without their own: 99 random bits. */
export const usualPattern = "*****-*****-*****-*****";

/** Without characters that look alike: 0 and O, 1, I and L. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** With fewer stars, a store with many orders would run out of keys. */
const fewestStars = 8;

/** Characters. */
const longestPattern = 200;

const starsIn = (pattern: string): number => pattern.split("*").length - 1;

/** A key in which each star of the pattern is a random letter or digit. */
export const makeKey = (pattern: string): string =>
  pattern.replaceAll("*", () => alphabet[randomInt(alphabet.length)] as string);

/** Why the text is not a pattern, in words that follow the field's name; null if it is one. */
export function patternProblem(pattern: string): string | null {
  if (pattern !== pattern.trim()) return "must not begin or end with a space";
  if (starsIn(pattern) < fewestStars) return `must have at least ${fewestStars} stars, each for a letter or digit`;
  return textProblem(pattern, { longest: longestPattern });
}
