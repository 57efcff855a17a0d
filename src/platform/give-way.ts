/** Milliseconds that one round of the event loop may work before it handles new events. */
const longestTurn = 5;

/** In the order of their calls. */
const waiting: (() => void)[] = [];

/** When the current round began to work, by `performance.now()`; null until the first call. */
let began: number | null = null;

/**
 * Await this between the steps of long work. Continues at once if this round of the event loop has been short so far;
 * otherwise in a later round, after everything that called before. So all work advances, and new events wait at most
 * one round and one step.
 */
export async function giveWay(): Promise<void> {
  if (turnIsOver()) await nextTurn();
}

/** Whether this round of the event loop has used up its time. */
export function turnIsOver(): boolean {
  const now = performance.now();
  if (began !== null) return now - began > longestTurn;
  began = now;
  // Runs before all `wakeNext` of the next round, which are scheduled later.
  setImmediate(() => {
    began = null;
  });
  return false;
}

/** Resolves in a later round of the event loop, when it is the caller's turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    setImmediate(wakeNext);
  });
}

/** Scheduled once for each waiting caller, because resumed work runs between two of these calls. */
function wakeNext(): void {
  if (turnIsOver()) setImmediate(wakeNext);
  else waiting.shift()?.();
}
