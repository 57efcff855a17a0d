/** The languages of pages and emails. The first is the default. */
export const languages = ["en", "de", "fr", "es", "ja"] as const;

export type Language = (typeof languages)[number];

/** The name of each language in itself. */
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

/** The best language for a reader, and how it is written where they live. */
export interface Preference {
  language: Language;
  /** Language, and region if any, such as `de-CH`. Determines the format of numbers and dates. */
  locale: string;
}

/** How dates are written for readers of this locale. Most who name no region would misread American ones. */
export function localeOfDates(locale: string): string {
  return locale === "en" ? "en-GB" : locale;
}

/** How a reader of the language with this tag (RFC 5646), such as `de-CH`, is served; null if it is none of ours. */
export function preferenceFor(tag: string): Preference | null {
  const [, primary = "", region] = /^([a-z]{2})(?:-[a-z]{4})?(?:-([a-z]{2}))?(?:-.*)?$/i.exec(tag.trim()) ?? [];
  const language = primary.toLowerCase();
  if (!isLanguage(language)) return null;
  return { language, locale: region ? `${language}-${region.toUpperCase()}` : language };
}
