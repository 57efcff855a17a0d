import type { Language } from "../../i18n/languages.ts";
import type { Instant } from "../../instants.ts";

/** A text that the store has written itself, for every language; src/store/wording/names.ts lists them. */
export interface WordingsTable {
  account_id: number;
  name: string;
  /** Liquid; null for the built-in text. */
  source: string | null;
  /** What it was before the last change; null for the built-in text. */
  previous_source: string | null;
  /** Why it could not be used when it was needed last; null when it could. */
  problem: string | null;
  problem_at: Instant | null;
  updated_at: Instant;
}

/** The same for one language; a null `source` means that the language has no text of its own. */
export interface TranslatedWordingsTable extends WordingsTable {
  language: Language;
}
