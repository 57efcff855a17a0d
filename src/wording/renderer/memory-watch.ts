// A thread of the renderer: ends the whole process when a text takes too much memory, or goes on without its server.

import { parentPort, workerData } from "node:worker_threads";
import { builtInTime } from "../limits.ts";

const { busy, limit } = workerData as { busy: Int32Array; limit: number };

/** Milliseconds between two looks. */
const pause = 5;

/** Milliseconds after which the server, which ends a text earlier, must have died. */
const longestRun = builtInTime + 1_000;

parentPort?.postMessage("watching");
while (true) {
  Atomics.wait(busy, 0, 0);
  const began = performance.now();
  while (Atomics.load(busy, 0) === 1) {
    const isOver = process.memoryUsage.rss() > limit || performance.now() - began > longestRun;
    // A signal that ends a process at once without a core dump, and that says who sent it.
    if (isOver) process.kill(process.pid, "SIGALRM");
    Atomics.wait(busy, 0, 1, pause);
  }
}
