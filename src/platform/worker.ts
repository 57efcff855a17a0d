import type { Log } from "./log.ts";
import { repeat } from "./repeat.ts";

/** Work that is done again and again. */
interface Task {
  work(): Promise<unknown>;
  /** Milliseconds between starts, as `repeat` explains. */
  every: number;
  /** Milliseconds until the next start after a failure, if that is not `every`. */
  retryPause?: number;
  /** What the log says of a failure. */
  failure: string;
}

export interface Worker {
  /** Begins nothing new, and resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** Begins tasks, side by side. `stopping` tells them when the worker is stopped. */
export function startWorker(log: Log, tasks: (stopping: AbortSignal) => Task[]): Worker {
  const ending = new AbortController();
  const running = tasks(ending.signal).map(({ work, every, retryPause = every, failure }) =>
    repeat(work, {
      every,
      stopping: ending.signal,
      failed(error) {
        log.error({ err: error }, failure);
        return retryPause;
      },
    }),
  );
  return {
    async stop() {
      ending.abort();
      await Promise.all(running);
    },
  };
}
