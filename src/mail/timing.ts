const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** When the worker does what; all spans in milliseconds. */
export interface MailTiming {
  /** The clock: milliseconds since 1970. */
  now(): number;
  /** Between two looks for messages that can go out, that are due again, or that are to be removed. */
  poll: number;
  /** After a failure of the database. */
  databasePause: number;
  /** How long a message is held without a sign of life of its worker. */
  lease: number;
  renewEvery: number;
  /** After the first, second, … temporary failure; the last one from then on. */
  retryPauses: [number, ...number[]];
  /** From the end of the message's first try; its last try is then. */
  giveUpAfter: number;
  /** After which a message that is still under way, as its server has not answered, lets another one begin. */
  lendAfter: number;
}

/** The timing of a real service; docs/email.md tells it to the people who run one. */
export const usualTiming: MailTiming = {
  now: Date.now,
  poll: 500,
  databasePause: 1 * seconds,
  lease: 2 * minutes,
  renewEvery: 30 * seconds,
  retryPauses: [1 * minutes, 5 * minutes, 15 * minutes, 30 * minutes, 1 * hours, 2 * hours, 4 * hours],
  giveUpAfter: 24 * hours,
  lendAfter: 45 * seconds,
};

/**
 * When to try again after a temporary failure at `now`; null when it was the last try. The time in which nobody could
 * try, as the service was down, takes nothing off.
 */
export function nextAttemptAt(
  timing: MailTiming,
  email: { first_tried_at: number | null; attempts: number },
  now: number,
): number | null {
  const lastAt = (email.first_tried_at ?? now) + timing.giveUpAfter;
  if (now >= lastAt) return null;
  const pauses = timing.retryPauses;
  const pause = pauses[Math.min(email.attempts, pauses.length) - 1] ?? pauses[0];
  return Math.min(now + pause, lastAt);
}
