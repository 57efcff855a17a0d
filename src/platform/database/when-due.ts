import { type Instant, instant, instantNow } from "../instants.ts";
import type { Database } from "./database.ts";

/** Milliseconds after which it looks in any case. */
const longestRest = 60_000;

/**
 * Returns what calls `look`, which looks for work in the database and does it, but only if there may be some. Call it
 * repeatedly. `look` resolves with the time at which there is work even if nobody writes, or null for never; a time that has
 * passed means at the next call. Until then, and while nobody has written since the last look began, no row is read. A clock that
 * was set back begins anew. Resolves with whether it looked.
 */
export function whenDue(
  db: Pick<Database, "version">,
  look: (now: Instant) => Promise<Instant | null>,
  now: () => Instant = instantNow,
): () => Promise<boolean> {
  let rest: { version: string; from: Instant; until: Instant } | null = null;
  return async () => {
    const before = rest;
    // After a failure it looks in any case: a database that crashed may give its versions a second time.
    rest = null;
    // Asked first: what is written during the look is looked at next time.
    const version = await db.version();
    const at = now();
    if (before && before.version === version && before.from <= at && at < before.until) {
      rest = before;
      return false;
    }
    const dueAt = await look(at);
    rest = { version, from: at, until: earliest(dueAt, instant(at + longestRest)) ?? at };
    return true;
  };
}

/** The earliest of the times; null if there is none. */
export function earliest(...times: (Instant | null | undefined)[]): Instant | null {
  const known = times.filter((time) => time != null);
  return known.length > 0 ? instant(Math.min(...known)) : null;
}
