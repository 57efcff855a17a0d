import { Histogram, type Registry } from "prom-client";

/** Milliseconds between two samples. */
const interval = 250;

/** Upper bounds in seconds. */
const bounds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5];

/**
 * Measures how much later than asked for a timer fires, which is how long other work waited too. A histogram of the
 * whole life of the process, because figures "since the last report" are wrong as soon as two programs ask for reports.
 */
export function measureEventLoop(registers: Registry[]): void {
  const delays = new Histogram({
    name: "waybill_event_loop_delay_seconds",
    help: `Delay of the event loop, sampled every ${interval} milliseconds.`,
    buckets: bounds,
    registers,
  });
  let previous = performance.now();
  setInterval(() => {
    const now = performance.now();
    delays.observe(Math.max(0, now - previous - interval) / 1000);
    previous = now;
  }, interval).unref();
}
