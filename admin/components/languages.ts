import type { Account } from "../api/types.ts";

/** Every language of v3, by its own name. */
export const languageNames: Record<NonNullable<Account["language"]>, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ja: "日本語",
};
