import { joinEvents, renameEvent } from "../../../messages/connection-events/join-events.ts";
import type { Reader, Tx } from "../../../platform/database/database.ts";
import { lockRows } from "../../../platform/database/row-locks.ts";
import { valueSet } from "../../../platform/database/row-set.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { Connection } from "../connections.ts";
import { lookAgainAtPayments } from "../settling/renewal-payments.ts";
import { orderAmong, removeUnmade } from "./shop-orders.ts";

/** What an event says about the IDs of one order. */
interface Naming {
  event: { id: number; externalId: string | null };
  orderId: string;
  otherIds: string[];
  /** Whether the event is about the order itself, which is then known by `orderId`. */
  isOrder: boolean;
}

/**
 * Stores the IDs that a shop uses for one order, and returns the one by which the order is known here. Earlier statements about
 * the order under another of them are processed again. Events that call this wait for each other.
 */
export async function knownId(
  tx: Tx,
  connection: Connection,
  { event, orderId, otherIds, isOrder }: Naming,
  now: Instant,
): Promise<string> {
  const { accountId, kind } = connection;
  const connectionIds = (
    await tx
      .selectFrom("connections")
      .select("id")
      .where("account_id", "=", accountId)
      .where("kind", "=", kind)
      .execute()
  ).map(({ id }) => id);
  await lockRows(tx, "connections")
    .where("id", "=", Math.min(...connectionIds))
    .execute();
  const ids = [orderId, ...otherIds];
  const names = await knownNames(tx, connection, ids);
  const known = ids.flatMap((id) => names.get(id) ?? []);
  const all = [...new Set([...ids, ...known])];
  const id = isOrder ? orderId : ((await orderAmong(tx, connectionIds, all)) ?? known[0] ?? orderId);
  const others = all.filter((one) => one !== id).toSorted();
  await point(tx, connection, others, id);
  if (id !== event.externalId) await renameEvent(tx, event.id, id);
  await lookAgainAtPayments(tx, connectionIds, others, now);
  const waiting = await removeUnmade(tx, connectionIds, others);
  if (waiting.length > 0) {
    const to = { connectionId: connection.id, externalId: id };
    await joinEvents(tx, { connectionIds, externalIds: waiting }, to, now);
  }
  return id;
}

/** The known IDs of orders with one of these names, by the name, among the account's shops of this kind. */
export async function knownNames(
  reader: Reader,
  { accountId, kind }: Pick<Connection, "accountId" | "kind">,
  names: string[],
): Promise<Map<string, string>> {
  const rows = await reader
    .selectFrom("connection_order_names")
    .select(["name", "external_id as externalId"])
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .where("name", "in", valueSet(reader, "text", JSON.stringify(names)))
    .execute();
  return new Map(rows.map(({ name, externalId }) => [name, externalId]));
}

/** Makes the names, and all names that led to one of them, lead to this ID. */
async function point(tx: Tx, { accountId, kind }: Connection, names: string[], externalId: string): Promise<void> {
  if (names.length === 0) return;
  await tx
    .updateTable("connection_order_names")
    .set({ external_id: externalId })
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .where("external_id", "in", valueSet(tx, "text", JSON.stringify(names)))
    .execute();
  await tx
    .insertInto("connection_order_names")
    .values(names.map((name) => ({ account_id: accountId, kind, name, external_id: externalId })))
    .onConflict((conflict) => conflict.columns(["account_id", "kind", "name"]).doUpdateSet({ external_id: externalId }))
    .execute();
  // The ID itself needs no entry.
  await tx
    .deleteFrom("connection_order_names")
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .where("name", "=", externalId)
    .execute();
}
