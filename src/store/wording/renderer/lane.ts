import { createFairQueue } from "../../../platform/queue/fair-queue.ts";
import { type Child, type Ending, startChild } from "./child.ts";
import type { Text } from "./job.ts";

/** Texts cannot be rendered right now. The text is not the cause. */
export class RendererUnavailable extends Error {
  constructor(cause?: unknown) {
    super("Templates cannot be rendered at the moment.", { cause });
    this.name = "RendererUnavailable";
  }
}

/** The time shared by texts that are requested together. */
export interface TimeBudget {
  /** Milliseconds. */
  left: number;
}

/** A renderer and its waiting requests. */
interface Lane {
  /**
   * Subtracts the text's time from the budget. A text is `late` if no time is left, or if it is no longer wanted when its turn
   * comes. Rejects with `RendererUnavailable`.
   */
  render(accountId: number, text: Text, budget: TimeBudget, isWanted?: () => boolean): Promise<Ending>;
  close(): Promise<void>;
}

interface Task {
  text: Text;
  budget: TimeBudget;
  isWanted(): boolean;
  resolve(ending: Ending): void;
  reject(error: unknown): void;
}

/** Starts the process on first use, and a new one whenever it has ended during work. */
export function createLane({ isPatient }: { isPatient: boolean }): Lane {
  const queue = createFairQueue<Task>();
  let child: Promise<Child> | null = null;
  let isWorking = false;
  let isClosed = false;

  function start(): Promise<Child> {
    const started = startChild({ isPatient });
    // The next call tries again.
    started.catch(() => {
      if (child === started) child = null;
    });
    return started;
  }

  async function usableChild(): Promise<Child> {
    const before = child && (await child);
    if (before?.isUsable()) return before;
    child = start();
    return child;
  }

  async function rendered({ text, budget, isWanted }: Task): Promise<Ending> {
    if (!isWanted()) return "late";
    const renderer = await usableChild();
    if (budget.left <= 0) return "late";
    const { ending, took } = await renderer.render(text, budget.left);
    budget.left -= took;
    if (!renderer.isUsable() && !isClosed) child = start();
    return ending;
  }

  async function run(task: Task): Promise<void> {
    const { resolve, reject } = task;
    try {
      const ending = await rendered(task);
      if (isClosed) throw new Error("The service is stopping.");
      resolve(ending);
    } catch (error) {
      reject(new RendererUnavailable(error));
    }
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let task = queue.take(); task; task = queue.take()) await run(task);
    isWorking = false;
  }

  return {
    render(accountId, text, budget, isWanted = () => true) {
      if (isClosed) return Promise.reject(new RendererUnavailable());
      const { promise, resolve, reject } = Promise.withResolvers<Ending>();
      queue.add(accountId, { text, budget, isWanted, resolve, reject });
      void work();
      return promise;
    },
    async close() {
      isClosed = true;
      for (const { reject } of queue.clear()) reject(new RendererUnavailable());
      const last = await child?.catch(() => null);
      await last?.end();
    },
  };
}
