import type { Database, Reader } from "../../platform/database/database.ts";
import { mergeTextIndex } from "../../platform/database/text-index.ts";
import { again, type Look, resultWhenDue } from "../../platform/database/when-due.ts";
import { earliest, type Instant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { pause, untilNextTick } from "../../platform/repeat.ts";
import { startWorker, type Worker } from "../../platform/worker.ts";
import { compareNext, nextComparison } from "./compare.ts";
import { followDownloads, hasDownloads } from "./follow-downloads.ts";
import { nextExpiry, refreshChanged } from "./refresh.ts";

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
 * Keeps the index of orders up to date (docs/contribute/decisions/0027-index-of-orders.md). It may stop at any time: unhandled
 * changes stay recorded.
 */
export const startIndexWorker = (settings: IndexWorkerSettings): Worker =>
  startWorker(settings.log, (stopping) => {
    const nextStep = resultWhenDue(settings.db, (now) => step(settings, now));
    return [
      {
        work: async () => pause((await nextStep()) ?? untilNextTick(poll), stopping),
        every: 0,
        retryPause,
        failure: "could not update the index of orders; will try again",
      },
    ];
  });

/** The result is the milliseconds until the next step; null if there was nothing to do. */
async function step({ db, isBusy }: IndexWorkerSettings, now: Instant): Promise<Look<number | null>> {
  if (isBusy()) {
    await refreshChanged(db, now, busyStep.orders);
    await followDownloads(db, now, busyStep.orders);
    return { dueAt: again, result: busyStep.pause };
  }
  const isWorking = (await refreshChanged(db, now)) || (await followDownloads(db, now)) || (await compareNext(db, now));
  if (!isWorking) return { dueAt: await nextStepAt(db.read), result: null };
  await mergeTextIndex(db);
  return { dueAt: again, result: restBetweenSteps };
}

/** When the next step is due even if nobody writes; null if none is. */
async function nextStepAt(reader: Reader): Promise<Instant | null> {
  if (await hasDownloads(reader)) return again;
  return earliest(await nextExpiry(reader), await nextComparison(reader));
}
