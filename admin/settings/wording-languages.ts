import type { Wording } from "../api/types.ts";
import { type Locale, languageNames, locales } from "../components/languages.ts";

type Known = Pick<Wording, "source" | "own_locales">;

/** Choices of a text's language, each with what customers of that language get. `general` is the text for all languages. */
export function languageOptions(general: Known | undefined): { value: string; label: string }[] {
  const all = { value: "", label: `All languages${general && general.source !== null ? " (your text)" : ""}` };
  return [all, ...locales.map((locale) => ({ value: locale, label: optionOf(locale, general) }))];
}

function optionOf(locale: Locale, general: Known | undefined): string {
  const name = languageNames[locale];
  if (!general) return name;
  if (general.own_locales.includes(locale)) return `${name} (its own text)`;
  return general.source === null ? `${name} (default text)` : `${name} (text for all languages)`;
}

/** Which languages have a text of their own, and what the others use. */
export function languagesInWords({ source, own_locales }: Known): string {
  if (own_locales.length === 0) {
    return source === null ? "Every language uses its default text." : "Every language uses your text.";
  }
  const others = source === null ? "their default text" : "your text for all languages";
  const names = locales.filter((one) => own_locales.includes(one)).map((one) => languageNames[one]);
  const own = `Own text: ${names.join(", ")}.`;
  return own_locales.length === locales.length ? own : `${own} The other languages use ${others}.`;
}
