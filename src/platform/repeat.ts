import { setTimeout } from "node:timers/promises";

interface Repetition {
  /**
   * Milliseconds between starts, aligned to whole multiples since the process started: tasks start together, so that a process at
   * rest wakes up seldom. Work that takes longer starts at the next multiple. From a minute on, up to a tenth less from each end to
   * the next start, at random, so that rare tasks do not start all together.
   */
  every: number;
  stopping: AbortSignal;
  /** Gets the error of the work, and returns the milliseconds until the next attempt. */
  failed(error: unknown): number;
}

/** Does work again and again, and resolves once `stopping` has fired and what is under way has ended. */
export async function repeat(work: () => Promise<unknown>, { every, stopping, failed }: Repetition): Promise<void> {
  while (!stopping.aborted) {
    const next = await work().then(() => untilNextStart(every), failed);
    if (next > 0) await pause(next, stopping);
  }
}

const minute = 60_000;

function untilNextStart(every: number): number {
  return every < minute ? untilNextTick(every) : every * (1 - Math.random() / 10);
}

/** Milliseconds until the next whole multiple of `milliseconds` since the process started. */
export function untilNextTick(milliseconds: number): number {
  return milliseconds > 0 ? Math.ceil(milliseconds - (performance.now() % milliseconds)) : 0;
}

/** Resolves when one of `endings` does, at the latest after `milliseconds`, or at once when `signal` is or becomes aborted. */
export async function pauseUntilOneEnds(
  endings: Iterable<Promise<unknown>>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  const underway = [...endings];
  if (underway.length === 0) return pause(milliseconds, signal);
  const waiting = new AbortController();
  await Promise.race([...underway, pause(milliseconds, AbortSignal.any([signal, waiting.signal]))]);
  waiting.abort();
}

/** Resolves after `milliseconds`, or at once when `signal` is or becomes aborted. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, signal && { signal }).catch(() => {});
}
