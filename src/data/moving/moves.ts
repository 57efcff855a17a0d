import type { Database, Reader, Tx } from "../../platform/database/database.ts";
import type { MovedTable } from "../../platform/database/schema.ts";
import type { Instant } from "../../platform/instants.ts";

/** A move of an account, begun in this run or an earlier one. */
export interface Move {
  id: number;
  accountId: number;
  /** By the old service's clock. Later downloads are left out, because they may be the move's own. */
  historyUntil: Instant;
}

type MovedKind = MovedTable["kind"];

/** The account's move from this address; null if there was none. */
export async function moveFrom(reader: Reader, accountId: number, source: string): Promise<Move | null> {
  const move = await reader
    .selectFrom("moves")
    .select(["id", "account_id as accountId", "history_until as historyUntil"])
    .where("account_id", "=", accountId)
    .where("source", "=", source)
    .executeTakeFirst();
  return move ?? null;
}

/** Begins a move, and does `alongside` in the same transaction. */
export async function beginMove(
  db: Database,
  { accountId, source, historyUntil }: Omit<Move, "id"> & { source: string },
  now: Instant,
  alongside: (tx: Tx) => Promise<void>,
): Promise<Move> {
  return db.write(async (tx) => {
    const { id } = await tx
      .insertInto("moves")
      .values({ account_id: accountId, source, history_until: historyUntil, created_at: now })
      .returning("id")
      .executeTakeFirstOrThrow();
    await alongside(tx);
    return { id, accountId, historyUntil };
  });
}

/** Locks the move until the transaction ends, in case another process does it too. */
export async function lockMove(tx: Tx, { id }: Move): Promise<void> {
  await tx
    .updateTable("moves")
    .set(({ ref }) => ({ created_at: ref("created_at") }))
    .where("id", "=", id)
    .execute();
}

/** The row numbers of what the move has created, by old ID. */
export async function movedIds(
  reader: Reader,
  move: Move | null,
  kind: MovedKind,
  oldIds: string[],
): Promise<Map<string, number>> {
  if (!move || oldIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom("moved")
    .select(["old_id as oldId", "new_id as newId"])
    .where("move_id", "=", move.id)
    .where("kind", "=", kind)
    .where("old_id", "in", oldIds)
    .execute();
  return new Map(rows.map(({ oldId, newId }) => [oldId, newId]));
}

/** Call in the transaction that creates them. */
export async function noteMoved(
  tx: Tx,
  move: Move,
  kind: MovedKind,
  made: { oldId: string; newId: number }[],
): Promise<void> {
  if (made.length === 0) return;
  await tx
    .insertInto("moved")
    .values(made.map(({ oldId, newId }) => ({ move_id: move.id, kind, old_id: oldId, new_id: newId })))
    .execute();
}
