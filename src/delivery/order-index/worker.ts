import type { Database } from "../../platform/database/database.ts";
import { mergeTextIndex } from "../../platform/database/text-index.ts";
import { instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { pause } from "../../platform/repeat.ts";
import { startWorker, type Worker } from "../../platform/worker.ts";
import { compareNext } from "./compare.ts";
import { followDownloads } from "./follow-downloads.ts";
import { refreshChanged } from "./refresh.ts";

/** Milliseconds between two checks for changes. */
const poll = 500;

/** Milliseconds between two steps, in which others write. */
const restBetweenSteps = 10;

/** While requests keep the server busy: orders in one step, and milliseconds to the next. */
const busyStep = { orders: 10, pause: 200 };

/** Milliseconds until failed work is retried. */
const retryPause = 2_000;

interface IndexWorkerSettings {
  db: Database;
  log: Log;
  /** Whether requests keep the server busy. They go first. */
  isBusy(): boolean;
}

/**
 * Keeps the index of orders up to date (docs/decisions/0027-index-of-orders.md). It may stop at any time: unhandled
 * changes stay recorded.
 */
export const startIndexWorker = (settings: IndexWorkerSettings): Worker =>
  startWorker(settings.log, (stopping) => [
    {
      work: async () => pause(await step(settings), stopping),
      pause: 0,
      retryPause,
      failure: "could not update the index of orders; will try again",
    },
  ]);

/** Resolves with the milliseconds until the next step. */
async function step({ db, isBusy }: IndexWorkerSettings): Promise<number> {
  const now = instantNow();
  if (isBusy()) {
    await refreshChanged(db, now, busyStep.orders);
    await followDownloads(db, now, busyStep.orders);
    return busyStep.pause;
  }
  const isWorking = (await refreshChanged(db, now)) || (await followDownloads(db, now)) || (await compareNext(db, now));
  if (!isWorking) return poll;
  await mergeTextIndex(db);
  return restBetweenSteps;
}
