import { type Instant, instant, instantNow } from "../instants.ts";
import type { Database } from "./database.ts";

/** Milliseconds after which it looks in any case. */
const longestRest = 60_000;

/** What `look` resolves with if there may be more work at the next call: a time that has always passed. */
export const again = instant(0);

/**
 * Wraps `look` so that it runs only when there may be work. Call it repeatedly. `look` searches the database for work and does
 * it. It resolves with the time at which there is work even if nobody writes, `again`, or null for never. Until then, no row is
 * read as long as nobody has written since the last look began. If the clock was set back, it looks again. Resolves with whether
 * it looked.
 */
export function whenDue(
  db: Pick<Database, "version">,
  look: (now: Instant) => Promise<Instant | null>,
  now?: () => Instant,
): () => Promise<boolean> {
  const lookWhenDue = resultWhenDue(db, async (at) => ({ dueAt: await look(at), result: true }), now);
  return async () => (await lookWhenDue()) !== null;
}

/** The result of a look. `whenDue` explains `dueAt`. */
export interface Look<Result> {
  dueAt: Instant | null;
  result: Result;
}

/**
 * Like `whenDue`, for a `look` that gets arguments or has a result. Resolves with the result, or with null if it did not look.
 */
export function resultWhenDue<Result, Given extends unknown[]>(
  db: Pick<Database, "version">,
  look: (now: Instant, ...given: Given) => Promise<Look<Result>>,
  now: () => Instant = instantNow,
): (...given: Given) => Promise<Result | null> {
  let rest: { version: string; from: Instant; until: Instant } | null = null;
  return async (...given) => {
    const before = rest;
    // After a failure it looks in any case: a database that crashed may repeat earlier versions.
    rest = null;
    // Asked before the look, so that anything written during it is found next time.
    const version = await db.version();
    const at = now();
    if (before && before.version === version && before.from <= at && at < before.until) {
      rest = before;
      return null;
    }
    const { dueAt, result } = await look(at, ...given);
    rest = { version, from: at, until: instant(Math.min(dueAt ?? Number.POSITIVE_INFINITY, at + longestRest)) };
    return result;
  };
}
