import { existsSync, readFileSync } from "node:fs";

/**
 * Asks a service's `/healthz` every few milliseconds, one question at a time, from a thread of its own: what the test's
 * thread is busy with is not measured. Gets the address and the service's process first, then `stop`; answers `started`,
 * then the most that the service worked until an answer came, in milliseconds of its processor time: how long it waited
 * for a processor that other programs use does not matter. 0 where the system does not tell it.
 */
declare const self: Worker;

const between = 4;

let most = 0;
let running = true;

self.onmessage = async ({ data }: MessageEvent<"stop" | { url: string; pid: number }>) => {
  if (data === "stop") {
    running = false;
    return;
  }
  // The first one opens the connection.
  await (await fetch(data.url)).text();
  self.postMessage("started");
  while (running) {
    const workedBefore = workOf(data.pid);
    await (await fetch(data.url)).text();
    most = Math.max(most, workOf(data.pid) - workedBefore);
    await Bun.sleep(between);
  }
  self.postMessage(most);
};

/** Milliseconds for which the process's main thread has run, in steps of ten; always 0 where the system does not tell. */
function workOf(pid: number): number {
  const path = `/proc/${pid}/task/${pid}/stat`;
  if (!existsSync(path)) return 0;
  // Behind the program's name, which may hold anything: user time and system time are the fields 14 and 15 of all.
  const fields = readFileSync(path, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}
