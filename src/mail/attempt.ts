import { type Database, isUnavailable } from "../database/database.ts";
import type { Log } from "../log.ts";
import type { WordingRenderer } from "../wording/renderer.ts";
import { HeldLease } from "./held-lease.ts";
import { type ClaimedEmail, returnUntried } from "./leases.ts";
import { MailError, type Mailer } from "./mailer.ts";
import { pause } from "./pause.ts";
import { prepareMessage, type Sender } from "./prepare.ts";
import { recordTry, type TryResult } from "./results.ts";
import { maskAddresses, storedWords } from "./server-words.ts";
import type { MailTiming } from "./timing.ts";

export interface AttemptContext {
  db: Database;
  mailer: Mailer;
  renderer: WordingRenderer;
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
  const lease = new HeldLease(context, email);
  const started = performance.now();
  try {
    const result = await send(context, email, lease);
    if (result === "nothing to send") return;
    if (result === "untried") {
      await untilDone(context, email, () => returnUntried(db, email));
      return;
    }
    log[result.outcome === "sent" || result.outcome === "kept" ? "info" : "warn"](
      {
        email: email.id,
        attempt: email.attempts,
        outcome: result.outcome,
        response: maskAddresses(result.response),
        milliseconds: Math.round(performance.now() - started),
      },
      email.kind === "delivery" ? "delivery email" : "account email",
    );
    await untilDone(context, email, async () => {
      if (await recordTry(db, timing, email, result)) return;
      log.warn({ email: email.id }, "the lease of an email expired before its result was recorded");
    });
  } finally {
    lease.end();
  }
}

/** A try that has begun has a result; one that met no database, or whose lease was over, was none. */
async function send(
  context: AttemptContext,
  email: ClaimedEmail,
  lease: HeldLease,
): Promise<TryResult | "nothing to send" | "untried"> {
  const { db, mailer, log, timing, stopping } = context;
  // Claimed by a query that was under way when the worker was told to end.
  if (stopping.aborted) return "untried";
  const ended = (outcome: TryResult["outcome"], words: string): TryResult => ({
    outcome,
    response: storedWords(words),
    at: timing.now(),
  });
  let message: Awaited<ReturnType<typeof prepareMessage>>;
  try {
    const until = lease.nextEnd();
    message = await prepareMessage(db, email, context, { now: timing.now(), until });
    lease.renewed(until);
  } catch (error) {
    log.error({ err: error, email: email.id }, "could not prepare an email");
    if (isUnavailable(error)) return "untried";
    return ended("temporary_failure", "The message could not be prepared. See the log of the service.");
  }
  if (!message) return "nothing to send";
  try {
    return ended(mailer.outcome, await mailer.send(message, () => lease.isHeld()));
  } catch (error) {
    const permanent = error instanceof MailError && error.permanent;
    const words = error instanceof Error ? error.message : String(error);
    return ended(permanent ? "permanent_failure" : "temporary_failure", words);
  }
}

/** A result that is lost means a message sent twice, so the lease is held until the database has taken it. */
async function untilDone(context: AttemptContext, email: ClaimedEmail, record: () => Promise<void>): Promise<void> {
  const { log, timing, stopping } = context;
  for (let triesWhileStopping = 0; triesWhileStopping < lastRecordings; ) {
    try {
      await record();
      return;
    } catch (error) {
      log.error({ err: error, email: email.id }, "could not record the result of an email; will try again");
    }
    if (stopping.aborted) triesWhileStopping++;
    await pause(timing.databasePause, stopping.aborted ? undefined : stopping);
  }
}
