// The program of a renderer, a process that can be killed at any time.

import { startStopwatch } from "../../../platform/process-limits/stopwatch.ts";
import { watchedProcess } from "../../../platform/process-limits/watched.ts";
import { mostBytes, restingBytes } from "../limits.ts";
import { renderText } from "./engine.ts";
import type { Answer, Request } from "./job.ts";

const atRest = process.memoryUsage.rss();

const send = (answer: Answer) => process.send?.(answer);

// Only the server and the watching thread may end a renderer. Ctrl-C in a terminal reaches this process too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit());

const watched = await watchedProcess(atRest + mostBytes);
process.on("message", ({ text, mostTime }: Request) => {
  const elapsed = startStopwatch();
  watched.begin(Math.ceil(mostTime));
  const outcome = renderText(text);
  watched.end();
  send({ outcome, took: elapsed(), isFull: process.memoryUsage.rss() > atRest + restingBytes });
});
send("ready");
