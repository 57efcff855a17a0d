// The program of a stamping process: it stamps one file and ends. It can be killed at any time.

import { watchedProcess } from "../../../platform/process-limits/watched.ts";
import { CannotStamp, type Job, type Outcome } from "./job.ts";
import { mostBytes, mostTime } from "./limits.ts";

// Only the server and the watching thread may end this process. Ctrl-C in a terminal reaches it too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

const [watched, job] = await Promise.all([watchedProcess(mostBytes), Bun.stdin.json() as Promise<Job>]);
watched.begin(mostTime);
const outcome: Outcome = { problem: await stamp(job) };
watched.end();
process.stdout.write(JSON.stringify(outcome), () => process.exit());

async function stamp(job: Job): Promise<Outcome["problem"]> {
  try {
    const bytes = await Bun.file(job.source).bytes();
    await Bun.write(job.target, await stamped(bytes, job));
    return null;
  } catch (error) {
    if (error instanceof CannotStamp) return error.problem;
    throw error;
  }
}

// Each engine is loaded only when needed: for a small file, most of the time goes into starting.
async function stamped(bytes: Uint8Array, job: Job): Promise<Uint8Array> {
  if (job.format === "pdf") return (await import("./pdf.ts")).stampPdf(bytes, job);
  return (await import("./epub.ts")).stampEpub(bytes, job);
}
