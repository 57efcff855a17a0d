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
  /** Where the customer of an order that is known writes to about it; null or left out for anybody else. */
  contact?: { address: string; orderName: string } | null;
}

/** Where answers to the store's emails go. */
export const answerAddress = (account: { reply_to: string; email: string }): string =>
  account.reply_to || account.email;
