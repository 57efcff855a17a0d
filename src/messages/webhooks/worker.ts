import { setTimeout } from "node:timers/promises";
import { returnExpiredLeases } from "../../platform/queue/leases.ts";
import { lineUpDeferred } from "../../platform/queue/queue.ts";
import { repeat } from "../../platform/repeat.ts";
import { newTurns } from "../../platform/turns.ts";
import { type AttemptContext, attempt } from "./attempt.ts";
import { createHandOver, type HandOverContext } from "./hand-over.ts";
import { claimReady, deliveryQueue } from "./queue.ts";
import { usualTiming, type WebhookTiming } from "./timing.ts";

export interface WebhookWorkerSettings extends Omit<AttemptContext, "timing" | "stopping">, HandOverContext {
  timing?: Partial<WebhookTiming>;
  /** Whether requests keep the server busy. They go first. */
  isBusy?(): boolean;
}

export interface WebhookWorker {
  /** Begins nothing new. Resolves when all deliveries under way have been answered and recorded. */
  stop(): Promise<void>;
}

/** Deliveries that this server makes at the same time. `turns.ts` says how stores share them. */
const atOnce = 40;

/** Deliveries that begin together while requests keep the server busy. Those that only wait for an answer cost nothing. */
const begunWhileBusy = 4;

/** Events that one transaction hands over, and milliseconds until the next: usually, and while the server is busy. */
const usualStep = { events: 40, rest: 5 };
const busyStep = { events: 20, rest: 200 };

/** Milliseconds from those to the next while the server is busy. */
const busyPause = 20;

/**
 * Delivers the events of stores to their endpoints (docs/webhooks.md). It may end at any time: what it has not done is still
 * noted. Deliveries of different servers on one database are shared.
 */
export function startWebhookWorker({ isBusy = () => false, ...settings }: WebhookWorkerSettings): WebhookWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const timing = { ...usualTiming, ...settings.timing };
  const context = { ...settings, timing, stopping: signal };
  const { log } = settings;
  const failed = (what: string) => (error: unknown) => {
    log.error({ err: error }, `could not ${what}; will try again`);
    return timing.databasePause;
  };
  const handOverNext = createHandOver(context);
  const handOver = async () => {
    for (let more = true; more && !signal.aborted; ) {
      const step = isBusy() ? busyStep : usualStep;
      more = await handOverNext(step.events, timing.now());
      if (more) await rest(step.rest, signal);
    }
  };
  const keepQueue = async () => {
    const { db } = settings;
    const now = timing.now();
    await lineUpDeferred(db, deliveryQueue, { now, longestPause: 2 * timing.longestPause, stopping: signal });
    await returnExpiredLeases(db, "webhook_deliveries", now);
  };
  const running = Promise.all([
    repeat(handOver, { pause: timing.poll, stopping: signal, failed: failed("hand over events") }),
    repeat(keepQueue, { pause: timing.poll, stopping: signal, failed: failed("maintain the webhook deliveries") }),
    deliver(context, isBusy),
  ]);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

const rest = (milliseconds: number, signal: AbortSignal) =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => {});

async function deliver(context: AttemptContext, isBusy: () => boolean): Promise<void> {
  const { db, log, timing, stopping } = context;
  const turns = newTurns();
  const underway = new Map<number, Promise<void>>();
  while (!stopping.aborted) {
    const busy = isBusy();
    const free = atOnce - underway.size;
    const count = busy ? Math.min(begunWhileBusy, free) : free;
    const ready =
      count <= 0
        ? { found: 0, claimed: [] }
        : await claimReady(db, turns, { now: timing.now(), duration: timing.lease, count }).catch((error) => {
            log.error({ err: error }, "could not read the webhook deliveries");
            return null;
          });
    for (const delivery of ready?.claimed ?? []) {
      const ending = attempt(context, delivery).finally(() => underway.delete(delivery.id));
      underway.set(delivery.id, ending);
    }
    if (ready === null) await rest(timing.databasePause, stopping);
    else if (ready.found === 0) await next(underway.values(), timing.poll, stopping);
    else if (busy) await rest(busyPause, stopping);
  }
  await Promise.all(underway.values());
}

/** Until a delivery ends and leaves room for another, or for `milliseconds`. */
async function next(underway: Iterable<Promise<void>>, milliseconds: number, stopping: AbortSignal): Promise<void> {
  const waiting = new AbortController();
  await Promise.race([...underway, rest(milliseconds, AbortSignal.any([stopping, waiting.signal]))]);
  waiting.abort();
}
