import type { ProblemName } from "../../platform/i18n/text-types.ts";
import { errorStatuses } from "../error-statuses.ts";

export type Problem = ProblemName;

/** HTTP statuses (docs/reference/delivery.md, Rejected requests). */
const statuses: Record<Problem, number> = {
  ...errorStatuses,
  foreign_form: 403,
  unknown_store: 404,
  unavailable: 503,
  internal: 500,
};

/** The HTTP status of the response. */
export function problemStatus(problem: Problem): number {
  return statuses[problem];
}
