import { pause } from "../../platform/repeat.ts";
import { type AttemptContext, attempt } from "./attempt.ts";
import { keepQueue, removeRegularly } from "./caretaker.ts";
import type { ClaimedEmail } from "./leases.ts";
import type { KeptMessages } from "./mailer.ts";
import { claimReadyEmails, newRound } from "./queue.ts";
import { type MailTiming, usualTiming } from "./timing.ts";

export interface MailWorkerSettings extends Omit<AttemptContext, "timing" | "stopping"> {
  timing?: Partial<MailTiming>;
  /** Whether requests keep the server busy. A message takes ten times as long as an order, so requests go first. */
  isBusy?(): boolean;
  /** Removes the messages of deleted orders. */
  kept: Pick<KeptMessages, "remove">;
}

export interface MailWorker {
  /**
   * Accepts no more messages. Resolves when all messages in progress have been sent and recorded, and nothing is being
   * removed.
   */
  stop(): Promise<void>;
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
 * The worker also removes the messages of deleted orders from the mailbox. docs/email.md (How they are sent) says when
 * a message can be sent twice.
 */
export function startMailWorker({ kept, isBusy = () => false, ...settings }: MailWorkerSettings): MailWorker {
  const stopping = new AbortController();
  const context: AttemptContext = {
    ...settings,
    timing: { ...usualTiming, ...settings.timing },
    stopping: stopping.signal,
  };
  const underway: Underway = new Map();
  const running = Promise.all([
    work(context, underway, isBusy),
    keepQueue(context, () => [...underway.keys()]),
    removeRegularly(context, kept),
  ]);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function work(context: AttemptContext, underway: Underway, isBusy: () => boolean): Promise<void> {
  const { timing, stopping } = context;
  const round = newRound();
  while (!stopping.aborted) {
    const { free, more } = places(underway, timing);
    if (free === 0) {
      const waiting = new AbortController();
      await Promise.race([...[...underway.values()].map(({ ending }) => ending), pause(more, waiting.signal)]);
      waiting.abort();
      continue;
    }
    const busy = isBusy();
    const ready = await claim(context, round, busy ? 1 : free);
    for (const email of ready?.claimed ?? []) {
      const ending = attempt(context, email).finally(() => underway.delete(email.id));
      underway.set(email.id, { since: performance.now(), ending });
    }
    if (!ready) await pause(timing.databasePause, stopping);
    else if (ready.found === 0) await pause(timing.poll, stopping);
    else if (busy) await pause(timing.busyPause, stopping);
  }
  await Promise.all([...underway.values()].map(({ ending }) => ending));
}

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

/** Null if the database failed. */
async function claim(
  context: AttemptContext,
  round: ReturnType<typeof newRound>,
  count: number,
): Promise<{
  found: number;
  claimed: ClaimedEmail[];
} | null> {
  const { db, log, timing } = context;
  try {
    return await claimReadyEmails(db, round, { now: timing.now(), duration: timing.lease, count });
  } catch (error) {
    log.error({ err: error }, "could not read the outbox");
    return null;
  }
}
