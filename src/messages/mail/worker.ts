import { again, resultWhenDue, whenDue } from "../../platform/database/when-due.ts";
import type { Instant } from "../../platform/instants.ts";
import { pause, pauseUntilOneEnds, untilNextTick } from "../../platform/repeat.ts";
import { startWorker, type Worker } from "../../platform/worker.ts";
import { type AttemptContext, attempt } from "./attempt.ts";
import { createQueueCare } from "./caretaker.ts";
import type { KeptMessages } from "./mailer.ts";
import { createMessageRemoval } from "./message-removal.ts";
import { claimReadyEmails, newRound } from "./queue.ts";
import { type MailTiming, usualTiming } from "./timing.ts";

export interface MailWorkerSettings extends Omit<AttemptContext, "timing" | "stopping"> {
  timing?: Partial<MailTiming>;
  /** Whether requests keep the server busy. A message takes ten times as long as an order, so requests go first. */
  isBusy?(): boolean;
  /** Removes the messages of deleted orders. */
  kept: Pick<KeptMessages, "remove">;
}

/** Messages sent at the same time, not counting those that have waited long for the server's answer. */
const atOnce = 5;

/** Messages in progress in total. */
const mostUnderway = 15;

/** The messages that this worker is sending, with their start time by `performance.now()`. */
type Underway = Map<number, { since: number; ending: Promise<void> }>;

/**
 * Sends the outbox's messages, up to five at a time, with stores taking turns; while requests keep the server busy, one
 * after another with pauses. The result of each attempt is recorded
 * with the mail server's reply. Temporary failures are retried with growing pauses for 24 hours from the first attempt.
 * The worker also removes the messages of deleted orders from the mailbox. docs/reference/email.md (How they are sent) says when
 * a message can be sent twice.
 */
export function startMailWorker({ kept, isBusy = () => false, ...settings }: MailWorkerSettings): Worker {
  const { db, log } = settings;
  const timing = { ...usualTiming, ...settings.timing };
  const underway: Underway = new Map();
  const removeMessages = whenDue(db, createMessageRemoval({ db, kept, log }), timing.now);
  const worker = startWorker(log, (stopping) => [
    {
      work: createSending({ ...settings, timing, stopping }, underway, isBusy),
      every: 0,
      retryPause: timing.databasePause,
      failure: "could not read the outbox",
    },
    {
      work: createQueueCare({ db, timing, stopping }, () => [...underway.keys()]),
      every: timing.poll,
      failure: "could not maintain the outbox",
    },
    {
      work: removeMessages,
      every: timing.poll,
      failure: "could not remove the messages of deleted orders from the mailbox; will try again",
    },
  ]);
  return {
    async stop() {
      await worker.stop();
      await Promise.all(endings(underway));
    },
  };
}

/** Returns what begins the next attempts, and waits as long as there is no room or nothing to send. */
function createSending(context: AttemptContext, underway: Underway, isBusy: () => boolean): () => Promise<void> {
  const { db, timing, stopping } = context;
  const round = newRound();
  const begin = async (now: Instant, count: number) => {
    const { found, claimed } = await claimReadyEmails(db, round, { now, duration: timing.lease, count });
    for (const email of claimed) {
      const ending = attempt(context, email).finally(() => underway.delete(email.id));
      underway.set(email.id, { since: performance.now(), ending });
    }
    return { dueAt: found > 0 ? again : null, result: found };
  };
  const beginWhenDue = resultWhenDue(db, begin, timing.now);
  return async () => {
    const { free, more } = places(underway, timing);
    if (free === 0) return pauseUntilOneEnds(endings(underway), more, stopping);
    const busy = isBusy();
    const found = await beginWhenDue(busy ? 1 : free);
    if (!found) await pause(untilNextTick(timing.poll), stopping);
    else if (busy) await pause(timing.busyPause, stopping);
  };
}

const endings = (underway: Underway) => [...underway.values()].map(({ ending }) => ending);

/**
 * How many messages can be started now, and in how many milliseconds there may be room for more even if none ends. A
 * mail server may take ten minutes to confirm a message. Five such waits must not block all other messages.
 */
function places(underway: Underway, { lendAfter }: MailTiming): { free: number; more: number } {
  const now = performance.now();
  const busy = [...underway.values()].map(({ since }) => since + lendAfter - now).filter((left) => left > 0);
  const free = Math.max(0, Math.min(atOnce - busy.length, mostUnderway - underway.size));
  return { free, more: Math.max(1, Math.min(lendAfter, ...busy)) };
}
