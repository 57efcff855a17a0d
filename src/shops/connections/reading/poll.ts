import { sql } from "kysely";
import { insertEvent, type NewEvent } from "../../../messages/connection-events/events.ts";
import type { Database, Reader, Tx } from "../../../platform/database/database.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import { again } from "../../../platform/database/when-due.ts";
import { hourMilliseconds } from "../../../platform/days.ts";
import { type Instant, instant, instantNow } from "../../../platform/instants.ts";
import type { Log } from "../../../platform/log.ts";
import type { Vault } from "../../../platform/vault.ts";
import { accessOf, type Connection, connectionById, noteFirstEvent } from "../connections.ts";
import { saysNothingNew } from "../known/merge-facts.ts";
import { knownNames } from "../known/other-ids.ts";
import { shopOrderByKey } from "../known/shop-orders.ts";
import { eventOf } from "./receive.ts";
import { AccessMissing, NotAsked, type ShopFetch, type StoredRequest } from "./shop.ts";
import { BudgetUsedUp, withinBudget } from "./shop-fetch.ts";
import { readEvent, shops } from "./shops/index.ts";

/** Milliseconds between two polls of a shop. */
const interval = 300_000;

/** Milliseconds by which two polls overlap, because the shop's clock may differ from ours. */
const overlap = 120_000;

/** Milliseconds until the next poll of a shop that sends more than one poll may read. */
const intervalOfTooMuch = hourMilliseconds;

/** Maximum number of connections to poll at the same time, in all and for one store. */
const atOnce = 10;
const ofOneStore = 2;

/** Limits of one poll. Waybill stores an event for each order with news. */
const budget = { requests: 200, bytes: 64 * 1024 ** 2, milliseconds: 240_000 };

interface PollSettings {
  db: Database;
  vault: Vault;
  fetch: ShopFetch;
  log: Log;
  /** Call when an event has been stored. */
  eventStored(): void;
}

export interface Poller {
  /** Begins to poll due shops, as far as there is room. Resolves with the time when the next is due; null if none is. */
  look(now: Instant, stopping: AbortSignal): Promise<Instant | null>;
  /** Resolves when all running polls have ended. */
  ended(): Promise<void>;
}

/**
 * Polls shops for anything that a lost webhook may have missed. Polls run side by side: none waits for a slow shop, and no store
 * takes all places. Several servers share the work.
 */
export function createPoller(settings: PollSettings): Poller {
  /** By the connection's row number. */
  const running = new Map<number, { accountId: number; ending: Promise<void> }>();
  const countOf = (accountId: number) =>
    running
      .values()
      .filter((one) => one.accountId === accountId)
      .toArray().length;

  async function begin(id: number, stopping: AbortSignal): Promise<void> {
    const now = instantNow();
    if (!(await settings.db.write((tx) => claimPoll(tx, id, now)))) return;
    const connection = await connectionById(settings.db.read, id);
    if (connection) await pollShop(settings, connection, now, stopping);
  }

  return {
    async look(now, stopping) {
      const full = [...running.values()].map(({ accountId }) => accountId).filter((id) => countOf(id) >= ofOneStore);
      const next = await nextConnections(settings.db.read, { except: JSON.stringify(full) });
      for (const { id, accountId } of next.filter(({ dueAt }) => dueAt <= now)) {
        if (stopping.aborted || running.size >= atOnce) break;
        if (running.has(id) || countOf(accountId) >= ofOneStore) continue;
        const ending = begin(id, stopping)
          .catch((error) => settings.log.error({ err: error, connection: id }, "could not ask a shop for its orders"))
          .finally(() => void running.delete(id));
        running.set(id, { accountId, ending });
      }
      // Due connections of stores that have all their places were not read.
      return full.length > 0 ? again : (next[0]?.dueAt ?? null);
    },
    async ended() {
      await Promise.all(running.values().map(({ ending }) => ending));
    },
  };
}

/** What the owner is told about an internal error. The log has its real message. */
const notRead = "Waybill could not keep what the shop told. The server's log says why.";

async function pollShop(
  settings: PollSettings,
  connection: Connection,
  now: Instant,
  stopping: AbortSignal,
): Promise<void> {
  const { db, log } = settings;
  try {
    await readShop({ ...settings, fetch: withinBudget(settings.fetch, budget, stopping) }, connection);
    await db.write((tx) => savePoll(tx, connection.id, { polled_until: now, poll_problem: null }));
  } catch (error) {
    // The next poll begins where this one did.
    if (stopping.aborted) return;
    log.warn({ err: error, connection: connection.id }, "could not ask a shop for its orders");
    const poll_problem = error instanceof NotAsked ? error.message : notRead;
    const next =
      error instanceof NotAsked && error.cause instanceof BudgetUsedUp
        ? { next_poll_at: instant(now + intervalOfTooMuch) }
        : {};
    await db.write((tx) => savePoll(tx, connection.id, { poll_problem: poll_problem.slice(0, 500), ...next }));
  }
}

async function readShop({ db, vault, fetch, eventStored }: PollSettings, connection: Connection): Promise<void> {
  const { poll } = shops[connection.kind];
  if (!poll) throw new NotAsked(new AccessMissing("This shop cannot be asked for orders."));
  const question = { fetch, access: accessOf(vault, connection), settings: connection.settings };
  const since = instant((connection.polledUntil ?? connection.createdAt) - overlap);
  for await (const requests of answersOf(poll(question, since))) {
    for (const { headers, body } of requests) {
      const event = eventOf(connection, "poll", { headers, body: Buffer.from(body) });
      if (!(await isNews(db.read, connection, event, { headers, body }))) continue;
      await db.write(async (tx) => {
        await insertEvent(tx, event, instantNow());
        if (connection.firstEventAt === null) await noteFirstEvent(tx, connection, instantNow());
      });
      eventStored();
    }
  }
}

/** The same answers; turns errors of the shop into `NotAsked`. */
async function* answersOf(pages: AsyncGenerator<StoredRequest[]>): AsyncGenerator<StoredRequest[]> {
  try {
    yield* pages;
  } catch (error) {
    throw new NotAsked(error);
  }
}

/** Whether the shop says anything that its events have not said. */
async function isNews(
  reader: Reader,
  connection: Connection,
  { externalId }: NewEvent,
  request: { headers: Record<string, string>; body: string },
): Promise<boolean> {
  if (externalId === null) return false;
  const { facts, otherIds = [] } = readEvent(connection.kind, request, connection.settings, null);
  const ids = [externalId, ...otherIds];
  const names = await knownNames(reader, connection, ids);
  const id = ids.flatMap((name) => names.get(name) ?? [])[0] ?? externalId;
  const known = await shopOrderByKey(reader, connection.id, id);
  if (known?.progress.stage === "erased") return false;
  if (facts === null) return otherIds.length > 0 && !ids.every((name) => name === id || names.get(name) === id);
  return known === null || !saysNothingNew(known.facts, known.progress.adopted ? { ...facts, content: null } : facts);
}

/** The connections that are due first, except those of the accounts in `except`. */
const nextConnections = prepared<{ except: string }, Pick<Connection, "id" | "accountId"> & { dueAt: Instant }>(
  (db, { except }) =>
    db
      .selectFrom("connections")
      .select(["id", "account_id as accountId"])
      .select(({ ref }) => ref("next_poll_at").$castTo<Instant>().as("dueAt"))
      .where("next_poll_at", "is not", null)
      .where("removed_at", "is", null)
      .where("account_id", "not in", valueSet(db, "integer", except))
      .orderBy("next_poll_at")
      .limit(sql.lit(atOnce)),
);

/** Whether this server polls the connection now. If it ends meanwhile, the next poll begins where this one did. */
async function claimPoll(tx: Tx, id: number, now: Instant): Promise<boolean> {
  const claimed = await tx
    .updateTable("connections")
    .set({ next_poll_at: instant(now + interval) })
    .where("id", "=", id)
    .where("next_poll_at", "<=", now)
    .returning("id")
    .executeTakeFirst();
  return claimed !== undefined;
}

async function savePoll(
  tx: Tx,
  id: number,
  outcome: { polled_until?: Instant; poll_problem: string | null; next_poll_at?: Instant },
): Promise<void> {
  await tx.updateTable("connections").set(outcome).where("id", "=", id).where("next_poll_at", "is not", null).execute();
}
