import { sql } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { distinctValues } from "../../platform/database/distinct-values.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { locking } from "../../platform/database/row-locks.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { EventKind } from "./kinds.ts";
import type { Happened } from "./record-events.ts";

/** Events of one kind in the outbox. */
export interface OutboxRow {
  id: number;
  accountId: number;
  kind: EventKind;
  happened: Happened[];
}

/** A row as read before its events are. */
type StoredRow = Omit<OutboxRow, "happened"> & { happened: string };

/**
 * The next rows, oldest first, until they have `most` events; more if the last row has many, because it may be for a set of
 * orders. The stores after the row number `after` take turns: each gets its share, in the order of their row numbers. The next
 * step continues after the returned `after`.
 */
export async function nextRows(
  reader: Reader,
  { after, most }: { after: number; most: number },
): Promise<{ rows: OutboxRow[]; after: number }> {
  const stores = [...Map.groupBy(await shares(reader, { after, most }), ({ accountId }) => accountId)];
  const share = Math.ceil(most / stores.length);
  const rows: OutboxRow[] = [];
  let [count, last] = [0, 0];
  for (const [accountId, stored] of stores) {
    if (count >= most) break;
    const end = count + share;
    for (const row of stored) {
      if (count >= end) break;
      const happened = JSON.parse(row.happened) as Happened[];
      rows.push({ ...row, happened });
      count += happened.length;
    }
    last = accountId;
  }
  const isRound = stores.length < most && last === (stores.at(-1)?.[0] ?? 0);
  return { rows: rows.sort((one, other) => one.id - other.id), after: isRound ? 0 : last };
}

/**
 * The oldest rows of up to `most` stores with the lowest numbers, about `most` in all. Looks into the index
 * `webhook_events_account` for each store, and reads no more rows than it returns.
 */
const shares = prepared<{ after: number; most: number }, StoredRow>((db, { after, most }) => {
  const rows = sql`from webhook_events where true`;
  return sql<StoredRow>`
    with recursive ${distinctValues("waiting", "account_id", rows, { after, most })},
    shares(account_id, last_id) as (
      select value, coalesce((
        select event.id from webhook_events as event where event.account_id = waiting.value
        order by event.id limit 1 offset ((${most} - 1) / (select max(number) from waiting where value is not null))
      ), ${sql.lit(Number.MAX_SAFE_INTEGER)})
      from waiting where value is not null
    )
    select event.id, event.account_id as "accountId", event.kind, event.happened
    from shares inner join webhook_events as event
      on event.account_id = shares.account_id and event.id <= shares.last_id
    order by event.account_id, event.id`.compile(db);
});

/** If several servers take the same rows, the second waits for the first and gets none of them. */
export const takeRows = prepared<{ ids: string }, { id: number }>((db, { ids }) =>
  db
    .deleteFrom("webhook_events")
    .where(
      "id",
      "in",
      locking(
        db,
        db
          .selectFrom("webhook_events")
          .select("id")
          .where("id", "in", valueSet(db, "integer", ids))
          .orderBy("id"),
      ),
    )
    .returning("id"),
);
