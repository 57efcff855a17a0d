import { again, resultWhenDue, whenDue } from "../../platform/database/when-due.ts";
import type { Instant } from "../../platform/instants.ts";
import { returnExpiredLeases } from "../../platform/queue/leases.ts";
import { lineUpDeferred, nextDue } from "../../platform/queue/queue.ts";
import { newTurns } from "../../platform/queue/turns.ts";
import { pause, pauseUntilOneEnds, untilNextTick } from "../../platform/repeat.ts";
import { startWorker, type Worker } from "../../platform/worker.ts";
import { type AttemptContext, attempt } from "./attempt.ts";
import { createHandOver, type HandOverContext } from "./hand-over.ts";
import { claimReady, deliveryQueue } from "./queue.ts";
import { usualTiming, type WebhookTiming } from "./timing.ts";

export interface WebhookWorkerSettings extends Omit<AttemptContext, "timing" | "stopping">, HandOverContext {
  timing?: Partial<WebhookTiming>;
  /** Whether requests keep the server busy. They go first. */
  isBusy?(): boolean;
}

/** The deliveries that this server is making, each with its end. */
type Underway = Map<number, Promise<void>>;

/** Deliveries that this server makes at the same time. `turns.ts` says how stores share them. */
const atOnce = 40;

/** Deliveries that begin together while requests keep the server busy. Those that only wait for a response cost nothing. */
const begunWhileBusy = 4;

/** Events that one transaction hands over, and milliseconds until the next transaction: usually, and while the server is busy. */
const usualStep = { events: 40, rest: 5 };
const busyStep = { events: 20, rest: 200 };

/** Milliseconds between these groups while the server is busy. */
const busyPause = 20;

/**
 * Delivers the events of stores to their endpoints (docs/connect/webhooks.md). It may end at any time: unfinished work stays
 * recorded. Servers on one database share the deliveries.
 */
export function startWebhookWorker({ isBusy = () => false, ...settings }: WebhookWorkerSettings): Worker {
  const { db, log } = settings;
  const timing = { ...usualTiming, ...settings.timing };
  const underway: Underway = new Map();
  const handOverNext = createHandOver(settings);
  const worker = startWorker(log, (stopping) => {
    const context = { ...settings, timing, stopping };
    const handOver = async () => {
      for (let more = true; more && !stopping.aborted; ) {
        const step = isBusy() ? busyStep : usualStep;
        more = await handOverNext(step.events, timing.now());
        if (more) await pause(step.rest, stopping);
      }
      return stopping.aborted ? again : null;
    };
    const keepQueue = async (now: Instant) => {
      await lineUpDeferred(db, deliveryQueue, { now, longestPause: 2 * timing.longestPause, stopping });
      await returnExpiredLeases(db, "webhook_deliveries", now);
      return nextDue(db.read, deliveryQueue);
    };
    const retryPause = timing.databasePause;
    const regular = { every: timing.poll, retryPause };
    return [
      {
        work: whenDue(db, handOver, timing.now),
        ...regular,
        failure: "could not hand over events; will try again",
      },
      {
        work: whenDue(db, keepQueue, timing.now),
        ...regular,
        failure: "could not maintain the webhook deliveries; will try again",
      },
      {
        work: createDelivering(context, underway, isBusy),
        every: 0,
        retryPause,
        failure: "could not read the webhook deliveries",
      },
    ];
  });
  return {
    async stop() {
      await worker.stop();
      await Promise.all(underway.values());
    },
  };
}

/** Returns a function that begins the next deliveries, and waits while there is no room or nothing that may begin. */
function createDelivering(context: AttemptContext, underway: Underway, isBusy: () => boolean): () => Promise<void> {
  const { db, timing, stopping } = context;
  const turns = newTurns();
  const begin = async (now: Instant, count: number) => {
    const isContinued = turns.after > 0;
    const { found, claimed } = await claimReady(db, turns, { now, duration: timing.lease, count });
    for (const delivery of claimed) {
      const ending = attempt(context, delivery).finally(() => underway.delete(delivery.id));
      underway.set(delivery.id, ending);
    }
    // A step that does not check all endpoints says nothing about the others.
    return { dueAt: found > 0 || isContinued || turns.after > 0 ? again : null, result: found };
  };
  const beginWhenDue = resultWhenDue(db, begin, timing.now);
  return async () => {
    const busy = isBusy();
    const free = atOnce - underway.size;
    if (free <= 0) return pauseUntilOneEnds(underway.values(), timing.poll, stopping);
    const found = await beginWhenDue(busy ? Math.min(begunWhileBusy, free) : free);
    // When a delivery ends, it frees a place at its endpoint.
    if (!found) await pauseUntilOneEnds(underway.values(), untilNextTick(timing.poll), stopping);
    else if (busy) await pause(busyPause, stopping);
  };
}
