import type { Database } from "../../platform/database/database.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { returnExpiredLeases } from "../../platform/queue/leases.ts";
import { lineUpDeferred } from "../../platform/queue/queue.ts";
import { repeat } from "../../platform/repeat.ts";
import { emailQueue } from "./lanes.ts";
import type { KeptMessages } from "./mailer.ts";
import { createMessageRemoval } from "./message-removal.ts";
import type { MailTiming } from "./timing.ts";

interface CaretakerContext {
  db: Database;
  log: Log;
  timing: MailTiming;
  stopping: AbortSignal;
}

/**
 * Queues messages whose next attempt is due, and ends expired leases: those of dead workers, but not of `held`, which
 * this worker is still sending. Stops when told to, even if the database hangs.
 */
export function keepQueue({ db, log, timing, stopping }: CaretakerContext, held: () => number[]): Promise<void> {
  const steadiness = new Steadiness(timing);
  const work = async () => {
    await lineUpDeferred(db, emailQueue, { now: timing.now(), longestPause: timing.giveUpAfter, stopping });
    if (steadiness.sawAnswer()) await returnExpiredLeases(db, "emails", timing.now(), held());
  };
  return repeat(work, {
    pause: timing.poll,
    stopping,
    failed(error) {
      steadiness.reset();
      log.error({ err: error }, "could not maintain the outbox");
      return timing.poll;
    },
  });
}

/** Removes messages of deleted orders from the mailbox, until it is told to stop. */
export function removeRegularly(
  { db, log, timing, stopping }: CaretakerContext,
  kept: Pick<KeptMessages, "remove">,
): Promise<void> {
  const removeMessages = createMessageRemoval({ db, kept, log });
  return repeat(() => removeMessages(timing.now()), {
    pause: timing.poll,
    stopping,
    failed(error) {
      log.error({ err: error }, "could not remove the messages of deleted orders from the mailbox; will try again");
      return timing.poll;
    },
  });
}

/**
 * Whether the database has answered without interruption for as long as a lease lasts. After an outage, workers on
 * other servers need time to renew their leases and record what they sent, so their leases are not ended before.
 */
class Steadiness {
  #since: Instant | null = null;
  #latest = 0;

  constructor(private readonly timing: Pick<MailTiming, "now" | "lease" | "renewEvery">) {}

  /** Call at every answer of the database. */
  sawAnswer(): boolean {
    const { now, lease, renewEvery } = this.timing;
    const at = now();
    // A clock that was set back begins anew too.
    if (this.#since === null || Math.abs(at - this.#latest) > renewEvery) this.#since = at;
    this.#latest = at;
    return at - this.#since >= lease;
  }

  reset(): void {
    this.#since = null;
  }
}
