import { readFileSync, statSync } from "node:fs";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { untilNextTick } from "../../platform/repeat.ts";

/**
 * The figures that Prometheus clients report for every process, under their usual names. Does not use prom-client's
 * default metrics: they list all descriptors each time, and most of the others are meaningless on Bun.
 */
export function measureProcess(registers: Registry[]): void {
  new Counter({
    name: "process_cpu_seconds_total",
    help: "Processor time used by the process, in user and system mode.",
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1_000_000);
    },
  });
  new Gauge({
    name: "process_resident_memory_bytes",
    help: "Resident memory of the process.",
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: "process_start_time_seconds",
    help: "Start of the process, in seconds since 1970.",
    aggregator: "min",
    registers,
  }).set(Math.round(Date.now() / 1000 - process.uptime()));
  const limit = descriptorLimit();
  // Other systems do not show them.
  if (!Number.isFinite(limit)) return;
  new Gauge({
    name: "process_open_fds",
    help: "Open file descriptors, including connections.",
    registers,
    collect() {
      this.set(openDescriptors());
    },
  });
  new Gauge({ name: "process_max_fds", help: "Limit of open file descriptors.", registers }).set(limit);
}

/** Milliseconds between two samples. Workers wake up at the same time, so a process at rest does so no more often. */
const interval = 500;

/** Upper bounds in seconds. */
const bounds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5];

/**
 * Measures how late a timer fires, which shows how long other work waits. A histogram over the whole life of the
 * process: figures "since the last report" would be wrong with two programs that read reports. Returns what ends it.
 */
export function measureEventLoop(registers: Registry[]): () => void {
  const delays = new Histogram({
    name: "waybill_event_loop_delay_seconds",
    help: `Delay of the event loop, sampled every ${interval} milliseconds.`,
    buckets: bounds,
    registers,
  });
  let timer: ReturnType<typeof setTimeout>;
  function sample(): void {
    const pause = untilNextTick(interval);
    const dueAt = performance.now() + pause;
    const observe = () => {
      delays.observe(Math.max(0, performance.now() - dueAt) / 1000);
      sample();
    };
    timer = setTimeout(observe, pause);
    timer.unref();
  }
  sample();
  return () => clearTimeout(timer);
}

/** How many descriptors this process may open; infinite on systems that do not report it. */
export function descriptorLimit(): number {
  try {
    // The runtime has already raised the soft limit to the hard one.
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * The number of open descriptors. Opens none itself. Returns 0 on systems where the size of the folder is not the
 * number of its entries.
 */
export function openDescriptors(): number {
  return statSync("/proc/self/fd", { throwIfNoEntry: false })?.size ?? 0;
}
