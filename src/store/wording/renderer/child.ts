import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { isContained, rendererArgument } from "../../../platform/single-executable.ts";
import { patience } from "../limits.ts";
import type { Answer, Outcome, Request, Text } from "./job.ts";

/**
 * How a text ended: with an outcome; `over limits` of time or memory; `late`, if no time was left for it; or `lost`, if something
 * else ended the process.
 */
export type Ending = Outcome | "over limits" | "late" | "lost";

/** A process that renders texts one after the other. */
export interface Child {
  /** False once it has ended, or must not be used again. */
  isUsable(): boolean;
  /** Never rejects. A text that takes longer than `mostTime` milliseconds ends the process. `took` is its time. */
  render(text: Text, mostTime: number): Promise<{ ending: Ending; took: number }>;
  /** Resolves when the process has ended. */
  end(): Promise<void>;
}

const program = isContained
  ? { words: [process.execPath, rendererArgument], cwd: "/" }
  : { words: [process.execPath, fileURLToPath(new URL("process.ts", import.meta.url))], cwd: import.meta.dir };

/** Milliseconds for a start on a busy machine. */
const startTime = 30_000;

/** The lowest priority that the system allows (see nice(1)). */
const lowPriority = 10;

/** Starts a renderer. Rejects if it does not start. */
export async function startChild({ isPatient }: { isPatient: boolean }): Promise<Child> {
  const ready = Promise.withResolvers<void>();
  let answered: ((end: { ending: Ending; took: number }) => void) | null = null;
  let began = 0;
  let isUsable = true;
  let isOver = false;
  const child = Bun.spawn(program.words, {
    // The process reads no settings, and gets no secrets.
    env: process.env.TZ === undefined ? {} : { TZ: process.env.TZ },
    cwd: program.cwd,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
    serialization: "advanced",
    ipc(answer: Answer) {
      if (answer === "ready") return ready.resolve();
      if (answer.isFull) isUsable = false;
      answered?.({ ending: answer.outcome, took: answer.took });
      if (answer.isFull) child.kill("SIGKILL");
    },
    onExit() {
      isUsable = false;
      ready.reject(new Error("A rendering process ended before it was ready."));
      answered?.({
        ending: isOver || child.signalCode === "SIGALRM" ? "over limits" : "lost",
        took: performance.now() - began,
      });
    },
  });
  // The child must not keep this process alive: a finished command exits.
  child.unref();
  const startTimer = setTimeout(() => child.kill("SIGKILL"), startTime);
  await ready.promise.finally(() => clearTimeout(startTimer));
  if (isPatient) lowerPriority(child.pid);

  return {
    isUsable: () => isUsable,
    render(text, mostTime) {
      began = performance.now();
      const { promise, resolve } = Promise.withResolvers<{ ending: Ending; took: number }>();
      const timer = setTimeout(() => {
        isOver = true;
        isUsable = false;
        child.kill("SIGKILL");
      }, patience * mostTime);
      answered = resolve;
      try {
        child.send({ text, mostTime } satisfies Request);
      } catch {
        isUsable = false;
        resolve({ ending: "lost", took: 0 });
      }
      return promise.finally(() => {
        clearTimeout(timer);
        answered = null;
      });
    },
    async end() {
      isUsable = false;
      // Keeps the process alive until the child has ended.
      child.ref();
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, lowPriority);
  } catch {
    // The child has just ended, or the system does not allow the change. It renders anyway.
  }
}
