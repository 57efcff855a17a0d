// A thread of a process with limits: ends it when its work takes too much time or memory (watched.ts).

import { parentPort, workerData } from "node:worker_threads";
import { startStopwatch } from "./stopwatch.ts";

/** `work` has the milliseconds that the work may take, or 0 if there is none, and the work's number. */
const { work, mostBytes } = workerData as { work: Int32Array; mostBytes: number };

/** Milliseconds between two checks. */
const pause = 5;

parentPort?.postMessage("watching");
while (true) {
  Atomics.wait(work, 0, 0);
  const number = Atomics.load(work, 1);
  const mostTime = Atomics.load(work, 0);
  const elapsed = startStopwatch();
  // The next work may have begun before this thread got its turn.
  while (Atomics.load(work, 0) !== 0 && Atomics.load(work, 1) === number) {
    const isOver = process.memoryUsage.rss() > mostBytes || elapsed() > mostTime;
    // SIGALRM ends a process at once without a core dump, and tells the server that it came from here.
    if (isOver) process.kill(process.pid, "SIGALRM");
    Atomics.wait(work, 0, mostTime, pause);
  }
}
