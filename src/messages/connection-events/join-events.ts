import type { Tx } from "../../platform/database/database.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { Instant } from "../../platform/instants.ts";

/** Records the ID by which the event's order is known. */
export async function renameEvent(tx: Tx, id: number, externalId: string): Promise<void> {
  await tx.updateTable("connection_events").set({ external_id: externalId }).where("id", "=", id).execute();
}

/** If events that were processed separately turn out to be about one order, has them processed once more as events about it. */
export async function joinEvents(
  tx: Tx,
  { connectionIds, externalIds }: { connectionIds: number[]; externalIds: string[] },
  to: { connectionId: number; externalId: string },
  now: Instant,
): Promise<void> {
  await tx
    .updateTable("connection_events")
    .set({
      connection_id: to.connectionId,
      external_id: to.externalId,
      state: "pending",
      attempts: 0,
      note: null,
      next_attempt_at: now,
      lease_expires_at: null,
    })
    .where("connection_id", "in", valueSet(tx, "integer", JSON.stringify(connectionIds)))
    .where("external_id", "in", valueSet(tx, "text", JSON.stringify(externalIds)))
    .where("state", "!=", "pending")
    .execute();
}
