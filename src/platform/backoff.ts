import { type Instant, instant } from "./instants.ts";

/** Remembers what failed, by row number. It is retried later; everything else goes first. */
interface Backoff {
  /** False while the item must wait after a failure. */
  isDue(id: number, now: Instant): boolean;
  failed(id: number, now: Instant): void;
  succeeded(id: number): void;
}

/** Milliseconds before the first retry, and the longest wait. */
const firstPause = 5_000;
export const longestPause = 3_600_000;

/** Milliseconds until the next try after a failure that so many came before; they double with each. */
export const retryPause = (failuresBefore: number): number => Math.min(firstPause * 2 ** failuresBefore, longestPause);

export function createBackoff(): Backoff {
  const failures = new Map<number, { dueAt: Instant; count: number }>();
  return {
    isDue: (id, now) => (failures.get(id)?.dueAt ?? 0) <= now,
    failed(id, now) {
      const before = failures.get(id)?.count ?? 0;
      failures.set(id, { dueAt: instant(now + retryPause(before)), count: before + 1 });
    },
    succeeded: (id) => void failures.delete(id),
  };
}
