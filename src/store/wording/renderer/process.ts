// The program of a renderer, a process that can be killed at any time.

import { Worker } from "node:worker_threads";
import { mostBytes, restingBytes } from "../limits.ts";
import { renderText } from "./engine.ts";
import type { Answer, Request } from "./job.ts";
import { startStopwatch } from "./stopwatch.ts";

/**
 * Shared with the watching thread: the milliseconds that the text may take, or 0 if there is none, and the text's
 * number.
 */
const work = new Int32Array(new SharedArrayBuffer(8));
const atRest = process.memoryUsage.rss();

const send = (answer: Answer) => process.send?.(answer);

process.on("message", ({ text, mostTime }: Request) => {
  const elapsed = startStopwatch();
  setWork(Math.ceil(mostTime));
  const outcome = renderText(text);
  setWork(0);
  send({ outcome, took: elapsed(), isFull: process.memoryUsage.rss() > atRest + restingBytes });
});

function setWork(mostTime: number): void {
  if (mostTime > 0) Atomics.add(work, 1, 1);
  Atomics.store(work, 0, mostTime);
  Atomics.notify(work, 0);
}

// Only the server and the watching thread end a renderer. Ctrl-C in a terminal reaches this process too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit());

const watch = new Worker(new URL("watch.ts", import.meta.url), {
  workerData: { work, mostBytes: atRest + mostBytes },
});
watch.once("message", () => send("ready"));
