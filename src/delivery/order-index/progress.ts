import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import type { Instant } from "../../platform/instants.ts";

/** The progress of a comparison. The columns are described in src/platform/database/schema/order-index.ts. */
interface Progress {
  reached: number | null;
  dueAt: Instant;
}

/** The row about the comparison with all orders. */
export const comparisonOfAll = 1;

/** Undefined if the comparison is neither running nor due. */
export async function dueComparison(reader: Reader, id: number, now: Instant): Promise<Progress | undefined> {
  const progress = await progressOf(reader, id);
  return progress && (progress.reached !== null || progress.dueAt <= now) ? progress : undefined;
}

export async function progressOf(reader: Reader, id: number): Promise<Progress | undefined> {
  const [progress] = await rowOf(reader, { id });
  return progress;
}

const rowOf = prepared<{ id: number }, Progress>((db, { id }) =>
  db.selectFrom("order_index_progress").select(["reached", "due_at as dueAt"]).where("id", "=", id),
);

export async function saveProgress(tx: Tx, id: number, { reached, dueAt }: Progress): Promise<void> {
  await tx.updateTable("order_index_progress").set({ reached, due_at: dueAt }).where("id", "=", id).execute();
}

/** Lets only one server at a time change the index. Call first in a transaction that changes it. */
export async function takeTurn(tx: Tx): Promise<void> {
  await tx.updateTable("order_index_progress").set({ id: 1 }).where("id", "=", 1).execute();
}
