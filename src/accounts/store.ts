import type { Language } from "../i18n/languages.ts";

/** A store as its pages and its emails show it. */
export interface Store {
  name: string;
  /** Full base address with scheme, without a slash at its end. */
  url: string;
  /** Null or left out for a store without a logo. */
  logoUrl?: string | null;
  /** `#rrggbb`; null or left out for the tint that goes with the name. */
  brandColor?: string | null;
  /** Null or left out when the store has fixed none: pages are then in each reader's, emails in English. */
  language?: Language | null;
}
