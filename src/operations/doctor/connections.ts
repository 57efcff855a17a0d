import type { Reader } from "../../platform/database/database.ts";
import { type Instant, writeInstant } from "../../platform/instants.ts";
import { failingConnections } from "../../shops/connections/failing.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning } = findingsOf("connections");

/** Most connected shops to name. The others are counted. */
const mostNamed = 10;

/** Whether the orders of connected shops get through. */
export async function examineConnections(read: Reader, now: Instant): Promise<Finding[]> {
  const failing = await failingConnections(read, now);
  if (failing.length === 0) return [ok("No connected shop has failed for hours.")];
  const named = failing.slice(0, mostNamed).map(({ id, accountId, name, failures }) => {
    const { refusedSince, waitingSince, pollProblem } = failures;
    const reasons = [
      refusedSince === null ? [] : [`all requests have had a wrong signature since ${writeInstant(refusedSince)}`],
      waitingSince === null ? [] : [`events wait since ${writeInstant(waitingSince)}`],
      pollProblem === null ? [] : [`it cannot be asked for orders: ${pollProblem.replace(/\.$/, "")}`],
    ].flat();
    const summary = `Connection ${id} (${name}) of account ${accountId}: ${reasons.join("; ")}.`;
    return warning(summary, "Open the connection in the account's administration area: it says what to do.");
  });
  const more = failing.length - named.length;
  const advice = "Mend those that are named, then run this again.";
  return more === 0 ? named : [...named, warning(`${more} more connections fail.`, advice)];
}
