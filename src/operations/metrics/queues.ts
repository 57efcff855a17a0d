import { Gauge, type Registry } from "prom-client";
import { itemsWaitingForKeys } from "../../delivery/licenses/products-waiting-for-keys.ts";
import { pendingEventCount } from "../../messages/connection-events/events.ts";
import { emailQueue } from "../../messages/mail/sending/lanes.ts";
import { deliveryQueue } from "../../messages/webhooks/queue.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log.ts";
import { queueLengths } from "../../platform/queue/queue.ts";

/** Milliseconds for which the lengths are cached. */
const keptFor = 10_000;

/** Most entries of one queue to count. */
const mostCounted = 100_000;

/** All processes read the same queues. */
const aggregator = "max";

/**
 * Reports the lengths of the queues in the database. `refresh` reads them unless they are fresh, one read at a time,
 * and never rejects. While the database cannot be read, the report leaves them out.
 */
export function measureQueues(
  { db, log }: { db: Pick<Database, "scan">; log: Log },
  registers: Registry[],
): { refresh(): Promise<void> } {
  const outbox = new Gauge({
    name: "waybill_outbox_emails",
    help: `Emails in the outbox: due now, waiting for a later attempt, being sent. Each at most ${mostCounted}.`,
    labelNames: ["state"],
    aggregator,
    registers,
  });
  const keys = new Gauge({
    name: "waybill_order_items_waiting_for_keys",
    help: `Order items that got fewer license keys than units. At most ${mostCounted}.`,
    aggregator,
    registers,
  });
  const deliveries = new Gauge({
    name: "waybill_webhook_deliveries",
    help: `Webhook deliveries: due now, waiting for a later attempt, being sent. Each at most ${mostCounted}.`,
    labelNames: ["state"],
    aggregator,
    registers,
  });
  const events = new Gauge({
    name: "waybill_connection_events_waiting",
    help: `Events of connected shops that wait to be processed. At most ${mostCounted}.`,
    aggregator,
    registers,
  });
  // No value until the first read.
  keys.remove();
  events.remove();
  let latest: { done: Promise<void>; endedAt: number } | null = null;

  async function read(): Promise<void> {
    try {
      const [ofEmails, ofKeys, ofDeliveries, ofEvents] = await Promise.all([
        queueLengths(db.scan, emailQueue, mostCounted),
        itemsWaitingForKeys(db.scan, mostCounted),
        queueLengths(db.scan, deliveryQueue, mostCounted),
        pendingEventCount(db.scan, mostCounted),
      ]);
      for (const [state, length] of Object.entries(ofEmails)) outbox.set({ state }, length);
      for (const [state, length] of Object.entries(ofDeliveries)) deliveries.set({ state }, length);
      keys.set(ofKeys);
      events.set(ofEvents);
    } catch (error) {
      log.error({ err: error }, "could not read the lengths of the queues");
      outbox.reset();
      deliveries.reset();
      keys.remove();
      events.remove();
    }
  }

  return {
    refresh() {
      if (latest && performance.now() - latest.endedAt < keptFor) return latest.done;
      const current = { done: read(), endedAt: Number.POSITIVE_INFINITY };
      current.done.then(() => {
        current.endedAt = performance.now();
      });
      latest = current;
      return current.done;
    },
  };
}
