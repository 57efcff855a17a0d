import type { Database } from "../../platform/database/database.ts";
import { instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { repeat } from "../../platform/repeat.ts";
import { backfillAllKeys } from "./backfill.ts";

/** Milliseconds between two checks for unfinished backfills. */
const pause = 1_000;

interface BackfillWorker {
  /** Starts nothing new, and resolves when the current transaction has ended. */
  stop(): Promise<void>;
}

/** Finishes backfills whose process ended before all waiting orders had their keys. */
export function startBackfillWorker({ db, log }: { db: Database; log: Log }): BackfillWorker {
  const stopping = new AbortController();
  const running = repeat(() => backfillAllKeys(db, instantNow(), stopping.signal), {
    pause,
    stopping: stopping.signal,
    failed(error) {
      log.error({ err: error }, "could not assign license keys to waiting orders");
      return pause;
    },
  });
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
