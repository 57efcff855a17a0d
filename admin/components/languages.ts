import type { Account } from "../api/types.ts";

export type Locale = NonNullable<Account["language"]>;

/** Every language of v3, by its own name. */
export const languageNames: Record<Locale, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ja: "日本語",
};

export const locales = Object.keys(languageNames) as Locale[];
