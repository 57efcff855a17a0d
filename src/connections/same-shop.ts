import { type ConnectionEvent, newestEventOf } from "../connection-events/events.ts";
import type { Tx } from "../database/database.ts";
import { holdRows } from "../database/hold-rows.ts";
import type { Connection } from "./connections.ts";
import { shops } from "./shops/index.ts";

/** What an event of a connection tells of its shop; null if it does not. */
export type ShopIn = (connection: Pick<Connection, "kind" | "settings">, event: ConnectionEvent) => string | null;

/** Notes which shop the connection is of, and of which its earlier ones were, as their last events tell. */
export async function noteShop(
  tx: Tx,
  connection: Connection,
  shop: string | null,
  shopIn: ShopIn,
): Promise<Connection> {
  if (shop === null || shop === connection.shop) return connection;
  await tx.updateTable("connections").set({ shop }).where("id", "=", connection.id).execute();
  if (connection.shop !== null) return { ...connection, shop };
  const unnamed = await ofTheKind(tx, connection).where("shop", "is", null).execute();
  for (const { id, settings } of unnamed) {
    const event = await newestEventOf(tx, id);
    const told = event && shopIn({ kind: connection.kind, settings: JSON.parse(settings) }, event);
    if (told) await tx.updateTable("connections").set({ shop: told }).where("id", "=", id).execute();
  }
  return { ...connection, shop };
}

/**
 * The row numbers of other connections, also removed ones, whose orders are those of this connection's shop. Events of
 * one shop that ask this wait for each other, so that none of them makes known what another does.
 */
export async function othersOfShop(tx: Tx, connection: Connection): Promise<number[]> {
  const isUnique = shops[connection.kind].hasUniqueOrderIds === true;
  if (!isUnique && connection.shop === null) return [];
  const all = ofTheKind(tx, connection);
  const rows = await (isUnique ? all : all.where("shop", "=", connection.shop)).execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await holdRows(tx, "connections")
      .where("id", "=", Math.min(connection.id, ...ids))
      .execute();
  return ids;
}

/** The number by which orders of the connection's shop are named: that of the shop's first connection. */
export async function numberOfShop(tx: Tx, connection: Connection): Promise<number> {
  if (connection.number === 1 || connection.shop === null) return connection.number;
  const rows = await ofTheKind(tx, connection).where("shop", "=", connection.shop).execute();
  return Math.min(connection.number, ...rows.map(({ number }) => number));
}

/** Other connections of the account to the same kind of shop. */
const ofTheKind = (tx: Tx, { accountId, kind, id }: Connection) =>
  tx
    .selectFrom("connections")
    .select(["id", "number", "settings"])
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .where("id", "!=", id);
