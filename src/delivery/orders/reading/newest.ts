import type { Reader } from "../../../platform/database/database.ts";
import type { Instant } from "../../../platform/instants.ts";
import { liveOrders } from "../live-rows.ts";

/** When the newest order of all accounts was created, including deleted ones; null if there is none. */
export async function newestOrderAt(reader: Reader): Promise<Instant | null> {
  const row = await reader
    .selectFrom("orders")
    .select("created_at as createdAt")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt ?? null;
}

/**
 * The store's newest order, and whether a shop has sent any. An order from a shop has the store's order ID, and was neither made
 * by hand nor imported.
 */
export async function firstOrders(
  reader: Reader,
  accountId: number,
): Promise<{ newest: { id: string; guid: string } | null; fromShop: boolean }> {
  const ofStore = liveOrders(reader).where("account_id", "=", accountId).limit(1);
  const newest = await ofStore
    .select(["public_id as id", "guid"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  const fromShop = await ofStore
    .select("id")
    .where("vendor_id", ">", "")
    .where("source", "=", "api")
    .executeTakeFirst();
  return { newest: newest ?? null, fromShop: fromShop !== undefined };
}
