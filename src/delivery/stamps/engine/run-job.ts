import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { isContained, stamperArgument } from "../../../platform/single-executable.ts";
import type { Job, Outcome } from "./job.ts";
import { mostTime, patience } from "./limits.ts";

const program = isContained
  ? { words: [process.execPath, stamperArgument], cwd: "/" }
  : { words: [process.execPath, fileURLToPath(new URL("process.ts", import.meta.url))], cwd: import.meta.dir };

/** Deliveries have a higher priority, and a customer waits (see nice(1)). */
const lowPriority = 5;

/**
 * Stamps a file in a process of its own. Resolves with the file's problem, or null once it is stamped. Rejects if the process
 * ended for another reason; the next attempt may succeed. `stopping` ends the process.
 */
export async function runJob(job: Job, stopping: AbortSignal): Promise<Outcome["problem"]> {
  const child = Bun.spawn(program.words, {
    // The process reads no settings, and gets no secrets.
    env: {},
    cwd: program.cwd,
    stdin: new Blob([JSON.stringify(job)]),
    stdout: "pipe",
    stderr: "pipe",
    signal: stopping,
    killSignal: "SIGKILL",
    timeout: patience * mostTime,
  });
  lowerPriority(child.pid);
  const [written, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (!stopping.aborted && isOverLimits(String(child.signalCode))) return "too_large";
  if (crashes.includes(String(child.signalCode))) return "broken";
  if (child.exitCode !== 0) {
    throw new Error(
      `A stamping process ended early (${child.signalCode ?? child.exitCode}): ${errors.slice(0, 2_000)}`,
    );
  }
  return (JSON.parse(written) as Outcome).problem;
}

/** The process ended itself, took too long, or the system ran out of memory. */
const isOverLimits = (signal: string) => signal === "SIGALRM" || signal === "SIGKILL";

/** Signals that a process gets for its own errors. */
const crashes = ["SIGSEGV", "SIGABRT", "SIGTRAP", "SIGILL", "SIGBUS"];

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, lowPriority);
  } catch {
    // The process has just ended, or the system does not allow the change.
  }
}
