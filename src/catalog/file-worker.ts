import type { Database } from "../database/database.ts";
import type { FileStore } from "../files/store.ts";
import { removeOldAnswers } from "../idempotency/answers.ts";
import { removeEndedLimits } from "../limits/rate-limits.ts";
import type { Log } from "../log.ts";
import { repeat } from "../repeat.ts";
import { createByteRemoval } from "./byte-removal.ts";
import type { UploadFinisher } from "./upload-finisher.ts";
import { sweepUploads } from "./upload-sweep.ts";

/** Milliseconds between two looks for bytes to remove. */
const removalPause = 1_000;

/** Milliseconds between two sweeps of the uploads, and of the answers to keyed requests. */
const sweepPause = 3_600_000;

/** Milliseconds between two sweeps of the rate limits, whose windows are minutes long. */
const limitsPause = 60_000;

/** Milliseconds at most after which work that failed is tried again. */
const retryPause = 60_000;

/** Milliseconds after which work is tried again that found no free descriptor: connections took them for a moment. */
const crowdedPause = 1_000;

interface FileWorkerSettings {
  db: Database;
  files: FileStore;
  uploads: UploadFinisher;
  log: Log;
}

interface FileWorker {
  /** Begins nothing new, and resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/**
 * Removes the bytes of deleted files, old answers to keyed requests and ended rate limits, and heals or removes uploads that nobody
 * finished; at once, and then regularly.
 */
export function startFileWorker(settings: FileWorkerSettings): FileWorker {
  const { db, log } = settings;
  const stopping = new AbortController();
  const removeBytes = createByteRemoval(settings);

  const cleanup = (pause: number, work: () => Promise<void>) =>
    repeat(work, {
      pause,
      stopping: stopping.signal,
      failed(error) {
        // The listener logs that connections took all descriptors.
        if ((error as NodeJS.ErrnoException).code === "EMFILE") return crowdedPause;
        log.error({ err: error }, "a cleanup failed; will try again");
        return Math.min(pause, retryPause);
      },
    });

  const running = Promise.all([
    cleanup(removalPause, () => removeBytes(Date.now())),
    cleanup(sweepPause, () => sweepUploads(settings, Date.now())),
    cleanup(sweepPause, () => removeOldAnswers(db, Date.now())),
    cleanup(limitsPause, () => removeEndedLimits(db, Date.now())),
  ]);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
