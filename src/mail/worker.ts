import { type AttemptContext, attempt } from "./attempt.ts";
import { type ClaimedEmail, claimDueEmails } from "./leases.ts";
import type { KeptMessages } from "./mailer.ts";
import { createMessageRemoval } from "./message-removal.ts";
import { pause } from "./pause.ts";
import { type MailTiming, usualTiming } from "./timing.ts";

export interface MailWorkerSettings extends Omit<AttemptContext, "timing" | "stopping"> {
  timing?: Partial<MailTiming>;
  /** Loses the messages of deleted orders. */
  kept: Pick<KeptMessages, "remove">;
}

export interface MailWorker {
  /** Takes no more messages, and resolves when those being sent are sent and recorded, and nothing is being removed. */
  stop(): Promise<void>;
}

/** Messages sent at the same time. */
const atOnce = 5;

/**
 * Sends the outbox's messages as they come due, up to five at a time. A try's outcome is recorded with the mail
 * server's words; temporary failures are tried again with growing pauses for 24 hours. A message goes out twice only
 * when this process dies, or loses the database for good, between the mail server's answer and its record. Beside
 * that, it removes what deleted orders have left in the mailbox.
 */
export function startMailWorker({ kept, ...settings }: MailWorkerSettings): MailWorker {
  const stopping = new AbortController();
  const context: AttemptContext = {
    ...settings,
    timing: { ...usualTiming, ...settings.timing },
    stopping: stopping.signal,
  };
  const running = Promise.all([work(context), removeRegularly(context, kept)]);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function work(context: AttemptContext): Promise<void> {
  const { timing, stopping } = context;
  const underway = new Map<number, Promise<void>>();
  while (!stopping.aborted) {
    if (underway.size >= atOnce) {
      await Promise.race(underway.values());
      continue;
    }
    const claimed = await claim(context, atOnce - underway.size, [...underway.keys()]);
    for (const email of claimed ?? []) {
      const ending = attempt(context, email).finally(() => underway.delete(email.id));
      underway.set(email.id, ending);
    }
    if (!claimed) await pause(timing.databasePause, stopping);
    else if (claimed.length === 0) await pause(timing.poll, stopping);
  }
  await Promise.all(underway.values());
}

async function removeRegularly(
  { db, log, timing, stopping }: AttemptContext,
  kept: Pick<KeptMessages, "remove">,
): Promise<void> {
  const removeMessages = createMessageRemoval({ db, kept, log });
  while (!stopping.aborted) {
    try {
      await removeMessages(timing.now());
    } catch (error) {
      log.error({ err: error }, "The messages of deleted orders could not be removed from the mailbox yet.");
    }
    await pause(timing.poll, stopping);
  }
}

/** Null when the database failed. */
async function claim(context: AttemptContext, count: number, except: number[]): Promise<ClaimedEmail[] | null> {
  const { db, log, timing } = context;
  try {
    return await claimDueEmails(db, { now: timing.now(), duration: timing.lease, count, except });
  } catch (error) {
    log.error({ err: error }, "The outbox could not be read.");
    return null;
  }
}
