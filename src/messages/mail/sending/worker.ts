import { again, resultWhenDue, whenDue } from "../../../platform/database/when-due.ts";
import type { Instant } from "../../../platform/instants.ts";
import { pause, pauseUntilOneEnds, untilNextTick } from "../../../platform/repeat.ts";
import { startWorker, type Worker } from "../../../platform/worker.ts";
import type { KeptMessages } from "../transport/mailer.ts";
import { type AttemptContext, attempt } from "./attempt.ts";
import { createQueueCare } from "./caretaker.ts";
import { claimReadyEmails, newRound } from "./queue.ts";
import { createMessageRemoval } from "./remove-kept-messages.ts";
import { type MailTiming, usualTiming } from "./timing.ts";
import { Underway } from "./underway.ts";

export interface MailWorkerSettings extends Omit<AttemptContext, "timing" | "stopping"> {
  timing?: Partial<MailTiming>;
  /** Whether requests keep the server busy. A message takes ten times as long as an order, so requests go first. */
  isBusy?(): boolean;
  /** Removes the messages of deleted orders. */
  kept: Pick<KeptMessages, "remove">;
}

/**
 * Sends the outbox's messages, up to five at a time, with stores taking turns; while requests keep the server busy, one after
 * another with pauses. Messages through a store's own mail server take none of these places, and have two of their own. The
 * result of each attempt is recorded with the mail server's reply. Temporary failures are retried with growing pauses for 24
 * hours from the first attempt. The worker also removes the messages of deleted orders from the mailbox. docs/reference/email.md
 * (How they are sent) says when a message can be sent twice.
 */
export function startMailWorker({ kept, isBusy = () => false, ...settings }: MailWorkerSettings): Worker {
  const { db, log } = settings;
  const timing = { ...usualTiming, ...settings.timing };
  const underway = new Underway();
  const removeMessages = whenDue(db, createMessageRemoval({ db, kept, log }), timing.now);
  const worker = startWorker(log, (stopping) => [
    {
      work: createSending({ ...settings, timing, stopping }, underway, isBusy),
      every: 0,
      retryPause: timing.databasePause,
      failure: "could not read the outbox",
    },
    {
      work: createQueueCare({ db, timing, stopping }, () => underway.ids()),
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
      await Promise.all(underway.endings());
    },
  };
}

/** Returns a function that begins the next attempts, and waits while there is no room or nothing to send. */
function createSending(context: AttemptContext, underway: Underway, isBusy: () => boolean): () => Promise<void> {
  const { db, timing, stopping } = context;
  const round = newRound();
  const begin = async (now: Instant, count: number) => {
    const room = underway.room();
    const { found, claimed } = await claimReadyEmails(db, round, { now, duration: timing.lease, count, room });
    for (const email of claimed) underway.add(email, (chosen) => attempt(context, email, chosen));
    const isWaiting = room.none.length > 0;
    return { dueAt: found > 0 || isWaiting ? again : null, result: { found, isWaiting } };
  };
  const beginWhenDue = resultWhenDue(db, begin, timing.now);
  return async () => {
    const { free, more } = underway.places(timing);
    if (free === 0) return pauseUntilOneEnds(underway.endings(), more, stopping);
    const busy = isBusy();
    const begun = await beginWhenDue(busy ? 1 : free);
    if (!begun?.found) {
      await pauseUntilOneEnds(begun?.isWaiting ? underway.roomMakers() : [], untilNextTick(timing.poll), stopping);
    } else if (busy) await pause(timing.busyPause, stopping);
  };
}
