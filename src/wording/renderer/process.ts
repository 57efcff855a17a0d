// The program of a renderer: a process of its own, which can be ended whatever it is doing.

import { Worker } from "node:worker_threads";
import { mostBytes, restingBytes } from "../limits.ts";
import { renderText } from "./engine.ts";
import type { Answer, Request } from "./job.ts";

/** Shared with the thread that watches the memory; not 0 while a text is being rendered. */
const busy = new Int32Array(new SharedArrayBuffer(4));
const atRest = process.memoryUsage.rss();

const send = (answer: Answer) => process.send?.(answer);

process.on("message", ({ text }: Request) => {
  setBusy(1);
  const outcome = renderText(text);
  setBusy(0);
  send({ outcome, isFull: process.memoryUsage.rss() > atRest + restingBytes });
});

function setBusy(value: 0 | 1): void {
  Atomics.store(busy, 0, value);
  Atomics.notify(busy, 0);
}

// The server ends its renderers itself; a terminal's Ctrl-C reaches them too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit());

const watch = new Worker(new URL("memory-watch.ts", import.meta.url), {
  workerData: { busy, limit: atRest + mostBytes },
});
watch.once("message", () => send("ready"));
