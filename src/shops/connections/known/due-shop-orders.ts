import { sql } from "kysely";
import type { Reader } from "../../../platform/database/database.ts";
import { distinctValues } from "../../../platform/database/distinct-values.ts";
import { prepared } from "../../../platform/database/prepared.ts";
import { earliest, type Instant } from "../../../platform/instants.ts";
import { shareTurns, type Turns } from "../../../platform/queue/turns.ts";

/** Connections to check in one step. If there are more, the next step continues with them. */
const mostConnections = 500;

/**
 * The row numbers of up to `most` due orders, and the time when the next order is due. Stores take turns, and so do the
 * connections of each store.
 */
export async function dueShopOrders(
  reader: Reader,
  turns: Turns,
  now: Instant,
  most: number,
): Promise<{ ids: number[]; nextAt: Instant | null }> {
  const isContinued = turns.after > 0;
  const waiting = await connectionsInLine(reader, { after: turns.after, most: mostConnections });
  turns.after = waiting.length === mostConnections ? (waiting.at(-1)?.id ?? 0) : 0;
  const ready = waiting.filter(({ dueAt }) => dueAt <= now);
  const ids: number[] = [];
  for (const [connectionId, share] of shareTurns(turns, ready, { hasRoom: () => true, take() {} }, most)) {
    const due = reader.selectFrom("connection_orders").select("id").where("connection_id", "=", connectionId);
    const rows = await due.where("settle_at", "<=", now).orderBy("settle_at").orderBy("id").limit(share).execute();
    ids.push(...rows.map(({ id }) => id));
  }
  // A check that does not see all connections says nothing about the others.
  const nextAt = isContinued || turns.after > 0 ? now : earliest(...waiting.map(({ dueAt }) => dueAt));
  return { ids, nextAt };
}

interface InLine {
  id: number;
  accountId: number;
  dueAt: Instant;
}

/** Looks once into the index `connection_orders_turns` for each connection, however many of its orders wait. */
const connectionsInLine = prepared<{ after: number; most: number }, InLine>((db, { after, most }) => {
  // The same condition as in the index.
  const rows = sql`from connection_orders where settle_at is not null`;
  return sql<InLine>`
    with recursive ${distinctValues("waiting", "connection_id", rows, { after, most })}
    select connection.id, connection.account_id as "accountId",
      (select min(settle_at) ${rows} and connection_id = waiting.value) as "dueAt"
    from waiting inner join connections as connection on connection.id = waiting.value
    order by connection.id`.compile(db);
});
