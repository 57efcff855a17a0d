import { type Database, isUnavailable } from "../../../platform/database/database.ts";
import { type Instant, instant } from "../../../platform/instants.ts";
import type { Log } from "../../../platform/log.ts";
import { pause } from "../../../platform/repeat.ts";
import { MailError, type Message } from "../transport/mailer.ts";
import { maskAddresses, storedWords } from "../transport/server-words.ts";
import type { Transport, Transports } from "../transport/transports.ts";
import { type ClaimedEmail, deferUntried, HeldLease, releaseLease, returnUntried } from "./leases.ts";
import { type AttemptResult, recordAttempt } from "./results.ts";
import type { MailTiming } from "./timing.ts";

/** A message that must not be sent before this time. */
export interface Deferral {
  notBefore: Instant;
}

/**
 * Returns the message to send for a claimed email, from the address `sender`, and holds its lease until `until`. Null if it must
 * no longer be sent. `customer-emails` writes the content. It is a layer above this folder, so the function is passed in.
 */
export type PrepareMessage = (
  email: ClaimedEmail,
  how: { sender: string; now: Instant; until: Instant },
) => Promise<Message | Deferral | null>;

export interface AttemptContext {
  db: Database;
  transports: Pick<Transports, "of">;
  prepare: PrepareMessage;
  log: Log;
  timing: MailTiming;
  /** Called with the result of every attempt, before it is recorded. */
  tried?(outcome: AttemptResult["outcome"]): void;
  /** Aborted when the worker must stop. */
  stopping: AbortSignal;
}

/** How often the worker tries to record a result after it was told to stop. */
const lastRecordings = 10;

/** How often a working database may reject a result before less of it is recorded. */
const mostRejections = 30;

/** For an error that no mailer should throw. */
const unknownFailure = { permanent: false, mayBeAccepted: true };

/**
 * Tries to send one claimed message, holding its lease meanwhile, and records the result. Calls `chosen` with the transport.
 * Never rejects.
 */
export async function attempt(
  context: AttemptContext,
  email: ClaimedEmail,
  chosen: (transport: Transport) => void = () => {},
): Promise<void> {
  const { db, log, timing } = context;
  const lease = new HeldLease(context, email);
  const started = performance.now();
  try {
    const result = await send(context, email, { lease, chosen });
    if (result === "nothing to send") {
      await untilDone(context, email, async (bare) => void (bare || (await releaseLease(db, email))));
      return;
    }
    if (result === "untried") {
      // If the message cannot be given back, its lease expires.
      await untilDone(context, email, async (bare) => void (bare || (await returnUntried(db, email))));
      return;
    }
    if ("notBefore" in result) {
      // No email waits longer than half of `giveUpAfter`. It is checked again then.
      const at = instant(Math.min(result.notBefore, timing.now() + timing.giveUpAfter / 2));
      await untilDone(context, email, async (bare) => void (bare || (await deferUntried(db, email, at))));
      return;
    }
    context.tried?.(result.outcome);
    log[result.outcome === "sent" || result.outcome === "kept" ? "info" : "warn"](
      {
        email: email.id,
        kind: email.kind,
        attempt: email.attempts,
        outcome: result.outcome,
        response: maskAddresses(result.response),
        milliseconds: Math.round(performance.now() - started),
      },
      "email",
    );
    await untilDone(context, email, async (bare) => {
      const isRecorded = await recordAttempt(db, timing, email, result, { bare });
      if (!isRecorded) log.warn({ email: email.id }, "the lease of an email expired before its result was recorded");
      else if (bare) log.error({ email: email.id }, "recorded only the status of an email");
    });
  } finally {
    lease.end();
  }
}

/** Every attempt that has begun has a result. Without the database, or after the lease has ended, it does not begin. */
async function send(
  context: AttemptContext,
  email: ClaimedEmail,
  { lease, chosen }: { lease: HeldLease; chosen(transport: Transport): void },
): Promise<AttemptResult | Deferral | "nothing to send" | "untried"> {
  const { transports, log, timing, stopping } = context;
  // The message was claimed by a query that was running when the worker was told to stop.
  if (stopping.aborted) return "untried";
  const ended = (outcome: AttemptResult["outcome"], words: string, mayBeAccepted = false): AttemptResult => ({
    outcome,
    response: storedWords(words),
    at: timing.now(),
    mayBeAccepted,
  });
  let transport: Transport;
  let message: Message | Deferral | null;
  try {
    transport = await transports.of(email);
    chosen(transport);
    const until = lease.nextEnd();
    message = await context.prepare(email, { sender: transport.settings.sender, now: timing.now(), until });
    lease.renewed(until);
  } catch (error) {
    log.error({ err: error, email: email.id }, "could not prepare an email");
    if (isUnavailable(error)) return "untried";
    return ended("temporary_failure", "The message could not be prepared. See the log of the service.");
  }
  if (!message) return "nothing to send";
  if ("notBefore" in message) return message;
  try {
    const { mailer } = transport;
    return ended(mailer.outcome, await mailer.send(message, () => lease.isHeld()));
  } catch (error) {
    const { permanent, mayBeAccepted } = error instanceof MailError ? error : unknownFailure;
    const words = error instanceof Error ? error.message : String(error);
    return ended(permanent ? "permanent_failure" : "temporary_failure", words, mayBeAccepted);
  }
}

/**
 * If a result is lost, a message is sent twice, so the lease is held until the database has stored the result. If a working
 * database rejects it again and again, it is stored `bare`: that fails only if the message's row cannot be changed, and then
 * nobody else can take the message either.
 */
async function untilDone(
  context: AttemptContext,
  email: ClaimedEmail,
  record: (bare: boolean) => Promise<void>,
): Promise<void> {
  const { log, timing, stopping } = context;
  let rejections = 0;
  for (let triesWhileStopping = 0; triesWhileStopping < lastRecordings; ) {
    try {
      await record(rejections >= mostRejections);
      return;
    } catch (error) {
      if (!isUnavailable(error)) rejections++;
      log.error({ err: error, email: email.id }, "could not record the result of an email; will try again");
    }
    if (stopping.aborted) triesWhileStopping++;
    await pause(timing.databasePause, stopping.aborted ? undefined : stopping);
  }
}
