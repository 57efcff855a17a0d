import { parseAccept } from "hono/utils/accept";
import { type Language, type Preference, preferenceFor } from "../platform/i18n/languages.ts";

/** Characters of the header that are read. Browsers send fewer than 100. */
const longestHeader = 1000;

/**
 * The best of our languages for a reader with this `Accept-Language` (RFC 9110 section 12.5.4): the one with the highest weight,
 * or the first of several. Null if none is acceptable. With `only`, returns that language in the reader's regional form.
 */
export function preferred(acceptLanguage: string | null, only?: Language): Preference | null {
  for (const { type, q } of parseAccept((acceptLanguage ?? "").slice(0, longestHeader))) {
    if (q <= 0) continue;
    const preference = preferenceFor(type);
    if (preference && (only === undefined || preference.language === only)) return preference;
  }
  return null;
}
