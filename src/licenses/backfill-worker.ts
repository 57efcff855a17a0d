import { setTimeout } from "node:timers/promises";
import type { Database } from "../database/database.ts";
import type { Log } from "../log.ts";
import { backfillAllKeys } from "./backfill.ts";

/** Milliseconds between two checks for unfinished backfills. */
const pause = 1_000;

interface BackfillWorker {
  /** Starts nothing new, and resolves when the transaction in progress has ended. */
  stop(): Promise<void>;
}

/** Finishes backfills whose process ended before all waiting orders had their keys. */
export function startBackfillWorker({ db, log }: { db: Database; log: Log }): BackfillWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      try {
        await backfillAllKeys(db, Date.now(), signal);
      } catch (error) {
        log.error({ err: error }, "could not hand license keys to waiting orders");
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
