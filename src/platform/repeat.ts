import { setTimeout } from "node:timers/promises";

interface Repetition {
  /**
   * Milliseconds from one start to the next, or to the one after that if the work takes longer. What has the same pause starts
   * together, so that a process at rest wakes up seldom.
   */
  pause: number;
  stopping: AbortSignal;
  /** Gets the error of the work, and returns the milliseconds until the next attempt. */
  failed(error: unknown): number;
}

/** Does work again and again, and resolves once `stopping` has fired and what is under way has ended. */
export async function repeat(
  work: () => Promise<unknown>,
  { pause: usual, stopping, failed }: Repetition,
): Promise<void> {
  while (!stopping.aborted) {
    const next = await work().then(() => untilBeat(usual), failed);
    if (next > 0) await pause(next, stopping);
  }
}

/** Milliseconds until the next whole multiple of `milliseconds` by the clock of the process, which all wait for. */
export function untilBeat(milliseconds: number): number {
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
