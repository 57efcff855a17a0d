import type { CustomerEmailTexts, SignInEmailTexts } from "./email-texts.ts";
import type { CustomerState, FileKind, Has, Plural, ProblemName } from "./text-types.ts";

interface ProblemTexts {
  /** What happened and what to do, in one line of plain text, for clients that are not browsers. */
  sentence: string;
  title: string;
  /** What happened, as a sentence. */
  happened: string;
  /** What to do next. Can contain `{store}`. */
  next: string;
}

/** What the greeting of an order's page depends on. */
type GreetedState = Exclude<CustomerState, "waiting_for_key" | "waiting_for_file"> | "empty" | "partial";

/** All texts, in one language. Each interface is a file of the language's folder. */
export interface Texts
  extends CommonTexts,
    OrderPageTexts,
    ProblemPageTexts,
    LibraryPageTexts,
    AnnouncementPageTexts,
    CustomerEmailTexts,
    SignInEmailTexts {}

/** What several pages or emails say. */
export interface CommonTexts {
  frame: { skip: string; language: string };
  /** An instant in UTC: the date, a space, the time. */
  instant: { date: Has<"date">; time: Has<"time"> };
  /** What is left of an allowance. An external link is opened, not downloaded. */
  left: {
    downloads: Plural;
    none: string;
    unlimited: string;
    ofEachFile: Plural;
    opens: Plural;
    noOpens: string;
    unlimitedOpens: string;
  };
  /**
   * `ofKey` follows the button's label. `due`: keys that will follow. `moreDue`: the same, if others are there already.
   * `noneForTest` stands in place of the keys, and so does `none` if the order came before the product's first keys.
   */
  keys: {
    one: string;
    several: Plural;
    copy: string;
    copyAll: string;
    copied: string;
    ofKey: Has<"key">;
    due: Plural;
    moreDue: Plural;
    noneForTest: string;
    none: string;
  };
  /** Devices on which a license is activated. `ofDevice` follows the button's label. */
  devices: {
    title: string;
    help: string;
    unnamed: string;
    lastUsed: Has<"date">;
    remove: string;
    removed: string;
    /** How many devices a customer can remove in 30 days. */
    mostRemoved: Has<"count">;
    ofDevice: Has<"name">;
    tooMany: Has<"store">;
  };
}

/** The page of an order, and that of one of its products. */
export interface OrderPageTexts {
  order: {
    /** Who gives the order, for its recipient. */
    gift: Has<"giver">;
    documentTitle: Has<"store">;
    title: string;
    /** In place of those, for an order of license keys alone. */
    withoutFiles: { documentTitle: Has<"store">; title: string };
    /** By the order's state; `empty`: nothing to use yet, `partial`: open with more to come. `unnamed`: no first name. */
    greetings: Record<GreetedState, { named: Has<"name">; unnamed: string }>;
    /** In place of those, for the recipient of a gift. */
    giftGreetings: Record<"empty" | "open" | "partial", { named: Has<"name">; unnamed: string }>;
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
  item: {
    documentTitle: Has<"product"> & Has<"store">;
    wholeOrder: string;
    quantity: string;
    files: string;
    updatesUntil: Has<"date">;
  };
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
    /** How long the download takes, after `started`. The browser knows the speed, or only that it is higher. */
    takes: Has<"duration">;
    takesAtMost: Has<"duration">;
    opensAt: Has<"host">;
    /** Of a file that is stamped for each order. */
    about: Has<"size">;
    usedUp: string;
    linkUsedUp: string;
    notAvailableYet: Has<"store">;
    updated: Has<"date">;
    kinds: Record<FileKind, string>;
  };
  /**
   * All files of an order in one archive. `usedUp`, `links` and `waiting`: not in it. `inParts`: for clients that are not
   * browsers.
   */
  allFiles: {
    title: string;
    download: string;
    files: Plural;
    counts: string;
    usedUp: Plural;
    links: Plural;
    waiting: Plural;
    large: string;
    parts: string;
    part: Has<"part"> & Has<"parts">;
    inParts: Has<"parts">;
  };
  /** Files that browsers can show. `playCounts` and `viewCounts`: it uses up a download. `next`: button to the next track. */
  preview: { view: string; playCounts: string; viewCounts: string; speed: string; previous: string; next: string };
  renewal: {
    allUsedUpTitle: string;
    usedUpTitle: string;
    usedUpHelp: Has<"store">;
    askHelp: Has<"store">;
    message: string;
    ask: Has<"store">;
    sent: Has<"store"> & Has<"date">;
    declined: Has<"store"> & Has<"date">;
    /** Access was paid for until a date, and only a payment prolongs it. */
    endedTitle: string;
    ended: Has<"store"> & Has<"date">;
    renewHelp: string;
    renew: string;
    /** Shown after a renewal. */
    renewed: string;
    renewalsLeft: Plural;
  };
  fine: { personal: string };
}

/** The page in place of one that a link does not open. */
export interface ProblemPageTexts {
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
}

/** The store's home page, the form that emails customers their links, and the page with everything they bought. */
export interface LibraryPageTexts {
  home: { title: Has<"store">; useEmailLink: string; cannotFind: string; whereToLook: string };
  library: {
    /** The link to the form, on other pages. */
    sendMyLinks: string;
    lostLink: string;
    /** Before the link to the form, on an order's pages. */
    everything: string;
    /** From the form back to the order. */
    backToOrder: string;
    form: {
      title: string;
      words: string;
      email: string;
      send: string;
      wrongEmail: string;
      sentTitle: string;
      sent: string;
      notFound: string;
      again: string;
      tooMany: string;
    };
    page: {
      title: string;
      words: Has<"email">;
      search: string;
      find: string;
      nothingFound: string;
      nothing: string;
      open: string;
      newer: string;
      older: string;
      moreProducts: Plural;
      /** Leads to the renewal of an order that has expired or is used up. */
      renew: string;
      /** In place of the link, for the buyer of a gift. */
      gift: Has<"recipient"> & Has<"date">;
      giftDelivered: Has<"recipient"> & Has<"date">;
      states: Record<"on_hold" | "revoked" | "expired" | "used_up", string>;
      /** That the device shows the page for as long as the link works. */
      kept: string;
      /** Keeps it there for longer. */
      keep: string;
      /** Until when. */
      keptUntil: string;
      /** Ends that on all devices, with the links. */
      forget: string;
      ended: { title: string; words: string };
    };
  };
}

/** The page on which customers stop emails about updated files. */
export interface AnnouncementPageTexts {
  stopUpdates: {
    title: string;
    words: Has<"store"> & Has<"email">;
    button: string;
    doneTitle: string;
    done: Has<"store"> & Has<"email">;
    undo: string;
    resumedTitle: string;
    resumed: Has<"store"> & Has<"email">;
  };
}
