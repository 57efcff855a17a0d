import {
  type DueConnection,
  type DueEvent,
  dueEvents,
  newEventTurns,
} from "../../messages/connection-events/due-events.ts";
import {
  type ConnectionEvent,
  eventById,
  isDue,
  keepFetched,
  leaseEvent,
  postponeEvent,
} from "../../messages/connection-events/events.ts";
import { longestPause, retryPause } from "../../platform/backoff.ts";
import { type Database, isUnavailable, type Reader } from "../../platform/database/database.ts";
import { again, type Look, resultWhenDue, whenDue } from "../../platform/database/when-due.ts";
import { earliest, type Instant, instant, instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { newTurns, type Places } from "../../platform/queue/turns.ts";
import { pause, untilNextTick } from "../../platform/repeat.ts";
import type { Vault } from "../../platform/vault.ts";
import { startWorker, type Worker } from "../../platform/worker.ts";
import { accessOf, connectionById } from "./connections.ts";
import { tellOfFailing } from "./failing.ts";
import { dueShopOrders } from "./known/due-shop-orders.ts";
import { postponeShopOrder } from "./known/shop-orders.ts";
import { processEvent, processShopOrder, storedRequest } from "./process-event.ts";
import { createPoller } from "./reading/poll.ts";
import { AccessMissing, NotAsked, type ShopFetch, UnreadableEvent } from "./reading/shop.ts";
import { withinBudget } from "./reading/shop-fetch.ts";
import { mayAsk, shops } from "./reading/shops/index.ts";
import { createRetry } from "./retry-after-change.ts";
import { createLookAgain } from "./retry-after-product.ts";

/** Milliseconds between two checks for events. Events that this server receives are handled at once. */
const poll = 500;

/** Milliseconds between two checks for shops to poll. */
const shopsPoll = 2_000;

/** Milliseconds between two checks for connections that have begun to fail. */
const failingPoll = 60_000;

/** Milliseconds between two checks for products that orders wait for. */
const productsPoll = 60_000;

/** Events to look up at once, and events to process at the same time. */
const batch = 40;
const atOnce = 8;

/** Maximum number of events about which one shop is asked at the same time. */
const askedAtOnce = 4;

/** Maximum time, in milliseconds, for a server to ask a shop about an event. */
const leaseTime = 120_000;

/**
 * Maximum number of checks for an event that its owner wants processed now while another server has it, and milliseconds between
 * two checks.
 */
const mostLooks = 100;
const betweenLooks = 20;

/** Limits of all questions about one event. */
const askBudget = { requests: 30, bytes: 16 * 1024 ** 2, milliseconds: leaseTime / 2 };

interface WorkerSettings {
  db: Database;
  vault: Vault;
  fetch: ShopFetch;
  log: Log;
}

export interface ConnectionWorker extends Worker {
  /** Call when an event has been stored, so that it is processed at once. */
  wake(): void;
  /**
   * Processes this event now, unless its shop is being asked about it. Resolves when this or another server has processed it, or
   * after some seconds.
   */
  processNow(event: Pick<ConnectionEvent, "id" | "accountId">): Promise<void>;
}

/**
 * Processes what shops send. It may end at any time: each event is processed in one transaction with all its effects, and stays
 * pending until then. Several servers share the work.
 */
export function startConnectionWorker(settings: WorkerSettings): ConnectionWorker {
  const { db, log } = settings;
  let woken = new AbortController();
  const retry = createRetry(db);
  const [eventTurns, orderTurns] = [newEventTurns(), newTurns()];
  /** Events, by row number, that their shops are being asked about. */
  const asked = new Map<number, { connectionId: number; ending: Promise<void> }>();

  function createWork(stopping: AbortSignal): () => Promise<void> {
    const stepWhenDue = resultWhenDue(db, (now) => step(now, stopping));
    return async () => {
      woken = new AbortController();
      const didWork = await stepWhenDue();
      if (!didWork) await pause(untilNextTick(poll), AbortSignal.any([stopping, woken.signal]));
    };
  }

  /** Returns whether it did anything. */
  async function step(now: Instant, stopping: AbortSignal): Promise<Look<boolean>> {
    const retried = await retry(now);
    const due = await dueEvents(db.read, eventTurns, { now, most: batch, places: placesLeft() });
    const asking = await askingConnections(db.read, [...new Set(due.events.map(({ connectionId }) => connectionId))]);
    const begun = due.events.filter((event) => asking.has(event.connectionId) && begin(event));
    const others = due.events.filter(({ connectionId }) => !asking.has(connectionId));
    await inParallel(others, (event) => tryEvent(settings, event, false), stopping);
    const orders = await dueShopOrders(db.read, orderTurns, now, batch);
    for (const id of orders.ids) await tryShopOrder(settings, id);
    const didWork = retried || begun.length > 0 || others.length > 0 || orders.ids.length > 0;
    return { dueAt: didWork ? again : earliest(due.nextAt, orders.nextAt), result: didWork };
  }

  /** The connections whose shops are being asked about the most events allowed. */
  function fullConnections(): number[] {
    const counts = Map.groupBy(asked.values(), ({ connectionId }) => connectionId);
    return [...counts].flatMap(([id, { length }]) => (length >= askedAtOnce ? [id] : []));
  }

  /** A shop that is being asked about the most events allowed gets no turn. */
  function placesLeft(): Places<DueConnection> {
    const full = new Set(fullConnections());
    return { hasRoom: ({ id }) => !full.has(id), take() {} };
  }

  /**
   * Begins to ask a shop about its event. Nothing else waits for the answer, which may never come. Returns false if there is no
   * room.
   */
  function begin(event: DueEvent): boolean {
    const { id, connectionId } = event;
    if (asked.has(id) || fullConnections().includes(connectionId)) return false;
    const ending = tryEvent(settings, event)
      .catch((error) => log.error({ err: error, event: id }, "could not process an event of a shop; will try again"))
      .finally(() => {
        asked.delete(id);
        wake();
      });
    asked.set(id, { connectionId, ending });
    return true;
  }

  const wake = () => woken.abort();
  const poller = createPoller({ ...settings, eventStored: wake });
  const worker = startWorker(log, (stopping) => {
    const lookAgain = createLookAgain(db, stopping);
    return [
      {
        work: createWork(stopping),
        every: 0,
        retryPause: poll,
        failure: "could not process the events of shops; will try again",
      },
      {
        work: whenDue(db, (now) => poller.look(now, stopping)),
        every: shopsPoll,
        failure: "could not ask shops for their orders; will try again",
      },
      {
        work: () => tellOfFailing(db, instantNow()),
        every: failingPoll,
        failure: "could not look for connections that fail; will try again",
      },
      {
        work: async () => (await lookAgain(instantNow())) && wake(),
        every: productsPoll,
        failure: "could not look for products that orders of shops wait for; will try again",
      },
    ];
  });
  return {
    wake,
    async processNow(event) {
      for (let looks = 0; looks < mostLooks; looks++) {
        await tryEvent(settings, event);
        // Another transaction has it. Waiting in a transaction of our own would block a connection.
        if (!(await isDue(db.read, event, instantNow()))) return;
        await pause(betweenLooks);
      }
    },
    async stop() {
      await worker.stop();
      await poller.ended();
      await Promise.all(asked.values().map(({ ending }) => ending));
    },
  };
}

async function inParallel<One>(all: One[], each: (one: One) => Promise<void>, stopping: AbortSignal): Promise<void> {
  const waiting = [...all];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined && !stopping.aborted; next = waiting.shift()) await each(next);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** The connections whose shops may have to be asked about an event. */
async function askingConnections(reader: Reader, ids: number[]): Promise<Set<number>> {
  const asking = new Set<number>();
  for (const id of ids) {
    const connection = await connectionById(reader, id);
    if (connection && mayAsk(connection)) asking.add(id);
  }
  return asking;
}

/** What the owner is told about an internal error. The log has its real message. */
const notProcessed = "Waybill could not process this. The server's log says why.";

/** Processes one event. If that fails, postpones it. */
async function tryEvent(
  settings: WorkerSettings,
  { id, accountId }: Pick<ConnectionEvent, "id" | "accountId">,
  asks = true,
): Promise<void> {
  const { db, log } = settings;
  try {
    const answer = asks ? await answerTo(settings, { id, accountId }) : null;
    if (answer === undefined) return;
    await db.write((tx) => processEvent(tx, id, instantNow(), { wasAsked: answer !== null }));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const event = await eventById(db.read, accountId, id);
    if (!event) return;
    log.warn({ err: error, event: id, connection: event.connectionId }, "could not process an event of a shop");
    const reason = error instanceof NotAsked ? error.message : notProcessed;
    const isMissing = error instanceof NotAsked && error.cause instanceof AccessMissing;
    const note = isMissing ? reason : `Will be tried again: ${reason}`;
    await db.write((tx) => postponeEvent(tx, id, note, instant(instantNow() + retryPause(event.attempts))));
  }
}

/** Checks an order of a shop again. If that fails, postpones it, and its owner has to check it. */
async function tryShopOrder({ db, log }: WorkerSettings, id: number): Promise<void> {
  try {
    await db.write((tx) => processShopOrder(tx, id, instantNow()));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    log.warn({ err: error, shop_order: id }, "could not process an order of a shop");
    const message = `Will be tried again: ${notProcessed}`;
    await db.write((tx) => postponeShopOrder(tx, id, message, instant(instantNow() + longestPause)));
  }
}

/** The shop's answer about the event; null if there is nothing to ask or it cannot be asked; undefined if another server asks. */
async function answerTo(
  { db, vault, fetch }: WorkerSettings,
  { id, accountId }: Pick<ConnectionEvent, "id" | "accountId">,
): Promise<string | null | undefined> {
  const event = await eventById(db.read, accountId, id);
  const connection = event && (await connectionById(db.read, event.connectionId));
  if (!event || !connection) return null;
  const { ask } = shops[connection.kind];
  if (!ask || !mayAsk(connection) || event.fetched !== null) return event.fetched;
  const access = accessOf(vault, connection);
  const now: Instant = instantNow();
  if (!(await db.write((tx) => leaseEvent(tx, id, now, instant(now + leaseTime))))) return undefined;
  const question = { fetch: withinBudget(fetch, askBudget), access, settings: connection.settings };
  const answer = await ask(storedRequest(event), question).catch((error: unknown) => {
    // Its processing will say that it cannot be read.
    if (error instanceof UnreadableEvent) return null;
    throw new NotAsked(error);
  });
  await db.write((tx) => keepFetched(tx, id, answer));
  return answer;
}
