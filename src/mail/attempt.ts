import type { Database } from "../database/database.ts";
import type { Log } from "../log.ts";
import { type ClaimedEmail, renewLease } from "./leases.ts";
import { MailError, type Mailer } from "./mailer.ts";
import { pause } from "./pause.ts";
import { prepareMessage, type Sender } from "./prepare.ts";
import { recordTry, type TryResult } from "./results.ts";
import { maskAddresses, storedWords } from "./server-words.ts";
import type { MailTiming } from "./timing.ts";

export interface AttemptContext {
  db: Database;
  mailer: Mailer;
  log: Log;
  /** Sender's address. */
  from: string;
  /** Full base address of an account's store. */
  accountUrl(account: Sender): string;
  timing: MailTiming;
  /** Aborted when the worker is to end. */
  stopping: AbortSignal;
}

/** Times that a result is tried to be recorded after the worker was told to end and the database does not answer. */
const lastRecordings = 10;

/** Tries to send one claimed message, holding its lease meanwhile, and records how that went. Never rejects. */
export async function attempt(context: AttemptContext, email: ClaimedEmail): Promise<void> {
  const { db, log, timing } = context;
  const renewing = setInterval(() => {
    renewLease(db, email, timing.now() + timing.lease).catch((error) =>
      log.warn({ err: error, email: email.id }, "The lease of an email could not be renewed."),
    );
  }, timing.renewEvery);
  const started = performance.now();
  try {
    const result = await send(context, email);
    if (!result) return;
    log[result.outcome === "sent" ? "info" : "warn"](
      {
        email: email.id,
        attempt: email.attempts,
        outcome: result.outcome,
        response: maskAddresses(result.response),
        milliseconds: Math.round(performance.now() - started),
      },
      email.kind === "delivery" ? "delivery email" : "account email",
    );
    await recordUntilDone(context, email, result);
  } finally {
    clearInterval(renewing);
  }
}

/** Null when there is nothing to send any more. */
async function send(context: AttemptContext, email: ClaimedEmail): Promise<TryResult | null> {
  const { db, mailer, log, timing } = context;
  const ended = (outcome: TryResult["outcome"], words: string): TryResult => ({
    outcome,
    response: storedWords(words),
    at: timing.now(),
  });
  let message: Awaited<ReturnType<typeof prepareMessage>>;
  try {
    message = await prepareMessage(db, email, context, timing.now());
  } catch (error) {
    log.error({ err: error, email: email.id }, "An email could not be prepared.");
    return ended("temporary_failure", "The message could not be prepared; the service's log says why.");
  }
  if (!message) return null;
  try {
    return ended("sent", await mailer.send(message));
  } catch (error) {
    const permanent = error instanceof MailError && error.permanent;
    const words = error instanceof Error ? error.message : String(error);
    return ended(permanent ? "permanent_failure" : "temporary_failure", words);
  }
}

/** A result that is lost means a message sent twice, so the lease is held until the database has taken it. */
async function recordUntilDone(context: AttemptContext, email: ClaimedEmail, result: TryResult): Promise<void> {
  const { db, log, timing, stopping } = context;
  for (let triesWhileStopping = 0; triesWhileStopping < lastRecordings; ) {
    try {
      await recordTry(db, timing, email, result);
      return;
    } catch (error) {
      log.error({ err: error, email: email.id }, "The result of an email could not be recorded yet.");
    }
    if (stopping.aborted) triesWhileStopping++;
    await pause(timing.databasePause, stopping.aborted ? undefined : stopping);
  }
}
