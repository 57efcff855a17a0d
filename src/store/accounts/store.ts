import type { Language } from "../../platform/i18n/languages.ts";

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
  /** The order's language, which its pages are in until the reader chooses another. Null or left out for none. */
  orderLanguage?: Language | null;
  /** ISO 4217, of prices without a currency. Left out where no price is shown. */
  currency?: string;
  /** Whether customers can see and hear files in the page. Left out: false. */
  allowsPreviews?: boolean;
  /** Seeing or hearing a file counts as a download. Left out: yes. */
  countsPreviews?: boolean;
  /** Customers see when a file was updated, and what is new. Left out: no. */
  showsFileUpdates?: boolean;
  /** The store's own site, where customers find help; null or left out for none. */
  website?: string | null;
  /** Where customers write to, about which order if one is known; null or left out where nobody is told. */
  contact?: {
    address: string;
    orderName?: string;
    /** The store has not named it to customers: it is the address for answers. */
    isFallback?: boolean;
  } | null;
}

interface Addresses {
  email: string;
  replyTo: string;
  website: string | null;
  contactEmail: string | null;
}

/** Where answers to the store's emails go. */
export const answerAddress = (account: Addresses): string => account.replyTo || account.contactEmail || account.email;

/**
 * Where the customer of an order writes to: the contact address, or, for a store that has named neither it nor a website,
 * the address for answers. Null when the website says where.
 */
export const contactOf = (account: Addresses): string | null =>
  account.contactEmail ?? (account.website === null ? answerAddress(account) : null);

/** The address of a new email to the store's contact, with a subject or without one. */
export function mailtoLink(address: string, subject?: string): string {
  const to = encodeURIComponent(address).replace(/%40(?!.*%40)/, "@");
  return `mailto:${to}${subject === undefined ? "" : `?subject=${encodeURIComponent(subject)}`}`;
}
