import type { Language } from "../../platform/i18n/languages.ts";

/** The texts that a store can customize. */
export const wordingNames = [
  "email_subject",
  "email_text",
  "email_html",
  "update_subject",
  "update_text",
  "update_html",
  "page_greeting",
  "page_notice",
  "page_footer",
] as const;

export type WordingName = (typeof wordingNames)[number];

/** The format of a template's result. In HTML, values are escaped. */
export type WordingFormat = "line" | "text" | "html";

export const formats: Record<WordingName, WordingFormat> = {
  email_subject: "line",
  email_text: "text",
  email_html: "html",
  update_subject: "line",
  update_text: "text",
  update_html: "html",
  page_greeting: "line",
  page_notice: "text",
  page_footer: "text",
};

export function isWordingName(name: string): name is WordingName {
  return (wordingNames as readonly string[]).includes(name);
}

/** A template of an account that replaces a built-in one. */
export interface OwnWording {
  /** Liquid. */
  source: string;
  /** Its language; null for the text used by all languages without their own. */
  language: Language | null;
}

export type CustomWordings = Partial<Record<WordingName, OwnWording>>;
