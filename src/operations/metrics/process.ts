import { Counter, Gauge, type Registry } from "prom-client";
import { descriptorLimit, openDescriptors } from "./descriptors.ts";

/**
 * The figures that Prometheus' clients give of every process, under their usual names. Not prom-client's own set: it
 * lists the folder of all descriptors each time, and most of the rest says nothing on Bun.
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
