import { availableParallelism } from "node:os";
import { createBackoff } from "../../platform/backoff.ts";
import type { Database } from "../../platform/database/database.ts";
import { again } from "../../platform/database/when-due.ts";
import { DomainError } from "../../platform/errors.ts";
import { recordStored } from "../../platform/files/record-stored.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { createFairQueue } from "../../platform/queue/fair-queue.ts";
import { type FileToCheck, filesToCheck, noteStampCheck, stampProblemIn } from "../catalog/stamp-checks.ts";
import { type StampProblem, stampedFormat } from "../catalog/stamps.ts";
import { lockOrderItem } from "../orders/allowance-rows.ts";
import { type OrderStamp, orderStamp } from "../orders/order-stamp.ts";
import { type StampSource, stampFile } from "../stamps/stamp-file.ts";
import {
  forgetStampedFile,
  type ItemFile,
  keepStamped,
  keptStamped,
  type StampedFile,
} from "../stamps/stamped-files.ts";
import type { FileLink } from "./link.ts";

/** Makes the files that carry the stamp of their order. */
export interface Stamper {
  /**
   * Returns the link with the file that its order gets: stamped, if the product stamps its files and this one can be stamped.
   * Makes the stamped file on first use, in a separate process. If that takes longer than a caller waits, it continues and this
   * throws `copy_not_ready`. Throws `copy_failed` for a file that cannot be stamped; nothing is delivered without its stamp.
   */
  stamped(link: FileLink): Promise<FileLink>;
  /** Checks unchecked files of stamped products, for `whenDue`. */
  checkFiles(): Promise<Instant | null>;
  /** Ends the processes and rejects all waiting requests. */
  stop(): Promise<void>;
}

interface Places {
  db: Database;
  files: FileStore;
  /** The folder for temporary files. */
  folder: string;
  log: Log;
}

interface Task {
  work(): Promise<unknown>;
  done(outcome: Promise<unknown>): void;
}

/** Maximum number of waiting files of each store. More are refused until some are done. */
const mostWaiting = 1_000;

/** Files that are checked in a row. */
const mostChecked = 20;

/** The text that a check writes: as long as the lines of most orders. */
const sampleImprint = {
  line: "Ada Lovelace · 10000001",
  position: "bottom_center",
  size: 9,
  language: "en",
  mark: "10000001",
} as const;

const notReady = () => new DomainError("copy_not_ready", "The customer's copy of the file is being made.");
const failed = () => new DomainError("copy_failed", "The file cannot be stamped, so it is not delivered.");

/** Half of the processors make copies, and stores take turns. A caller waits up to `longestWait` milliseconds. */
export function createStamper(
  places: Places,
  { longestWait = 20_000, atOnce = Math.max(1, Math.floor(availableParallelism() / 2)) } = {},
): Stamper {
  const { db, files, log } = places;
  const stopping = new AbortController();
  const queue = createFairQueue<Task>();
  const waiting = new Map<number, number>();
  const underway = new Map<string, Promise<StampedFile | StampProblem | null>>();
  const backoff = createBackoff();
  const running = new Set<Promise<unknown>>();

  function inTurn<T>(accountId: number, work: () => Promise<T>): Promise<T> {
    const before = waiting.get(accountId) ?? 0;
    if (before >= mostWaiting || stopping.signal.aborted) return Promise.reject(notReady());
    waiting.set(accountId, before + 1);
    const { promise, resolve } = Promise.withResolvers<T>();
    queue.add(accountId, { work, done: (outcome) => resolve(outcome as Promise<T>) });
    begin();
    return promise.finally(() => {
      const left = (waiting.get(accountId) ?? 1) - 1;
      if (left === 0) waiting.delete(accountId);
      else waiting.set(accountId, left);
    });
  }

  function begin(): void {
    while (running.size < atOnce) {
      const task = queue.take();
      if (!task) return;
      const work = task.work();
      task.done(work);
      const ended = work.then(
        () => {},
        () => {},
      );
      running.add(ended);
      void ended.then(() => {
        running.delete(ended);
        begin();
      });
    }
  }

  async function make(
    key: ItemFile,
    { imprint, digest }: OrderStamp,
    source: StampSource,
  ): Promise<StampedFile | StampProblem | null> {
    const made = await stampFile(places, source, imprint, stopping.signal, (stamped) => files.put(stamped.stream()));
    if (typeof made === "string") {
      await db.write((tx) => noteStampCheck(tx, { id: key.fileId, sha256: source.sha256 }, made));
      return made;
    }
    return recordStored({ db, files }, [made], async (tx) => {
      await lockOrderItem(tx, key.itemId);
      // The order or the product has changed meanwhile, or the customer was erased.
      if ((await orderStamp(tx, key))?.digest !== digest) throw notReady();
      return keepStamped(tx, key, digest, made, instantNow());
    });
  }

  async function copyOf({ file, accountId }: FileLink, order: Omit<ItemFile, "fileId">): Promise<StampedFile | null> {
    const format = stampedFormat(file);
    if (format === null || file.storageKey === null) return null;
    const key = { ...order, fileId: file.id };
    const stamp = await orderStamp(db.read, key);
    // The product has changed since the link was looked up.
    if (stamp?.sha256 !== file.sha256) throw notReady();
    const kept = await keptStamped(db, key, stamp.digest, instantNow());
    if (kept && (await files.open(kept.storageKey))) return kept;
    if (kept) await db.write((tx) => forgetStampedFile(tx, kept.storageKey));
    if (stampProblemIn(stamp.check) !== null) throw failed();
    const source = { format, sizeBytes: file.sizeBytes, sha256: file.sha256, storageKey: file.storageKey };
    const name = `${order.itemId} ${file.id} ${stamp.digest}`;
    const making = underway.get(name) ?? inTurn(accountId, () => make(key, stamp, source));
    if (!underway.has(name)) {
      underway.set(name, making);
      making.catch((err) => warn(err, file.id, "a file was not stamped")).finally(() => underway.delete(name));
    }
    const made = await inTime(making, longestWait);
    if (made === null) throw notReady();
    if (typeof made === "string") throw failed();
    return made;
  }

  /** A stop ends the processes, which is no failure. */
  const warn = (err: unknown, file: number, message: string) => {
    if (!stopping.signal.aborted) log.warn({ err, file }, message);
  };

  async function check(file: FileToCheck): Promise<void> {
    const problem = await stampFile(places, file, sampleImprint, stopping.signal, async () => null);
    await db.write((tx) => noteStampCheck(tx, file, problem));
  }

  return {
    async stamped(link) {
      if (!link.isStamped || !link.ordered || link.file.externalUrl !== null) return link;
      const copy = await copyOf(link, link.ordered);
      if (copy === null) return link;
      const { madeAt: stampedAt, ...bytes } = copy;
      return { ...link, stampedAt, file: { ...link.file, ...bytes } };
    },

    async checkFiles() {
      const unchecked = await filesToCheck(db.read, mostChecked);
      for (const file of unchecked) {
        if (stopping.signal.aborted) break;
        if (!backoff.isDue(file.id, instantNow())) continue;
        try {
          await inTurn(file.accountId, () => check(file));
          backoff.succeeded(file.id);
        } catch (err) {
          backoff.failed(file.id, instantNow());
          warn(err, file.id, "a file was not looked at; will try again");
        }
      }
      return unchecked.length > 0 ? again : null;
    },

    async stop() {
      stopping.abort();
      for (const { done } of queue.clear()) done(Promise.reject(notReady()));
      await Promise.all(running);
    },
  };
}

/** Null if it takes longer than this many milliseconds. */
async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T | null> {
  const { promise: tooLong, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), milliseconds);
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
