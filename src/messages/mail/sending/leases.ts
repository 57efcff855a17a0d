import type { Selection, Updateable } from "kysely";
import type { Database, Reader, Tx } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import type { EmailsTable, Schema } from "../../../platform/database/schema.ts";
import { type Instant, instant } from "../../../platform/instants.ts";
import type { Log } from "../../../platform/log.ts";
import { heldBy as heldInQueue } from "../../../platform/queue/leases.ts";
import type { RenderedEmail } from "../transport/mailer.ts";
import { emailQueue } from "./lanes.ts";
import type { MailTiming } from "./timing.ts";

export const claimedColumns = [
  "id",
  "account_id as accountId",
  "order_id as orderId",
  "kind",
  "recipient",
  "subject",
  "text_body as textBody",
  "html_body as htmlBody",
  "message_id as messageId",
  "attempts",
  "refused_attempts as refusedAttempts",
  "first_tried_at as firstTriedAt",
  "lease_expires_at as leaseExpiresAt",
  "next_attempt_at as nextAttemptAt",
  "created_at as createdAt",
] as const;

/** A message that only this worker holds. `attempts` is the number of this lease, different from all others. */
export type ClaimedEmail = Selection<Schema, "emails", (typeof claimedColumns)[number]>;

/** Whether an earlier attempt may have delivered the message. */
export const mayBeAccepted = ({ attempts, refusedAttempts }: ClaimedEmail) => attempts - 1 > refusedAttempts;

/** Holds the message until `until`. Returns false if this lease no longer holds it. */
async function renewLease(db: Database, email: ClaimedEmail, until: Instant): Promise<boolean> {
  return changeLease(db, email, { lease_expires_at: until });
}

/** Gives back a message that was canceled while it was prepared. Changes nothing if it has ended in another way. */
export async function releaseLease(db: Database, email: ClaimedEmail): Promise<void> {
  await changeLease(db, email, { lease_expires_at: null });
}

/** Gives back an untried message, so that it can be taken again at once. */
export async function returnUntried(db: Database, email: ClaimedEmail): Promise<void> {
  await changeLease(db, email, { lease_expires_at: null, refused_attempts: email.refusedAttempts + 1 });
}

/** Gives back an untried message that must not be tried before `at`. */
export async function deferUntried(db: Database, email: ClaimedEmail, at: Instant): Promise<void> {
  const refused_attempts = email.refusedAttempts + 1;
  await changeLease(db, email, { lease_expires_at: null, refused_attempts, lane: null, next_attempt_at: at });
}

/**
 * Stores the message's content and Message-ID, so that a retry can send the same, and renews the lease until `until`. Returns
 * false if the message was canceled since it was claimed; if the attempt's lease has ended; or if its order's address is no
 * longer `address`, or the order is on hold or revoked, or is a gift that is still to come. The message goes to that address,
 * unless another `recipient` is given.
 */
export async function keepContent(
  db: Database,
  email: ClaimedEmail,
  content: RenderedEmail,
  until: Instant,
  address?: string,
  recipient = address,
): Promise<boolean> {
  const { id, attempts, messageId } = email;
  const values = { id, attempts, messageId, ...content, until };
  const kept = await db.write((tx) =>
    address === undefined
      ? keepWhole(tx, values)
      : keepForOrder(tx, { ...values, address, recipient: recipient ?? address }),
  );
  return kept.length > 0;
}

/** Whether the lease still holds the message, and it was not canceled. Nobody can cancel it until the transaction ends. */
export async function isStillQueued(tx: Tx, { id, attempts }: ClaimedEmail): Promise<boolean> {
  const held = heldBy(tx, { id, attempts }).set({ attempts }).where("status", "=", "queued").returning("id");
  return (await held.executeTakeFirst()) !== undefined;
}

/** `Pick` makes the interface a type that `prepared` accepts. */
type Kept = Pick<RenderedEmail, keyof RenderedEmail> &
  Pick<ClaimedEmail, "id" | "attempts" | "messageId"> & { until: Instant };

const keepWhole = prepared<Kept, { id: number }>((db, values) => keeping(db, values).returning("id"));

/** Crosses domains: one statement checks the address and stores the message, so that nothing can change in between. */
const keepForOrder = prepared<Kept & { address: string; recipient: string }, { id: number }>((db, values) =>
  keeping(db, values)
    .set({ recipient: values.recipient })
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("orders")
          .select("orders.id")
          .whereRef("orders.id", "=", "emails.order_id")
          .where(({ fn }) => fn.coalesce("orders.recipient_email", "orders.email"), "=", values.address)
          .where(({ or, eb }) => or([eb("orders.deliver_at", "is", null), eb("orders.deliver_at", "<=", values.until)]))
          .where("orders.deleted_at", "is", null)
          .where("orders.held_at", "is", null)
          .where("orders.revoked_at", "is", null),
      ),
    )
    .returning("id"),
);

const keeping = (db: Reader, { id, attempts, messageId, subject, text, html, until }: Kept) =>
  heldBy(db, { id, attempts })
    .set({ message_id: messageId, subject, text_body: text, html_body: html, lease_expires_at: until })
    .where("status", "=", "queued");

/** An update of the message, if this lease still holds it. */
export const heldBy = (db: Reader, { id, attempts }: Pick<ClaimedEmail, "id" | "attempts">) =>
  heldInQueue(db, emailQueue, { id, lease: attempts });

async function changeLease(
  db: Database,
  email: ClaimedEmail,
  change: Pick<Updateable<EmailsTable>, "lease_expires_at" | "refused_attempts" | "lane" | "next_attempt_at">,
): Promise<boolean> {
  const held = await db.write((tx) => heldBy(tx, email).set(change).returning("id").executeTakeFirst());
  return held !== undefined;
}

/** A lease that is renewed during an attempt, and this process's knowledge about its end. */
export class HeldLease {
  #until: Instant;
  #isLost = false;
  readonly #renewing: ReturnType<typeof setInterval>;

  constructor(
    private readonly context: { db: Database; log: Log; timing: MailTiming },
    private readonly email: ClaimedEmail,
  ) {
    this.#until = email.leaseExpiresAt ?? instant(0);
    this.#renewing = setInterval(() => this.#renew(), context.timing.renewEvery);
  }

  /** The end of the lease if it is renewed now. */
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
