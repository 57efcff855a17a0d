import type { Reader } from "../database/database.ts";
import type { Instant } from "../instants.ts";

/** When the order with the highest row number of all accounts was made; null if there is none. Deleted ones count. */
export async function newestOrderAt(reader: Reader): Promise<Instant | null> {
  const row = await reader
    .selectFrom("orders")
    .select("created_at as createdAt")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt ?? null;
}
