import { sql } from "kysely";
import { clientNetwork } from "../../platform/client-network.ts";
import type { Reader } from "../../platform/database/database.ts";
import { asRowNumber, indexEnd } from "../../platform/database/index-end.ts";
import { prepared } from "../../platform/database/prepared.ts";
import type { Instant } from "../../platform/instants.ts";

interface Download {
  id: number;
  /** Null for a download through a permalink. */
  orderId: number | null;
  downloadedAt: Instant;
}

/**
 * The next downloads after this row number. Crosses domains: if downloads updated the index, each would need one more statement.
 */
export const downloadsAfter = prepared<{ after: number }, Download>((db, { after }) =>
  db
    .selectFrom("downloads")
    .select(["id", "order_id as orderId", "downloaded_at as downloadedAt"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(sql.lit(200)),
);

/** Crosses domains: as `downloadsAfter`. */
export async function newestDownload(reader: Reader): Promise<number> {
  const { id } = await reader
    .selectFrom("downloads")
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirstOrThrow();
  return id ?? 0;
}

/** The number of addresses that downloaded the order (row number). If there are very many downloads, only the newest count. */
export async function countAddresses(reader: Reader, orderId: number): Promise<number> {
  const rows = await newestOf(reader, { orderId });
  // An anonymized download has no address.
  return new Set(rows.flatMap(({ ipAddress }) => (ipAddress === "" ? [] : [clientNetwork(ipAddress)]))).size;
}

/** Crosses domains: as `downloadsAfter`. */
const newestOf = prepared<{ orderId: number }, { ipAddress: string }>((db, { orderId }) => {
  const { condition, newestFirst } = indexEnd(["order_id", "id"], [asRowNumber(sql`${orderId}`)]);
  return db
    .selectFrom("downloads")
    .select("ip_address as ipAddress")
    .where(condition)
    .orderBy(newestFirst)
    .limit(sql.lit(100));
});
