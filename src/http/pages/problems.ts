/** What a customer's link can run into; the first four are the domain's error codes of the same names. */
export type Problem =
  | "used_up"
  | "expired"
  | "not_found"
  | "file_missing"
  | "unknown_store"
  | "unavailable"
  | "internal";

interface ProblemWords {
  /** HTTP status (contract.md sections 3 and 7). */
  status: number;
  title: string;
  /** What happened, as a sentence. */
  happened: string;
  /** What to do next, for a store of this name. */
  next(store: string): string;
}

export const problems: Record<Problem, ProblemWords> = {
  used_up: {
    status: 403,
    title: "Every download has been used",
    happened: "This file has been downloaded as often as the order allows.",
    next: (store) =>
      `Ask ${store} for more downloads, and give your order number. If a download broke off, resume it in your browser’s list of downloads: that is free for a day.`,
  },
  expired: {
    status: 410,
    title: "This link has expired",
    happened: "The time in which this download could be fetched is over.",
    next: (store) => `Ask ${store} to open your order again, and give your order number.`,
  },
  not_found: {
    status: 404,
    title: "There is nothing at this address",
    happened: "The link is incomplete, or what it led to has been removed.",
    next: (store) =>
      `Open the link in your email once more, or copy it from its first to its last character. If that does not help, ask ${store}.`,
  },
  file_missing: {
    status: 409,
    title: "The file is not here yet",
    happened: "Your link is right, but the store has not added the file.",
    next: (store) => `Open the same link again later, or ask ${store}. No download has been used.`,
  },
  unknown_store: {
    status: 404,
    title: "No store is at this address",
    happened: "The first part of the address, its host name, belongs to no store here.",
    next: () => "Check the address for a mistake, or open the link in your email once more.",
  },
  unavailable: {
    status: 503,
    title: "Please try again in a moment",
    happened: "Too much is going on right now, or the files cannot be reached.",
    next: (store) => `Wait a minute and open the link again. If it still does not work, ask ${store}.`,
  },
  internal: {
    status: 500,
    title: "Something went wrong",
    happened: "The mistake is on our side, not yours.",
    next: (store) => `Try again in a few minutes. If it still does not work, ask ${store}.`,
  },
};

const sentences: Record<Problem, string> = {
  used_up: "This file has been downloaded as often as the order allows; ask the store for more downloads.",
  expired: "This link has expired; ask the store to open the order again.",
  not_found: "There is nothing at this address: the link is incomplete, or what it led to has been removed.",
  file_missing: "The store has not added the file yet; try the same link again later.",
  unknown_store: "No store is at this address; check its host name.",
  unavailable: "The file cannot be delivered right now; try again in a minute.",
  internal: "Something went wrong on the server; try again in a few minutes.",
};

/** The problem in one plain sentence that ends with a full stop, for anything that is not a browser. */
export function problemSentence(problem: Problem): string {
  return sentences[problem];
}

/** The HTTP status that the problem is answered with. */
export function problemStatus(problem: Problem): number {
  return problems[problem].status;
}
