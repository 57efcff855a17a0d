import { type Instant, instant, instantNow } from "../../../platform/instants.ts";

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** When the worker does its tasks; all durations in milliseconds. */
export interface MailTiming {
  now(): Instant;
  /** Between two checks for messages to send, to retry or to remove. */
  poll: number;
  /** After a failure of the database. */
  databasePause: number;
  /** How long a worker holds a message without renewing the lease. */
  lease: number;
  renewEvery: number;
  /** Pauses after the first, second, … temporary failure. After that, the last pause is used. */
  retryPauses: [number, ...number[]];
  /** Time from the end of the first attempt to the last one. */
  giveUpAfter: number;
  /** If the mail server has not replied about a message after this time, another message may be started. */
  lendAfter: number;
  /** Between two messages while requests keep the server busy. */
  busyPause: number;
}

/** The timing in production, described in docs/reference/email.md. */
export const usualTiming: MailTiming = {
  now: instantNow,
  poll: 500,
  databasePause: 1 * seconds,
  lease: 2 * minutes,
  renewEvery: 30 * seconds,
  retryPauses: [1 * minutes, 5 * minutes, 15 * minutes, 30 * minutes, 1 * hours, 2 * hours, 4 * hours],
  giveUpAfter: 24 * hours,
  lendAfter: 45 * seconds,
  busyPause: 40,
};

/**
 * When to try again after a temporary failure at `now`; null after the last attempt. Time during which the service was down does
 * not count.
 */
export function nextAttemptAt(
  timing: MailTiming,
  email: { firstTriedAt: Instant | null; attempts: number },
  now: Instant,
): Instant | null {
  const lastAt = (email.firstTriedAt ?? now) + timing.giveUpAfter;
  if (now >= lastAt) return null;
  const pauses = timing.retryPauses;
  // Checks of an email that waits for a later time are not failures.
  const failures = email.firstTriedAt === null ? 1 : email.attempts;
  const next = pauses[Math.min(failures, pauses.length) - 1] ?? pauses[0];
  return instant(Math.min(now + next, lastAt));
}
