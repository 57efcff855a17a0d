import { setTimeout } from "node:timers/promises";
import { repeat } from "../repeat.ts";
import { type AttemptContext, attempt } from "./attempt.ts";
import { type HandOverContext, handOverEvents } from "./hand-over.ts";
import { claimReady, lineUpDeferred, type Round, returnExpiredLeases } from "./queue.ts";
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

/** Deliveries that are made at the same time, of all endpoints and of one. A slow endpoint leaves room for the others. */
const atOnce = 40;
const atOnceToOne = 8;

/** While requests keep the server busy. */
const atOnceWhileBusy = 4;

/** Events that one transaction hands over, and milliseconds until the next: usually, and while the server is busy. */
const usualStep = { events: 40, rest: 5 };
const busyStep = { events: 20, rest: 200 };

/** Milliseconds from one delivery to the next while the server is busy. */
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
  const handOver = async () => {
    for (let more = true; more && !signal.aborted; ) {
      const step = isBusy() ? busyStep : usualStep;
      more = await handOverEvents(context, step.events, timing.now());
      if (more) await rest(step.rest, signal);
    }
  };
  const keepQueue = async () => {
    while ((await lineUpDeferred(settings.db, timing.now(), 2 * timing.longestPause)) && !signal.aborted);
    await returnExpiredLeases(settings.db, timing.now());
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
  const round: Round = { last: 0 };
  const underway = new Map<number, { endpointId: number; ending: Promise<void> }>();
  const toEndpoint = (id: number) => underway.values().reduce((sum, one) => sum + Number(one.endpointId === id), 0);
  while (!stopping.aborted) {
    const busy = isBusy();
    const free = (busy ? atOnceWhileBusy : atOnce) - underway.size;
    const places = (id: number) => atOnceToOne - toEndpoint(id);
    const ready =
      free <= 0
        ? { found: 0, claimed: [] }
        : await claimReady(db, round, { now: timing.now(), duration: timing.lease, count: free, places }).catch(
            (error) => {
              log.error({ err: error }, "could not read the webhook deliveries");
              return null;
            },
          );
    for (const delivery of ready?.claimed ?? []) {
      const ending = attempt(context, delivery).finally(() => underway.delete(delivery.id));
      underway.set(delivery.id, { endpointId: delivery.endpointId, ending });
    }
    if (ready === null) await rest(timing.databasePause, stopping);
    else if (ready.found === 0) await next(underway, timing.poll, stopping);
    else if (busy) await rest(busyPause, stopping);
  }
  await Promise.all(underway.values().map(({ ending }) => ending));
}

/** Until a delivery ends and leaves room for another, or for `milliseconds`. */
async function next(
  underway: Map<number, { ending: Promise<void> }>,
  milliseconds: number,
  stopping: AbortSignal,
): Promise<void> {
  const waiting = new AbortController();
  const ended = underway.values().map(({ ending }) => ending);
  await Promise.race([...ended, rest(milliseconds, AbortSignal.any([stopping, waiting.signal]))]);
  waiting.abort();
}
