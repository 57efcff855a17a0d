import { type ConnectionEvent, newestEventOf } from "../../../messages/connection-events/events.ts";
import type { Reader, Tx } from "../../../platform/database/database.ts";
import { lockRows } from "../../../platform/database/row-locks.ts";
import { rejectFields } from "../../../platform/errors.ts";
import type { Instant } from "../../../platform/instants.ts";
import type { ConnectionKind } from "../../../platform/shops.ts";
import type { Connection } from "../connections.ts";
import { carryMappings } from "../mappings.ts";
import { shops } from "../reading/shops/index.ts";

/** The shop in an event of a connection; null if the event does not say. */
export type ShopIn = (connection: Pick<Connection, "kind" | "settings">, event: ConnectionEvent) => string | null;

/** Records which shop the connection belongs to, and the shops of earlier connections, from their newest events. */
export async function noteShop(
  tx: Tx,
  connection: Connection,
  shop: string | null,
  shopIn: ShopIn,
): Promise<Connection> {
  if (shop === null || shop === connection.shop) return connection;
  await tx.updateTable("connections").set({ shop }).where("id", "=", connection.id).execute();
  if (connection.shop !== null) {
    // If the owner had named the shop because no event did, its earlier connections get the new name too.
    const before = tx.updateTable("connections").set({ shop }).where("account_id", "=", connection.accountId);
    const isOwners = connection.shop.startsWith(continuedShop);
    if (isOwners) await before.where("kind", "=", connection.kind).where("shop", "=", connection.shop).execute();
    return { ...connection, shop };
  }
  const unnamed = await ofTheKind(tx, connection).where("shop", "is", null).execute();
  for (const { id, settings } of unnamed) {
    const event = await newestEventOf(tx, id);
    const told = event && shopIn({ kind: connection.kind, settings: JSON.parse(settings) }, event);
    if (told) await tx.updateTable("connections").set({ shop: told }).where("id", "=", id).execute();
  }
  const removed = ofTheKind(tx, connection).where("shop", "=", shop).where("removed_at", "is not", null);
  for (const { id } of await removed.orderBy("id", "desc").execute()) await carryMappings(tx, id, connection.id);
  return { ...connection, shop };
}

/**
 * The beginning of the name of a shop that no event names; its first connection's row number follows. No shop has such a name
 * itself.
 */
const continuedShop = "connection ";

/**
 * Makes a new connection part of the shop of a removed one (row number), because the owner says so: its orders are known, and its
 * mappings continue. Throws `invalid` if the account has removed no connection of this kind with the number.
 */
export async function continueShop(tx: Tx, connection: Connection, earlier: number): Promise<Connection> {
  const before = await ofTheKind(tx, connection)
    .select("shop")
    .where("id", "=", earlier)
    .where("removed_at", "is not", null)
    .executeTakeFirst();
  const message = "must be the ID of a removed connection of the same kind";
  rejectFields([{ field: "continues", message: before ? null : message }]);
  const shop = before?.shop ?? `${continuedShop}${earlier}`;
  await tx.updateTable("connections").set({ shop }).where("id", "in", [earlier, connection.id]).execute();
  await carryMappings(tx, earlier, connection.id);
  return { ...connection, shop };
}

/** Maximum number of removed connections to offer. */
const mostContinuable = 20;

/** A removed connection of a shop that no event names. Only its owner knows whether another connection is for the same shop. */
export interface RemovedConnection extends Pick<Connection, "id" | "name" | "kind"> {
  removedAt: Instant;
}

/**
 * The account's removed connections that had events, the last removed first. Each such shop has only its newest, and none if it
 * is connected again.
 */
export async function continuableConnections(reader: Reader, accountId: number): Promise<RemovedConnection[]> {
  const rows = await reader
    .selectFrom("connections as removed")
    .select(["id", "name", "kind"])
    .select(({ ref }) => ref("removed_at").$castTo<Instant>().as("removedAt"))
    .where("account_id", "=", accountId)
    .where("removed_at", "is not", null)
    .where("first_event_at", "is not", null)
    .where((row) => row.or([row("shop", "is", null), row("shop", "like", `${continuedShop}%`)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("connections as later")
            .select("later.id")
            .whereRef("later.account_id", "=", "removed.account_id")
            .whereRef("later.kind", "=", "removed.kind")
            .whereRef("later.shop", "=", "removed.shop")
            .whereRef("later.id", ">", "removed.id"),
        ),
      ),
    )
    .orderBy("removed_at", "desc")
    .orderBy("id", "desc")
    .limit(mostContinuable)
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as ConnectionKind }));
}

/**
 * The row numbers of other connections, including removed ones, that belong to this connection's shop. Events of one shop that
 * call this wait for each other, so that no two make the same order known.
 */
export async function othersOfShop(tx: Tx, connection: Connection): Promise<number[]> {
  const isUnique = shops[connection.kind].hasUniqueOrderIds === true;
  if (!isUnique && connection.shop === null) return [];
  const all = ofTheKind(tx, connection);
  const rows = await (isUnique ? all : all.where("shop", "=", connection.shop)).execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await lockRows(tx, "connections")
      .where("id", "=", Math.min(connection.id, ...ids))
      .execute();
  return ids;
}

/** The number in the order IDs of the connection's shop: that of the shop's first connection. */
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
