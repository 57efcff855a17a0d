import type { CustomerState, Has } from "./text-types.ts";

/** Emails to customers. */
export interface CustomerEmailTexts {
  /** The delivery email. `template` is Liquid, with the values of src/delivery/customer-emails/delivery-context.ts. */
  email: {
    contents: { downloads: string; key: string; keys: string; downloadsAndKey: string; downloadsAndKeys: string };
    expiry: {
      never: string;
      past: Has<"date">;
      until: Has<"date"> & Has<"distance">;
      fromFirstDownload: Has<"duration">;
    };
    /** Above the email of a test order, which goes to the store. */
    test: string;
    template: {
      byState: Record<CustomerState, LeadingTexts>;
      /** In place of the state's when nothing can be downloaded and there are license keys. */
      keys: LeadingTexts;
      /** In place of those of an `open` order, for the recipient of a gift. */
      gift: LeadingTexts;
      /** In place of both, when the store has granted a renewal. */
      renewed: LeadingTexts;
      /** Before the buyer's words. */
      giftMessage: string;
      hello: string;
      openOrder: string;
      quantity: string;
      licenseKeys: string;
      /** Separates a heading from the list after it. */
      colon: string;
      moreKeys: string;
      moreItems: string;
      notAvailableYet: string;
      /** What to do with a question. */
      help: string;
      personal: string;
      addressToCopy: string;
      sentBy: string;
    };
  };
  /** The email with all links of a customer. */
  libraryEmail: {
    subject: Has<"store">;
    heading: Has<"store">;
    introduction: string;
    nothing: string;
    /** In its place, where all orders are gifts without a link for the reader. */
    gifts: string;
    button: string;
    note: string;
    order: Has<"order">;
  };
  /** The email to the buyer of a gift. */
  giftEmail: {
    subject: Has<"recipient"> & Has<"order">;
    heading: { now: Has<"recipient">; later: Has<"recipient"> & Has<"date"> };
    /** Ahead of `now` or `later`, with what stands between. */
    greeting: { named: Has<"name">; unnamed: string };
    /** Whom `now` and `later` name: with the address, so that the buyer sees a wrong one. */
    recipient: { named: Has<"name"> & Has<"address">; unnamed: Has<"address"> };
    /** The recipient has the links already. */
    now: Has<"products"> & Has<"recipient"> & Has<"order">;
    /** The recipient gets them at the date. */
    later: Has<"products"> & Has<"recipient"> & Has<"order"> & Has<"date">;
    note: string;
  };
  /** The email about an updated file, in Liquid. */
  announcementEmail: {
    subject: string;
    heading: string;
    introduction: string;
    /** Before the store's note. */
    news: string;
    /** Why the customer gets it. */
    reason: string;
    stop: string;
  };
}

/** Emails that people of the store request on the sign-in pages, in the language of their browser. */
export interface SignInEmailTexts {
  signInEmails: Record<"password_reset" | "sign_in_link", LinkEmailTexts>;
}

/** An email with a link. All of them can contain `{store}`, except `note` and `button`. */
interface LinkEmailTexts {
  subject: string;
  heading: string;
  introduction: string;
  note: string;
  button: string;
}

/** The subject of a delivery email, and how its text and its HTML begin. */
interface LeadingTexts {
  subject: string;
  introduction: string;
  heading: string;
  htmlIntroduction: string;
}
