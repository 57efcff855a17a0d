/** A text that contains the placeholder `{Name}`. A translation without it does not compile. */
export type Has<Name extends string> = `${string}{${Name}}${string}`;

/** The forms of a text for different numbers, as named by Intl.PluralRules. */
export type Plural = { other: Has<"count"> } & { [Form in Intl.LDMLPluralRule]?: string };

/** Kinds of files that customers are shown. */
export type FileKind =
  | "pdf"
  | "ebook"
  | "zip"
  | "archive"
  | "windowsProgram"
  | "macDiskImage"
  | "macInstaller"
  | "androidApp"
  | "diskImage"
  | "document"
  | "spreadsheet"
  | "presentation"
  | "photoshop"
  | "font"
  | "audio"
  | "video"
  | "image"
  | "text"
  | "file";

/** Why a customer's link does not work. The first seven are error codes of the domain. */
export type ProblemName =
  | "on_hold"
  | "revoked"
  | "item_revoked"
  | "used_up"
  | "expired"
  | "not_found"
  | "file_missing"
  | "foreign_form"
  | "unknown_store"
  | "unavailable"
  | "internal";

interface ProblemTexts {
  /** What happened and what to do, in one line of plain text, for clients that are not browsers. */
  sentence: string;
  title: string;
  /** What happened, as a sentence. */
  happened: string;
  /** What to do next. Can contain `{store}`. */
  next: string;
}

/** Whether the customer can use an order, and why not. */
export type CustomerState = "open" | "expired" | "used_up" | "waiting_for_key" | "waiting_for_file";

/** What the greeting of an order's page depends on. */
type GreetedState = Exclude<CustomerState, "waiting_for_key" | "waiting_for_file"> | "empty" | "partial";

/** Everything that customers read on pages and in delivery emails, in one language. */
export interface Texts {
  frame: { skip: string; language: string };
  home: { title: Has<"store">; useEmailLink: string; cannotFind: string; whereToLook: string };
  order: {
    documentTitle: Has<"store">;
    title: string;
    /** By the order's state; `empty`: nothing to use yet, `partial`: open with more to come. `unnamed`: no first name. */
    greetings: Record<GreetedState, { named: Has<"name">; unnamed: string }>;
    order: string;
    placed: string;
    total: string;
    invoice: string;
    viewInvoice: string;
    quantityOf: Has<"count">;
    fromTheStore: string;
    nothingTitle: string;
    nothing: Has<"store">;
  };
  item: { documentTitle: Has<"product"> & Has<"store">; wholeOrder: string; quantity: string; files: string };
  expiry: {
    until: string;
    wasUntil: string;
    never: string;
    /** While the order waits for its first download: in place of `until`, and of the date. */
    fromFirstDownload: { name: string; time: Has<"duration"> };
    soon: string;
    justNow: string;
    title: string;
    help: string;
  };
  file: {
    download: string;
    open: string;
    /** A download has begun. */
    started: string;
    opensAt: Has<"host">;
    usedUp: string;
    linkUsedUp: string;
    notAvailableYet: Has<"store">;
    kinds: Record<FileKind, string>;
  };
  /** What is left of an allowance. */
  left: { downloads: Plural; none: string; unlimited: string; ofEachFile: Plural };
  /** `ofKey` follows the button's label. `due`: keys that will follow. `moreDue`: the same, if others are there already. */
  keys: {
    one: string;
    several: Plural;
    copy: string;
    copyAll: string;
    copied: string;
    ofKey: Has<"key">;
    due: Plural;
    moreDue: Plural;
  };
  fine: { personal: string };
  /**
   * `resume`: how to resume an interrupted download; shown with `used_up`. `storeIsAt`: shown with `not_found`. `emailFollows`: shown with `on_hold` if an
   * email waits.
   */
  problem: {
    whatToDo: string;
    theStore: string;
    resume: string;
    emailFollows: string;
    storeIsAt: Has<"address">;
  } & Record<ProblemName, ProblemTexts>;
  renewal: {
    allUsedUpTitle: string;
    usedUpTitle: string;
    usedUpHelp: Has<"store">;
    askHelp: Has<"store">;
    message: string;
    ask: Has<"store">;
    sent: Has<"store"> & Has<"date">;
    declined: Has<"store"> & Has<"date">;
    renewHelp: string;
    renew: string;
    /** Shown after a renewal. */
    renewed: string;
    renewalsLeft: Plural;
  };
  /** An instant in UTC: the date, a space, the time. */
  instant: { date: Has<"date">; time: Has<"time"> };
  email: EmailTexts;
}

/** The subject of a delivery email, and how its text and its HTML begin. */
interface LeadingTexts {
  subject: string;
  introduction: string;
  heading: string;
  htmlIntroduction: string;
}

/** Texts of the delivery email. `template` is Liquid, with the values of src/delivery/delivery-emails/delivery-context.ts. */
interface EmailTexts {
  contents: { downloads: string; key: string; keys: string; downloadsAndKey: string; downloadsAndKeys: string };
  expiry: {
    never: string;
    past: Has<"date">;
    until: Has<"date"> & Has<"distance">;
    fromFirstDownload: Has<"duration">;
  };
  template: {
    byState: Record<CustomerState, LeadingTexts>;
    /** In place of the state's when nothing can be downloaded and there are license keys. */
    keys: LeadingTexts;
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
}
