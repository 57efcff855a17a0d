import { setTimeout } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import type { Log } from "../log.ts";
import { handOutAllKeys } from "./waiting.ts";

/** Milliseconds between two looks for keys to hand out. */
const pause = 1_000;

interface HandoutWorker {
  /** Begins nothing new, and resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** Hands new license keys to the orders that wait for them, also when who added the keys has ended before that was done. */
export function startHandoutWorker({ db, log }: { db: Database; log: Log }): HandoutWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      try {
        await handOutAllKeys(db, Date.now(), signal);
      } catch (error) {
        log.error({ err: error }, "license keys could not be handed to the orders that wait");
      }
      await setTimeout(pause, undefined, { signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
