import { again, resultWhenDue, whenDue } from "../../platform/database/when-due.ts";
import type { Instant } from "../../platform/instants.ts";
import { pause, pauseUntilOneEnds, untilNextTick } from "../../platform/repeat.ts";
import { startWorker, type Worker } from "../../platform/worker.ts";
import { type AttemptContext, attempt } from "./attempt.ts";
import { createQueueCare } from "./caretaker.ts";
import type { KeptMessages } from "./mailer.ts";
import { createMessageRemoval } from "./message-removal.ts";
import { claimReadyEmails, newRound, type Room } from "./queue.ts";
import { type MailTiming, usualTiming } from "./timing.ts";
import { customerKinds } from "./transports.ts";

export interface MailWorkerSettings extends Omit<AttemptContext, "timing" | "stopping"> {
  timing?: Partial<MailTiming>;
  /** Whether requests keep the server busy. A message takes ten times as long as an order, so requests go first. */
  isBusy?(): boolean;
  /** Removes the messages of deleted orders. */
  kept: Pick<KeptMessages, "remove">;
}

/** Messages sent at the same time, not counting those that have waited long for the server's answer. */
const atOnce = 5;

/** Messages in progress in total. */
const mostUnderway = 15;

/** Messages in progress on one store's own mail server. */
const atOnceOfStore = 2;

/** Messages in progress on all such servers. */
const mostOfStores = 200;

/** A message that this worker is sending. */
interface Sending {
  accountId: number;
  /** By `performance.now()`. */
  since: number;
  ending: Promise<void>;
  /** Whether it goes by a store's own mail server, which holds up nobody else's messages. */
  isStores: boolean;
}

type Underway = Map<number, Sending>;

/**
 * Sends the outbox's messages, up to five at a time, with stores taking turns; while requests keep the server busy, one
 * after another with pauses. What goes by a store's own mail server takes none of these places, and has two of its own. The result of each attempt is recorded
 * with the mail server's reply. Temporary failures are retried with growing pauses for 24 hours from the first attempt.
 * The worker also removes the messages of deleted orders from the mailbox. docs/reference/email.md (How they are sent) says when
 * a message can be sent twice.
 */
export function startMailWorker({ kept, isBusy = () => false, ...settings }: MailWorkerSettings): Worker {
  const { db, log } = settings;
  const timing = { ...usualTiming, ...settings.timing };
  const underway: Underway = new Map();
  const removeMessages = whenDue(db, createMessageRemoval({ db, kept, log }), timing.now);
  const worker = startWorker(log, (stopping) => [
    {
      work: createSending({ ...settings, timing, stopping }, underway, isBusy),
      every: 0,
      retryPause: timing.databasePause,
      failure: "could not read the outbox",
    },
    {
      work: createQueueCare({ db, timing, stopping }, () => [...underway.keys()]),
      every: timing.poll,
      failure: "could not maintain the outbox",
    },
    {
      work: removeMessages,
      every: timing.poll,
      failure: "could not remove the messages of deleted orders from the mailbox; will try again",
    },
  ]);
  return {
    async stop() {
      await worker.stop();
      await Promise.all(endings(underway.values()));
    },
  };
}

/** Returns what begins the next attempts, and waits as long as there is no room or nothing to send. */
function createSending(context: AttemptContext, underway: Underway, isBusy: () => boolean): () => Promise<void> {
  const { db, timing, stopping } = context;
  const round = newRound();
  const known = new Set<number>();
  const begin = async (now: Instant, count: number) => {
    const room = roomOf(underway, known);
    const { found, claimed } = await claimReadyEmails(db, round, { now, duration: timing.lease, count, room });
    for (const email of claimed) {
      const sending = { accountId: email.accountId, since: performance.now(), isStores: false };
      const ending = attempt(context, email, ({ isStores }) => {
        if (isStores) known.add(email.accountId);
        else if (customerKinds.has(email.kind)) known.delete(email.accountId);
        underway.set(email.id, { ...sending, ending, isStores });
      }).finally(() => underway.delete(email.id));
      underway.set(email.id, { ...sending, ending });
    }
    return { dueAt: found > 0 || room.none.length > 0 ? again : null, result: found };
  };
  const beginWhenDue = resultWhenDue(db, begin, timing.now);
  return async () => {
    const { free, more } = places(underway, timing);
    if (free === 0) return pauseUntilOneEnds(endings(underway.values()), more, stopping);
    const busy = isBusy();
    const found = await beginWhenDue(busy ? 1 : free);
    if (!found) await pauseUntilOneEnds(endings(byStores(underway)), untilNextTick(timing.poll), stopping);
    else if (busy) await pause(timing.busyPause, stopping);
  };
}

/** Room on the mail servers of stores; `known` are the accounts that have sent by one of their own. */
function roomOf(underway: Underway, known: ReadonlySet<number>): Room {
  const sendings = byStores(underway);
  const most = sendings.length < mostOfStores ? atOnceOfStore : 0;
  const counts = Map.groupBy(sendings, ({ accountId }) => accountId);
  const used = (accountId: number) => counts.get(accountId)?.length ?? 0;
  return {
    of: (accountId) => (known.has(accountId) ? most - used(accountId) : Number.POSITIVE_INFINITY),
    none: [...counts.keys()].filter((accountId) => used(accountId) >= most),
  };
}

const byStores = (underway: Underway) => [...underway.values()].filter(({ isStores }) => isStores);

const endings = (sendings: Iterable<Sending>) => [...sendings].map(({ ending }) => ending);

/**
 * How many messages can be started now, and in how many milliseconds there may be room for more even if none ends. A
 * mail server may take ten minutes to confirm a message. Five such waits must not block all other messages.
 */
function places(underway: Underway, { lendAfter }: MailTiming): { free: number; more: number } {
  const now = performance.now();
  const shared = [...underway.values()].filter(({ isStores }) => !isStores);
  const busy = shared.map(({ since }) => since + lendAfter - now).filter((left) => left > 0);
  const free = Math.max(0, Math.min(atOnce - busy.length, mostUnderway - shared.length));
  return { free, more: Math.max(1, Math.min(lendAfter, ...busy)) };
}
