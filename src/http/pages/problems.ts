import type { ProblemName } from "../../i18n/texts.ts";

export type Problem = ProblemName;

/** HTTP statuses (docs/delivery.md, Refusals). */
const statuses: Record<Problem, number> = {
  used_up: 403,
  expired: 410,
  not_found: 404,
  file_missing: 409,
  unknown_store: 404,
  unavailable: 503,
  internal: 500,
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
  return statuses[problem];
}
