/** Milliseconds for which one piece of work may block the event loop before other work gets its turn. */
const longestTurn = 5;

const waiting: (() => void)[] = [];

/** When the current work began, by `performance.now()`; null until it first asks. */
let began: number | null = null;

/**
 * Await this between the steps of long work. Continues at once if the work has blocked the event loop only briefly, or
 * else after everything that has arrived meanwhile was served. Waiting work takes turns, so that all of it advances and
 * requests never wait for more than one step.
 */
export async function giveWay(): Promise<void> {
  if (turnIsOver()) await nextTurn();
}

/** Whether the current work has blocked the event loop for as long as it may. */
export function turnIsOver(): boolean {
  const now = performance.now();
  if (began !== null) return now - began > longestTurn;
  began = now;
  setImmediate(() => {
    began = null;
  });
  return false;
}

/** Resolves when it is the caller's turn again, in a later round of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(wakeNext);
  });
}

/** Wakes one in each round of the event loop: between two of them the loop looks for what has come in. */
function wakeNext(): void {
  began = null;
  const wake = waiting[0];
  if (waiting.length > 1) setImmediate(wakeNext);
  waiting.shift();
  wake?.();
}
