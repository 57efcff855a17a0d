import { type Instant, instant } from "./instants.ts";

/** Remembers what failed, by row number, so that it is tried again later and everything else meanwhile. */
interface Backoff {
  /** False while something that failed has to wait. */
  isDue(id: number, now: Instant): boolean;
  failed(id: number, now: Instant): void;
  succeeded(id: number): void;
}

/** Milliseconds until the first new try, which double with every failure, and the longest such pause. */
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
