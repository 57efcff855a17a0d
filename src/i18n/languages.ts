import { parseAccept } from "hono/utils/accept";

/** What customers are spoken to in; the first is for everybody else. */
export const languages = ["en", "de", "fr", "es", "ja"] as const;

export type Language = (typeof languages)[number];

/** Each language in its own words. */
export const languageNames: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ja: "日本語",
};

export function isLanguage(text: string | null | undefined): text is Language {
  return (languages as readonly (string | null | undefined)[]).includes(text);
}

/** What a reader understands best, and how it is written where they live. */
export interface Preference {
  language: Language;
  /** Language, and region if any, such as `de-CH`; what numbers and dates are written by. */
  locale: string;
}

/** How a language is written by readers who name no region: American dates would be misread by most. */
export function usualLocale(language: Language): string {
  return language === "en" ? "en-GB" : language;
}

/**
 * The best of our languages for a reader with this `Accept-Language` (RFC 9110 section 12.5.4): the one with the highest
 * weight, the earlier of equals; null when none is wanted. With `only`, how that language is written for the reader.
 */
export function preferred(acceptLanguage: string | null, only?: Language): Preference | null {
  for (const { type, q } of parseAccept((acceptLanguage ?? "").slice(0, longestHeader))) {
    if (q <= 0) continue;
    const preference = preferenceFor(type);
    if (preference && (only === undefined || preference.language === only)) return preference;
  }
  return null;
}

/** Characters that are looked at; browsers send fewer than a hundred. */
const longestHeader = 1000;

function preferenceFor(tag: string): Preference | null {
  const [, primary = "", region] = /^([a-z]{2})(?:-[a-z]{4})?(?:-([a-z]{2}))?(?:-.*)?$/i.exec(tag.trim()) ?? [];
  const language = primary.toLowerCase();
  if (!isLanguage(language)) return null;
  return { language, locale: region ? `${language}-${region.toUpperCase()}` : usualLocale(language) };
}
