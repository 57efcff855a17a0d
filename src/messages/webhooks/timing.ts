import { type Instant, instant, instantNow } from "../../platform/instants.ts";

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const days = 24 * hours;

/** When the worker does its tasks; all durations in milliseconds. */
export interface WebhookTiming {
  now(): Instant;
  /** Between two checks for events, and for due deliveries. */
  poll: number;
  /** After a failure of the database. */
  databasePause: number;
  /** For one attempt: DNS, connection, request and response. */
  attempt: number;
  /** How long a worker holds a delivery. Longer than an attempt and its recording take. */
  lease: number;
  /** Pauses after the first, second, … failed attempt (Standard Webhooks 1.0.0, Deliverability and reliability). */
  pauses: number[];
  /** Maximum random addition to a pause, as a share of it. It spreads retries of deliveries that failed together. */
  jitter: number;
  /** The longest pause that an endpoint's `Retry-After` can ask for. */
  longestPause: number;
  /** An endpoint is disabled after all attempts have failed for this long. */
  disableAfter: number;
}

/** The timing in production, described in docs/connect/webhooks.md. */
export const usualTiming: WebhookTiming = {
  now: instantNow,
  poll: 500,
  databasePause: 1 * seconds,
  attempt: 20 * seconds,
  lease: 1 * minutes,
  pauses: [
    5 * seconds,
    5 * minutes,
    30 * minutes,
    2 * hours,
    5 * hours,
    10 * hours,
    14 * hours,
    20 * hours,
    24 * hours,
  ],
  jitter: 0.1,
  longestPause: 24 * hours,
  disableAfter: 3 * days,
};

/**
 * When to try again after failed attempt number `tries` at `now`; null if it was the last one. Never before the endpoint's
 * `retryAfter`, in milliseconds.
 */
export function nextAttemptAt(
  { pauses, jitter, longestPause }: WebhookTiming,
  { tries, retryAfter }: { tries: number; retryAfter: number | null },
  now: Instant,
  random = Math.random(),
): Instant | null {
  const pause = pauses[tries - 1];
  if (pause === undefined) return null;
  const asked = Math.min(retryAfter ?? 0, longestPause);
  return instant(Math.round(now + Math.max(pause * (1 + jitter * random), asked)));
}

/** Milliseconds that a `Retry-After` requests (RFC 9110, section 10.2.3); null if it is absent or unreadable. */
export function readRetryAfter(value: string | null, now: Instant): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * seconds;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
