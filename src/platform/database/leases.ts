import { sql } from "kysely";
import { type Instant, instant } from "../instants.ts";
import type { Database } from "./database.ts";

/** Work that several servers share: whoever has taken a row holds it until `lease_expires_at`, which is null for all others. */
type LeasedTable = "emails" | "webhook_deliveries";

/** Leases that one pass ends. */
const batchSize = 200;

/** Milliseconds from now after which no lease ends, unless it was taken by a clock that was wrong. */
const farthestEnd = 3_600_000;

/**
 * Ends leases of dead workers, so that others can take the rows: those that expired before `now`, or that a wrong clock gave an end
 * far ahead, but not those of the rows `except`.
 */
export async function returnExpiredLeases(
  db: Pick<Database, "read" | "write">,
  table: LeasedTable,
  now: Instant,
  except: number[] = [],
): Promise<void> {
  const farthest = instant(now + farthestEnd);
  // `is not null` is the condition of the index on either table.
  const isOver = sql`lease_expires_at is not null and (lease_expires_at < ${now} or lease_expires_at > ${farthest})`;
  const isOther = except.length > 0 ? sql`and id not in (${sql.join(except)})` : sql``;
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${isOver} ${isOther} limit ${sql.lit(batchSize)}`.execute(db.read);
  if (rows.length === 0) return;
  const ids = sql.join(rows.map(({ id }) => id));
  await db.write((tx) =>
    sql`update ${sql.table(table)} set lease_expires_at = null where id in (${ids}) and ${isOver}`.execute(tx),
  );
}

/**
 * Ends all leases, those of a process that has died. Only for the only process on a database, before its workers start: it
 * would take rows that another process works on.
 */
export async function releaseLeases(db: Pick<Database, "write">, table: LeasedTable): Promise<void> {
  await db.write((tx) =>
    sql`update ${sql.table(table)} set lease_expires_at = null where lease_expires_at is not null`.execute(tx),
  );
}
