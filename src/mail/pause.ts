import { setTimeout } from "node:timers/promises";

/** Resolves after `milliseconds`, or at once when `signal` is or becomes aborted. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, signal && { signal }).catch(() => {});
}
