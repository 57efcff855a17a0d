import { type Instant, instant } from "./instants.ts";

/** Remembers what failed, by row number. It is retried later; everything else goes first. */
interface Backoff {
  /** False while the item must wait after a failure. */
  isDue(id: number, now: Instant): boolean;
  failed(id: number, now: Instant): void;
  succeeded(id: number): void;
}

/** Milliseconds before the first retry, doubled after each failure, and the longest wait. */
const firstPause = 5_000;
const longestPause = 3_600_000;

export function createBackoff(): Backoff {
  const failures = new Map<number, { dueAt: Instant; pause: number }>();
  return {
    isDue: (id, now) => (failures.get(id)?.dueAt ?? 0) <= now,
    failed(id, now) {
      const before = failures.get(id)?.pause;
      const pause = before === undefined ? firstPause : Math.min(before * 2, longestPause);
      failures.set(id, { dueAt: instant(now + pause), pause });
    },
    succeeded: (id) => void failures.delete(id),
  };
}
