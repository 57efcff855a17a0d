import { newestEventIds, problemEvents, repeatEvents, waitingEvents } from "../../messages/connection-events/events.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Facts } from "./known/facts.ts";
import { saveFacts } from "./known/shop-orders.ts";
import { mostRead, readAnew } from "./reading/reread-events.ts";

/**
 * The progress of checking orders and events again after a connection was changed: orders with a problem, then failed events,
 * then events that wait for another attempt. Each part continues after a row number; the last part also after the time of the
 * next attempt.
 */
interface Position {
  step: "orders" | "failed" | "waiting";
  after: number;
  at: Instant;
}

/** Rows to read per step, and events to make due. Their processing must leave room for other stores. */
const window = 50;
const most = 20;

/** Call when a connection was changed: orders and events that wait for it are soon checked again, a few at a time. */
export async function retryWaiting(tx: Tx, connectionId: number, now: Instant): Promise<void> {
  await savePosition(tx, connectionId, { step: "orders", after: 0, at: now });
}

/**
 * Returns a function that makes a few orders and events due which wait for a changed connection; connections take turns. Resolves
 * with whether there were any. The progress is stored with the connection, so that any server can continue.
 */
export function createRetry(db: Database): (now: Instant) => Promise<boolean> {
  let last = 0;
  return async (now) => {
    const [found] = await nextChanged(db.read, { after: last });
    last = found?.id ?? 0;
    if (found) await db.write((tx) => retrySome(tx, found, now));
    return found !== undefined;
  };
}

interface Changed {
  id: number;
  accountId: number;
  retry: string;
}

/** The next changed connection after this one, or otherwise the first. */
const nextChanged = prepared<{ after: number }, Changed>((db, { after }) =>
  db
    .selectFrom("connections")
    .select(["id", "account_id as accountId"])
    .select(({ ref }) => ref("retry").$castTo<string>().as("retry"))
    .where("retry", "is not", null)
    .where("removed_at", "is", null)
    .orderBy(({ case: when }) => when().when("id", ">", after).then(0).else(1).end())
    .orderBy("id")
    .limit(1),
);

async function retrySome(tx: Tx, changed: Changed, now: Instant): Promise<void> {
  const position = JSON.parse(changed.retry) as Position;
  const next = await steps[position.step](tx, changed, position, now);
  await savePosition(tx, changed.id, next, changed.retry);
}

/** Does nothing if the connection was changed again since `before`: everything is then checked once more. */
async function savePosition(tx: Tx, id: number, position: Position | null, before?: string): Promise<void> {
  const retry = position && JSON.stringify(position);
  const update = tx.updateTable("connections").set({ retry }).where("id", "=", id);
  await (before === undefined ? update : update.where("retry", "=", before)).execute();
}

type Step = (tx: Tx, changed: Changed, position: Position, now: Instant) => Promise<Position | null>;

const steps: Record<Position["step"], Step> = {
  /**
   * Orders that were not created are read again, because their events may have been read wrongly. Others are settled with the
   * known facts.
   */
  async orders(tx, { id, accountId }, position, now) {
    const rows = await tx
      .selectFrom("connection_orders")
      .select(["id", "connection_id as connectionId", "external_id as externalId", "order_id as orderId", "facts"])
      .where("account_id", "=", accountId)
      .where("id", ">", position.after)
      .where("problem", "is not", null)
      .orderBy("id")
      .limit(window)
      .execute();
    const events: number[] = [];
    const made: number[] = [];
    let { after } = position;
    let isFull = false;
    for (const row of rows) {
      if (events.length + made.length >= most) {
        isFull = true;
        break;
      }
      after = row.id;
      if (row.connectionId !== id) continue;
      if (row.orderId !== null) made.push(row.id);
      else {
        const { facts, ...order } = row;
        const known = await readAnew(tx, { ...order, facts: JSON.parse(facts) as Facts });
        await saveFacts(tx, row.id, known);
        await setOrders(tx, [row.id], { settle_at: null });
        events.push(...(await newestEventIds(tx, row, mostRead)));
      }
    }
    await repeatEvents(tx, events, now);
    await setOrders(tx, made, { settle_at: now });
    return isFull || rows.length === window ? { ...position, after } : { step: "failed", after: 0, at: now };
  },

  async failed(tx, { id, accountId }, position, now) {
    const rows = await problemEvents(tx, accountId, position.after, most);
    await repeatEvents(tx, idsOf(rows, id), now, "failed");
    const last = rows.length < most ? null : (rows.at(-1)?.id ?? null);
    return last === null ? { step: "waiting", after: 0, at: now } : { ...position, after: last };
  },

  async waiting(tx, { id }, position, now) {
    const rows = await waitingEvents(tx, id, position, most);
    const ids = rows.map((row) => row.id);
    await repeatEvents(tx, ids, now, "pending");
    const last = rows.length < most ? null : (rows.at(-1) ?? null);
    return last && { step: "waiting", after: last.id, at: last.nextAttemptAt };
  },
};

const idsOf = (rows: { id: number; connectionId: number }[], connectionId: number) =>
  rows.filter((row) => row.connectionId === connectionId).map(({ id }) => id);

async function setOrders(tx: Tx, ids: number[], values: { settle_at: Instant | null }): Promise<void> {
  if (ids.length === 0) return;
  const rows = valueSet(tx, "integer", JSON.stringify(ids));
  await tx.updateTable("connection_orders").set(values).where("id", "in", rows).execute();
}
