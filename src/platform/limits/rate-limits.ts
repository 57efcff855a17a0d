import { createHash } from "node:crypto";
import type { Database, Reader, Tx } from "../database/database.ts";
import { type Instant, instant } from "../instants.ts";

/** How many attempts are allowed within a window of time, which starts with the first attempt. */
export interface RateLimit {
  name: string;
  most: number;
  milliseconds: number;
}

/** The limit that an attempt counts toward. */
export interface Try {
  limit: RateLimit;
  /** What is attempted, such as guessing the password of this email. */
  subject: string;
  /** The source of the attempt; left out if attempts from all sources count together. */
  source?: string;
}

/** Rolls back the transaction of an attempt over the limit. */
class LimitReached extends Error {
  constructor(readonly endsAt: Instant) {
    super("A rate limit is reached.");
  }
}

/**
 * Counts one attempt toward each limit, or toward none if one is reached. Returns null if it was counted, or the
 * seconds to wait. Attempts are counted before they are made, so that simultaneous attempts on several servers cannot
 * exceed a limit.
 */
export async function takeTries(db: Database, tries: Try[], now: Instant): Promise<number | null> {
  const taken = await withTries(db, tries, now, async () => null);
  return taken.seconds;
}

/**
 * Like `takeTries`, in one transaction with the attempt itself: if the attempt throws, nothing changes and it does not
 * count.
 */
export async function withTries<Result>(
  db: Database,
  tries: Try[],
  now: Instant,
  attempt: (tx: Tx) => Promise<Result>,
): Promise<{ seconds: number } | { seconds: null; result: Result }> {
  // Under a flood of attempts, rejecting only reads.
  const reached = await reachedUntil(db.read, tries, now);
  if (reached !== null) return { seconds: secondsUntil(reached, now) };
  try {
    const result = await db.write(async (tx) => {
      await countTries(tx, tries, now);
      return attempt(tx);
    });
    return { seconds: null, result };
  } catch (error) {
    if (error instanceof LimitReached) return { seconds: secondsUntil(error.endsAt, now) };
    throw error;
  }
}

/** Counts one attempt within a transaction. False if the limit was reached; it is counted even then. */
export async function takeTry(tx: Tx, one: Try, now: Instant): Promise<boolean> {
  return (await countTry(tx, one, now)).tries <= one.limit.most;
}

/** Uncounts attempts. A window without attempts is removed. */
export async function giveBackTries(tx: Tx, tries: Try[], times = 1): Promise<void> {
  for (const key of tries.map(keyOf).toSorted()) {
    await tx.deleteFrom("rate_limits").where("key", "=", key).where("tries", "<=", times).execute();
    await tx
      .updateTable("rate_limits")
      .set(({ eb }) => ({ tries: eb("tries", "-", times) }))
      .where("key", "=", key)
      .execute();
  }
}

/** Forgets the attempts on this subject from this source, and returns their number. */
export async function forgetTries(tx: Tx, one: Try): Promise<number> {
  const forgotten = await tx
    .deleteFrom("rate_limits")
    .where("key", "=", keyOf(one))
    .returning("tries")
    .executeTakeFirst();
  return forgotten?.tries ?? 0;
}

/** Forgets the attempts on this subject from every source. */
export async function forgetAllTries(tx: Tx, limit: RateLimit, subject: string): Promise<void> {
  const beginning = keyOf({ limit, subject });
  // Hashes contain no character above "~".
  await tx.deleteFrom("rate_limits").where("key", ">=", beginning).where("key", "<", `${beginning}~`).execute();
}

/** Removes at most `most` expired windows. Returns whether there may be more. */
export async function removeEndedLimits(tx: Tx, now: Instant, most: number): Promise<boolean> {
  const ended = await tx.selectFrom("rate_limits").select("key").where("ends_at", "<=", now).limit(most).execute();
  const keys = ended.map(({ key }) => key);
  // A window that has restarted meanwhile stays.
  if (keys.length > 0) {
    await tx.deleteFrom("rate_limits").where("key", "in", keys).where("ends_at", "<=", now).execute();
  }
  return keys.length === most;
}

async function reachedUntil(reader: Reader, tries: Try[], now: Instant): Promise<Instant | null> {
  const windows = await reader
    .selectFrom("rate_limits")
    .select(["key", "tries", "ends_at as endsAt"])
    .where("key", "in", tries.map(keyOf))
    .where("ends_at", ">", now)
    .execute();
  const most = new Map(tries.map((one) => [keyOf(one), one.limit.most]));
  const full = windows.filter(({ key, tries: count }) => count >= (most.get(key) ?? 0));
  return full.length === 0 ? null : instant(Math.max(...full.map(({ endsAt }) => endsAt)));
}

/** Throws `LimitReached`. */
async function countTries(tx: Tx, tries: Try[], now: Instant): Promise<void> {
  // In a fixed order, so that two transactions never wait for each other.
  for (const one of tries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    const window = await countTry(tx, one, now);
    if (window.tries > one.limit.most) throw new LimitReached(window.endsAt);
  }
}

function countTry(tx: Tx, one: Try, now: Instant): Promise<{ tries: number; endsAt: Instant }> {
  return tx
    .insertInto("rate_limits")
    .values({ key: keyOf(one), tries: 1, ends_at: instant(now + one.limit.milliseconds) })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet(({ eb, ref }) => {
        const isOver = eb("rate_limits.ends_at", "<=", now);
        return {
          tries: eb
            .case()
            .when(isOver)
            .then(1)
            .else(eb("rate_limits.tries", "+", 1))
            .end(),
          ends_at: eb.case().when(isOver).then(ref("excluded.ends_at")).else(ref("rate_limits.ends_at")).end(),
        };
      }),
    )
    .returning(["tries", "ends_at as endsAt"])
    .executeTakeFirstOrThrow();
}

/** Hashed, so that long texts take no more space and addresses are not stored. */
function keyOf({ limit, subject, source }: Try): string {
  return [limit.name, hashed(subject), ...(source === undefined ? [] : [hashed(source)])].join(":");
}

function hashed(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

function secondsUntil(at: Instant, now: Instant): number {
  return Math.max(1, Math.ceil((at - now) / 1000));
}
