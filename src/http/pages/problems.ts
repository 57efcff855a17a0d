import type { ProblemName } from "../../i18n/texts.ts";

export type Problem = ProblemName;

/** HTTP statuses (docs/delivery.md, Rejected requests). */
const statuses: Record<Problem, number> = {
  used_up: 403,
  expired: 410,
  not_found: 404,
  file_missing: 409,
  unknown_store: 404,
  unavailable: 503,
  internal: 500,
};

/** The HTTP status of the response. */
export function problemStatus(problem: Problem): number {
  return statuses[problem];
}
