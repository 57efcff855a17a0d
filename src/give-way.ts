/** Milliseconds that one piece of work may hold the event loop before others get their turn. */
const longestTurn = 5;

const waiting: (() => void)[] = [];

/** When the work that runs now began, on the clock of `performance`; null until it asks for the first time. */
let began: number | null = null;

/**
 * To be awaited between the steps of long work: goes on at once while the work has held the event loop for moments
 * only, else when everything that has come in meanwhile was served. Those who wait take turns, so that none of them
 * starves and requests never wait for more than one.
 */
export async function giveWay(): Promise<void> {
  if (turnIsOver()) await nextTurn();
}

/** Whether the work that runs now has held the event loop for as long as it may. */
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
