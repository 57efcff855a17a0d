import { Worker } from "node:worker_threads";

/** Tells the watching thread when this process begins and ends a piece of work. */
export interface Watched {
  /** From now on the process may take `milliseconds` of its time. */
  begin(milliseconds: number): void;
  end(): void;
}

/**
 * Resolves once a thread watches this process: it ends the process by SIGALRM while a piece of work takes too much time, or
 * the process more than `mostBytes` of memory (resident).
 */
export async function watchedProcess(mostBytes: number): Promise<Watched> {
  /** The milliseconds that the work may take, or 0 if there is none, and the work's number. */
  const work = new Int32Array(new SharedArrayBuffer(8));
  const { promise, resolve } = Promise.withResolvers<void>();
  new Worker(new URL("watch.ts", import.meta.url), { workerData: { work, mostBytes } }).once("message", resolve);
  await promise;
  return {
    begin(milliseconds) {
      Atomics.add(work, 1, 1);
      set(work, milliseconds);
    },
    end: () => set(work, 0),
  };
}

function set(work: Int32Array, milliseconds: number): void {
  Atomics.store(work, 0, milliseconds);
  Atomics.notify(work, 0);
}
