import { distanceInWords } from "../i18n/distance.ts";
import { fill, type Localization } from "../i18n/localization.ts";
import type { Instant } from "../instants.ts";
import { isExpired } from "../orders/expiration.ts";

/** When links end, as a sentence; `expiresAt` null for never. */
export function expiryInWords(expiresAt: Instant | null, now: Instant, local: Localization): string {
  const { never, past, until } = local.texts.email.expiry;
  if (expiresAt === null) return never;
  const date = local.instant(expiresAt);
  return isExpired(expiresAt, now)
    ? fill(past, { date })
    : fill(until, { date, distance: distanceInWords(Math.max(expiresAt - now, 60_000), local) });
}
