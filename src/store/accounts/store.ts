import type { Language } from "../../platform/i18n/languages.ts";

/** A store as its pages and emails show it. */
export interface Store {
  name: string;
  /** Base URL, without a final slash. */
  url: string;
  /** Null or absent for a store without a logo. */
  logoUrl?: string | null;
  /** `#rrggbb`; null or absent for the color derived from the name. */
  brandColor?: string | null;
  /** Null or absent if the store has not set one: pages then follow the browser, and emails are in English. */
  language?: Language | null;
  /** The order's language, used for its pages until the reader chooses another. Null or absent for none. */
  orderLanguage?: Language | null;
  /** ISO 4217, for prices without a currency. Absent where no price is shown. */
  currency?: string;
  /** Whether customers can play and view files in the page. Default: false. */
  allowsPreviews?: boolean;
  /** Playing or viewing a file counts as a download. Default: true. */
  countsPreviews?: boolean;
  /** Customers see when a file was updated, and what is new. Default: false. */
  showsFileUpdates?: boolean;
  /** The store's own website, where customers find help; null or absent for none. */
  website?: string | null;
  /** Where customers can write, and about which order if known; null or absent where it is not shown. */
  contact?: {
    address: string;
    orderName?: string;
    /** Whether this is the address for replies, because the store has not set a contact. */
    isFallback?: boolean;
  } | null;
}

interface Addresses {
  email: string;
  replyTo: string;
  website: string | null;
  contactEmail: string | null;
}

/** The address for replies to the store's emails. */
export const answerAddress = (account: Addresses): string => account.replyTo || account.contactEmail || account.email;

/**
 * The address where an order's customer can write: the contact address, or the address for replies if the store has set neither a
 * contact address nor a website. Null if customers find help on the website.
 */
export const contactOf = (account: Addresses): string | null =>
  account.contactEmail ?? (account.website === null ? answerAddress(account) : null);

/** A `mailto:` link to the store's contact, with or without a subject. */
export function mailtoLink(address: string, subject?: string): string {
  const to = encodeURIComponent(address).replace(/%40(?!.*%40)/, "@");
  return `mailto:${to}${subject === undefined ? "" : `?subject=${encodeURIComponent(subject)}`}`;
}
