/**
 * Starts to measure this process's time in milliseconds: the smaller of real time and processor time, so that no text
 * is blamed for a busy machine.
 */
export function startStopwatch(): () => number {
  const began = performance.now();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min(performance.now() - began, (user + system) / 1_000);
  };
}
