import { setTimeout } from "node:timers/promises";

interface Repetition {
  /** Milliseconds between the end of the work and its next start. */
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
    const next = await work().then(() => usual, failed);
    if (next > 0) await pause(next, stopping);
  }
}

/** Resolves when one of `endings` does, at the latest after `milliseconds`, or at once when `signal` is or becomes aborted. */
export async function pauseUntilOneEnds(
  endings: Iterable<Promise<unknown>>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<void> {
  const waiting = new AbortController();
  await Promise.race([...endings, pause(milliseconds, AbortSignal.any([signal, waiting.signal]))]);
  waiting.abort();
}

/** Resolves after `milliseconds`, or at once when `signal` is or becomes aborted. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, signal && { signal }).catch(() => {});
}
