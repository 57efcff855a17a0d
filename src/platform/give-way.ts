/** Milliseconds for which one round of the event loop may work before it looks for what has come in. */
const longestTurn = 5;

/** In the order in which they asked. */
const waiting: (() => void)[] = [];

/** When the current round of the event loop began to work, by `performance.now()`; null until somebody first asks. */
let began: number | null = null;

/**
 * Await this between the steps of long work. Continues at once if this round of the event loop has been brief so far, or
 * else in a later round, after everything that asked before. So all work advances, and what arrives meanwhile waits for
 * one round and one step at most.
 */
export async function giveWay(): Promise<void> {
  if (turnIsOver()) await nextTurn();
}

/** Whether this round of the event loop has taken as long as it may. */
export function turnIsOver(): boolean {
  const now = performance.now();
  if (began !== null) return now - began > longestTurn;
  began = now;
  // Runs ahead of all of the next round's `wakeNext`, which are scheduled later.
  setImmediate(() => {
    began = null;
  });
  return false;
}

/** Resolves when it is the caller's turn again, in a later round of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    setImmediate(wakeNext);
  });
}

/** Scheduled once for each that waits, because what is woken works between two of these calls. */
function wakeNext(): void {
  if (turnIsOver()) setImmediate(wakeNext);
  else waiting.shift()?.();
}
