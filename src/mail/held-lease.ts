import type { Database } from "../database/database.ts";
import { type Instant, instant } from "../instants.ts";
import type { Log } from "../log.ts";
import { type ClaimedEmail, renewLease } from "./leases.ts";
import type { MailTiming } from "./timing.ts";

/** A lease that is renewed during an attempt, and what this process knows about its end. */
export class HeldLease {
  #until: Instant;
  #isLost = false;
  readonly #renewing: ReturnType<typeof setInterval>;

  constructor(
    private readonly context: { db: Database; log: Log; timing: MailTiming },
    private readonly email: ClaimedEmail,
  ) {
    this.#until = email.lease_expires_at ?? instant(0);
    this.#renewing = setInterval(() => this.#renew(), context.timing.renewEvery);
  }

  /** Until when a renewal now would hold the message. */
  nextEnd(): Instant {
    const { timing } = this.context;
    return instant(timing.now() + timing.lease);
  }

  /** Call after the database has accepted a renewal. */
  renewed(until: Instant): void {
    this.#until = instant(Math.max(this.#until, until));
  }

  /**
   * Whether the message is certainly held, even for a server whose clock is ahead by up to `renewEvery`. False if the
   * lease could not be renewed for long, or if this process was suspended.
   */
  isHeld(): boolean {
    const { now, renewEvery } = this.context.timing;
    return !this.#isLost && now() < this.#until - renewEvery;
  }

  end(): void {
    clearInterval(this.#renewing);
  }

  async #renew(): Promise<void> {
    const { db, log } = this.context;
    const until = this.nextEnd();
    try {
      if (await renewLease(db, this.email, until)) this.renewed(until);
      else this.#isLost = true;
    } catch (error) {
      log.warn({ err: error, email: this.email.id }, "could not renew the lease of an email");
    }
  }
}
