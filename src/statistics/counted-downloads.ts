import type { Reader } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import { valueSet } from "../database/row-set.ts";

/** The number of downloads of an account, or of some of its products, in the given days. */
export async function countedDownloads(
  reader: Reader,
  accountId: number,
  { productIds, from, to }: { productIds?: number[] | undefined; from?: number | undefined; to?: number | undefined },
): Promise<number> {
  let days = reader.selectFrom("product_days").select(({ fn }) => fn.sum<number | null>("downloads").as("total"));
  if (productIds === undefined) days = days.where("account_id", "=", accountId);
  else days = days.where("product_id", "in", productIds.length > 0 ? productIds : [0]);
  if (from !== undefined) days = days.where("day", ">=", from);
  if (to !== undefined) days = days.where("day", "<=", to);
  const { total } = await days.executeTakeFirstOrThrow();
  return total ?? 0;
}

/** The number of downloads of each product, by its row number. Products that were never counted are left out. */
export async function downloadsOfProducts(reader: Reader, productIds: number[]): Promise<Map<number, number>> {
  const rows = await ofProducts(reader, { ids: JSON.stringify(productIds) });
  return new Map(rows.map(({ product_id, count }) => [product_id, count]));
}

const ofProducts = prepared<{ ids: string }, { product_id: number; count: number }>((db, { ids }) =>
  db
    .selectFrom("product_days")
    .select(({ fn }) => ["product_id", fn.sum<number>("downloads").as("count")])
    .where("product_id", "in", valueSet(db, "integer", ids))
    .groupBy("product_id"),
);
