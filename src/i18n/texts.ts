/** A text in which `{Name}` stands for a value; a translation without it does not compile. */
type Has<Name extends string> = `${string}{${Name}}${string}`;

/** A text by the number in it, as Intl.PluralRules names its forms. */
export type Plural = { other: Has<"count"> } & { [Form in Intl.LDMLPluralRule]?: string };

/** What a file is, for people. */
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

/** What a customer's link can run into; the first four are the domain's error codes of the same names. */
export type ProblemName =
  | "used_up"
  | "expired"
  | "not_found"
  | "file_missing"
  | "unknown_store"
  | "unavailable"
  | "internal";

interface ProblemTexts {
  /** What happened and what to do in one line of plain text, for anything that is not a browser. */
  sentence: string;
  title: string;
  /** What happened, as a sentence. */
  happened: string;
  /** What to do next; may name the `{store}`. */
  next: string;
}

/** Whether the customer can use an order, and why not. */
export type CustomerState = "open" | "expired" | "used_up" | "waiting_for_key" | "waiting_for_file";

/** What the greeting of an order's page depends on. */
type GreetedState = Exclude<CustomerState, "waiting_for_key" | "waiting_for_file"> | "empty";

/** Everything that customers read on pages and in delivery emails, in one language. */
export interface Texts {
  frame: { skip: string; language: string };
  home: { title: Has<"store">; useEmailLink: string; cannotFind: string; whereToLook: string };
  order: {
    documentTitle: Has<"store">;
    title: string;
    /** By the order's state, `empty` for one with nothing to use yet; `unnamed` without a first name. */
    greetings: Record<GreetedState, { named: Has<"name">; unnamed: string }>;
    order: string;
    placed: string;
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
    soon: string;
    justNow: string;
    title: string;
    help: string;
  };
  file: {
    download: string;
    open: string;
    opensAt: Has<"host">;
    usedUp: string;
    linkUsedUp: string;
    notAvailableYet: Has<"store">;
    kinds: Record<FileKind, string>;
  };
  /** What is left of an allowance. */
  left: { downloads: Plural; none: string; unlimited: string; ofEachFile: Plural };
  /** `ofKey` follows the words of the button; `due` are still to come, `moreDue` beside others that are there. */
  keys: {
    one: string;
    several: Plural;
    copy: string;
    copied: string;
    ofKey: Has<"key">;
    due: Plural;
    moreDue: Plural;
  };
  fine: { personal: string };
  problem: { whatToDo: string; theStore: string } & Record<ProblemName, ProblemTexts>;
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
    /** Said once it has worked. */
    renewed: string;
    renewalsLeft: Plural;
  };
  /** An instant in UTC: the date, a space, the time. */
  instant: { date: Has<"date">; time: Has<"time"> };
  email: EmailTexts;
}

/** Of the delivery email. `template` holds Liquid, with the values of src/mail/delivery-context.ts. */
interface EmailTexts {
  contents: { downloads: string; key: string; keys: string; downloadsAndKey: string; downloadsAndKeys: string };
  expiry: { never: string; past: Has<"date">; until: Has<"date"> & Has<"distance"> };
  template: {
    byState: Record<
      CustomerState,
      { subject: string; introduction: string; heading: string; htmlIntroduction: string }
    >;
    hello: string;
    openOrder: string;
    quantity: string;
    licenseKeys: string;
    /** What stands between words and the list that they announce. */
    colon: string;
    moreKeys: string;
    moreItems: string;
    notAvailableYet: string;
    personal: string;
    addressToCopy: string;
    sentBy: string;
  };
}
