import { type Database, isUnavailable } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log.ts";
import { OutgoingProblem } from "../../platform/outgoing/problem.ts";
import type { SendRequest } from "../../platform/outgoing/request.ts";
import type { Vault } from "../../platform/vault.ts";
import { bodyOf } from "./body.ts";
import { targetOf } from "./endpoints.ts";
import { withoutOwnHeaders } from "./mask-headers.ts";
import type { ClaimedDelivery } from "./queue.ts";
import {
  type AttemptResult,
  endUntried,
  isSuccess,
  recordAttempt,
  returnUntried,
  type TellDisabled,
} from "./results.ts";
import { signedHeaders } from "./secrets.ts";
import { readRetryAfter, type WebhookTiming } from "./timing.ts";

export interface AttemptContext {
  db: Database;
  log: Log;
  vault: Vault;
  send: SendRequest;
  timing: WebhookTiming;
  tellDisabled: TellDisabled;
  /** Aborted when the worker must stop. */
  stopping: AbortSignal;
}

/** Maximum length of a stored response, in characters. */
const keptCharacters = 2_048;

/** Maximum number of bytes for this many characters. */
const mostBytes = 4 * keptCharacters;

/** How often the worker tries to record a result. Then the lease ends, and the delivery is made again. */
const recordings = 10;

/** Tries to make one claimed delivery, and records the result. Never rejects. */
export async function attempt(context: AttemptContext, delivery: ClaimedDelivery): Promise<void> {
  const { db, log, stopping } = context;
  try {
    // The delivery was claimed by a query that was running when the worker was told to stop.
    const target = stopping.aborted ? "untried" : await targetOf(db.read, context.vault, delivery.endpointId);
    if (target === "untried") await returnUntried(db, delivery);
    else if (target === null || delivery.payload === null) await endUntried(context, delivery);
    else await record(context, delivery, await post(context, { ...delivery, payload: delivery.payload }, target));
  } catch (error) {
    log.error({ err: error, delivery: delivery.id }, "could not make a webhook delivery; its lease will end");
  }
}

async function post(
  { vault, send, timing, log }: AttemptContext,
  { id, messageId, kind, payload }: ClaimedDelivery & { payload: string },
  { url, headers: own, includeSecrets, secrets }: NonNullable<Awaited<ReturnType<typeof targetOf>>>,
): Promise<AttemptResult> {
  const startedAt = timing.now();
  const started = performance.now();
  const body = bodyOf(vault, payload, { includeSecrets });
  const headers = {
    ...own,
    "Content-Type": "application/json",
    ...signedHeaders(secrets, { messageId, body }, startedAt),
  };
  const ended = (result: Pick<AttemptResult, "status" | "response" | "retryAfter">): AttemptResult => {
    const duration = Math.round(performance.now() - started);
    log.info({ delivery: id, event: kind, status: result.status, milliseconds: duration }, "webhook delivery");
    return { startedAt, duration, ...result };
  };
  try {
    const request = { url: new URL(url), method: "POST", headers, body, requiresTls: true, mostBytes } as const;
    const answer = await send({ ...request, timeout: timing.attempt });
    const response = storable(withoutOwnHeaders(answer.body.toString(), own));
    const retryAfter = isSuccess(answer.status)
      ? null
      : readRetryAfter(answer.headers.get("retry-after"), timing.now());
    return ended({ status: answer.status, response, retryAfter });
  } catch (error) {
    if (!(error instanceof OutgoingProblem)) throw error;
    return ended({ status: null, response: storable(error.message), retryAfter: null });
  }
}

/** PostgreSQL cannot store NUL characters and halves of characters. */
const storable = (text: string) => text.replaceAll("\0", "").slice(0, keptCharacters).toWellFormed();

/** If a result is lost, the delivery is made again. */
async function record(context: AttemptContext, delivery: ClaimedDelivery, result: AttemptResult): Promise<void> {
  const { log, timing } = context;
  for (let tried = 1; ; tried++) {
    try {
      if (!(await recordAttempt(context, delivery, result)))
        log.warn({ delivery: delivery.id }, "the lease of a webhook delivery ended before its result was recorded");
      return;
    } catch (error) {
      if (tried === recordings || !isUnavailable(error)) throw error;
      log.warn({ err: error, delivery: delivery.id }, "could not record a webhook delivery; will try again");
      await Bun.sleep(timing.databasePause);
    }
  }
}
