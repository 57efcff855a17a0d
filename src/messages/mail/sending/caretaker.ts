import type { Database } from "../../../platform/database/database.ts";
import { whenDue } from "../../../platform/database/when-due.ts";
import type { Instant } from "../../../platform/instants.ts";
import { returnExpiredLeases } from "../../../platform/queue/leases.ts";
import { lineUpDeferred, nextDue } from "../../../platform/queue/queue.ts";
import { emailQueue } from "./lanes.ts";
import type { MailTiming } from "./timing.ts";

/**
 * Returns a function that queues messages whose next attempt is due, and ends expired leases: those of dead workers, but not
 * those in `held`, which this worker is still sending.
 */
export function createQueueCare(
  { db, timing, stopping }: { db: Database; timing: MailTiming; stopping: AbortSignal },
  held: () => number[],
): () => Promise<void> {
  const steadiness = new Steadiness(timing);
  const look = async (now: Instant) => {
    await lineUpDeferred(db, emailQueue, { now, longestPause: timing.giveUpAfter, stopping });
    steadiness.noteAnswer();
    if (steadiness.isSteady) await returnExpiredLeases(db, "emails", timing.now(), held());
    return nextDue(db.read, emailQueue);
  };
  const lookWhenDue = whenDue(db, look, timing.now);
  return async () => {
    try {
      if (!(await lookWhenDue())) steadiness.noteAnswer();
    } catch (error) {
      steadiness.reset();
      throw error;
    }
  };
}

/**
 * Whether the database has answered without interruption for the length of a lease. After an outage, workers on other servers
 * need time to renew their leases and record what they sent, so their leases are not ended before.
 */
class Steadiness {
  #since: Instant | null = null;
  #latest = 0;

  constructor(private readonly timing: Pick<MailTiming, "now" | "lease" | "renewEvery">) {}

  /** Call at every response of the database. */
  noteAnswer(): void {
    const { now, renewEvery } = this.timing;
    const at = now();
    // Also starts again if the clock was set back.
    if (this.#since === null || Math.abs(at - this.#latest) > renewEvery) this.#since = at;
    this.#latest = at;
  }

  get isSteady(): boolean {
    return this.#since !== null && this.#latest - this.#since >= this.timing.lease;
  }

  reset(): void {
    this.#since = null;
  }
}
