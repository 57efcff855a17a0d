import type { Database, Tx } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import { pause } from "../../platform/repeat.ts";

/** Removes at most `most` rows, or a few more, and returns whether there may be more. */
export type Removal = (tx: Tx, now: Instant, most: number) => Promise<boolean>;

/** Milliseconds between two steps, in which others can write. */
const restBetweenSteps = 20;

/** Resolves after a short rest with whether to continue: false once `stopping` has fired. */
export async function rest(stopping: AbortSignal): Promise<boolean> {
  await pause(restBetweenSteps, stopping);
  return !stopping.aborted;
}

/**
 * Removes everything that `remove` finds, `most` rows in each transaction, so that other writers do not wait long.
 * Stops between two transactions when told to.
 */
export async function removeInSteps(
  db: Pick<Database, "write">,
  remove: Removal,
  { now, most, stopping = new AbortController().signal }: { now: Instant; most: number; stopping?: AbortSignal },
): Promise<void> {
  while (await db.write((tx) => remove(tx, now, most))) {
    if (!(await rest(stopping))) return;
  }
}
