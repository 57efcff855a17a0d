import type { TokenVault } from "../accounts/token-vault.ts";
import { insertEvent, type NewEvent } from "../connection-events/events.ts";
import type { Database, Reader, Tx } from "../database/database.ts";
import { reasonOf } from "../errors.ts";
import { type Instant, instant, instantNow } from "../instants.ts";
import type { Log } from "../log.ts";
import { accessOf, type Connection, connectionById, noteFirstEvent } from "./connections.ts";
import { type Facts, saysNothingNew } from "./facts.ts";
import { eventOf } from "./receive.ts";
import { AccessMissing, type ShopFetch } from "./shop.ts";
import { shopOrderByKey } from "./shop-orders.ts";
import { shops } from "./shops/index.ts";

/** Milliseconds between two looks at a shop. */
const interval = 300_000;

/** Milliseconds by which two looks overlap, since the shop's clock may differ from ours. */
const overlap = 120_000;

/** Connections that are polled one after the other before others get their turn. */
const batch = 10;

interface PollSettings {
  db: Database;
  vault: TokenVault;
  fetch: ShopFetch;
  log: Log;
  /** Call when an event has been stored. */
  eventStored(): void;
}

/** Asks each shop that is due for what a webhook may have lost. Several servers share the work. */
export async function pollShops(settings: PollSettings, stopping: AbortSignal): Promise<void> {
  for (const id of await dueConnections(settings.db.read, instantNow())) {
    if (stopping.aborted) return;
    const now = instantNow();
    if (!(await settings.db.write((tx) => claimPoll(tx, id, now)))) continue;
    const connection = await connectionById(settings.db.read, id);
    if (connection) await pollShop(settings, connection, now);
  }
}

async function pollShop(settings: PollSettings, connection: Connection, now: Instant): Promise<void> {
  const { db, log } = settings;
  try {
    await readShop(settings, connection);
    await db.write((tx) => savePoll(tx, connection.id, { polled_until: now, poll_problem: null }));
  } catch (error) {
    log.warn({ err: error, connection: connection.id }, "could not ask a shop for its orders");
    const poll_problem = error instanceof AccessMissing ? error.message : `${reasonOf(error)}.`;
    await db.write((tx) => savePoll(tx, connection.id, { poll_problem: poll_problem.slice(0, 500) }));
  }
}

async function readShop({ db, vault, fetch, eventStored }: PollSettings, connection: Connection): Promise<void> {
  const { poll } = shops[connection.kind];
  if (!poll) throw new AccessMissing("This shop cannot be asked for orders.");
  const question = { fetch, access: accessOf(vault, connection), settings: connection.settings };
  const since = instant((connection.polledUntil ?? connection.createdAt) - overlap);
  for await (const requests of poll(question, since)) {
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

/** Whether the shop says anything that its events have not said. */
async function isNews(
  reader: Reader,
  connection: Connection,
  { externalId }: NewEvent,
  request: { headers: Record<string, string>; body: string },
): Promise<boolean> {
  if (externalId === null) return false;
  const known = await shopOrderByKey(reader, connection.id, externalId);
  const facts: Facts | null = shops[connection.kind].read(request, connection.settings, null).facts;
  if (facts === null || known?.progress.stage === "erased") return false;
  return known === null || !saysNothingNew(known.facts, facts);
}

async function dueConnections(reader: Reader, now: Instant): Promise<number[]> {
  const due = reader.selectFrom("connections").select("id").where("next_poll_at", "<=", now);
  const rows = await due.where("removed_at", "is", null).orderBy("next_poll_at").limit(batch).execute();
  return rows.map(({ id }) => id);
}

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
  outcome: { polled_until?: Instant; poll_problem: string | null },
): Promise<void> {
  await tx.updateTable("connections").set(outcome).where("id", "=", id).where("next_poll_at", "is not", null).execute();
}
