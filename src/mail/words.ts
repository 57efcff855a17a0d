import { distanceInWords } from "../i18n/distance.ts";
import { fill, type Localization } from "../i18n/localization.ts";
import { isExpired } from "../orders/delivery.ts";

/** Strips what could break out of its line or turn the reading direction, and joins white space. */
export function singleLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\s]+/gu, " ")
    .trim();
}

/** What is left of one file's allowance; null means unlimited. */
export function remainingInWords(remaining: number | null, { texts, counted }: Localization): string {
  if (remaining === null) return texts.left.unlimited;
  return remaining <= 0 ? texts.left.none : counted(texts.left.downloads, remaining);
}

/** What is left when each of several files has the same; null means unlimited. */
export function remainingOfEachInWords(remaining: number | null, local: Localization): string {
  if (remaining === null || remaining <= 0) return remainingInWords(remaining, local);
  return local.counted(local.texts.left.ofEachFile, remaining);
}

/** When links end, as a sentence; both instants in milliseconds since 1970, `expiresAt` null for never. */
export function expiryInWords(expiresAt: number | null, now: number, local: Localization): string {
  const { never, past, until } = local.texts.email.expiry;
  if (expiresAt === null) return never;
  const date = local.instant(expiresAt);
  return isExpired(expiresAt, now)
    ? fill(past, { date })
    : fill(until, { date, distance: distanceInWords(Math.max(expiresAt - now, 60_000), local) });
}
