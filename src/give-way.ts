/** Milliseconds that one piece of work may hold the event loop; several may run side by side. */
const longestHold = 5;

/**
 * Returns a function for a long piece of work to call, and to await, between its steps: it lets everything else in the
 * process go on once the work has held the event loop for a while, and costs next to nothing before.
 */
export function takeTurns(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < longestHold) return;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  };
}
