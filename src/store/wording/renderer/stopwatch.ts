/**
 * Starts to measure the time that this process has for its work, in milliseconds: that of the clock, or of the processor
 * where other processes keep it busy, so that no text is blamed for a busy machine.
 */
export function startStopwatch(): () => number {
  const began = performance.now();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min(performance.now() - began, (user + system) / 1_000);
  };
}
