import type { Reader } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";

/** The number of downloads of an account, or of some of its products, on the given days. */
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

/** The stored counts of a product. */
interface ProductCounts {
  productId: number;
  downloads: number;
  /** Orders that contain it now. */
  orders: number;
}

/** The counts of each product, by its row number. Leaves out products that were never ordered or downloaded. */
export async function countsOfProducts(reader: Reader, productIds: number[]): Promise<Map<number, ProductCounts>> {
  const rows = await ofProducts(reader, { ids: JSON.stringify(productIds) });
  return new Map(rows.map((row) => [row.productId, row]));
}

const ofProducts = prepared<{ ids: string }, ProductCounts>((db, { ids }) =>
  db
    .selectFrom("product_days")
    .select(({ fn }) => [
      "product_id as productId",
      fn.sum<number>("downloads").as("downloads"),
      fn.sum<number>("kept_items").as("orders"),
    ])
    .where("product_id", "in", valueSet(db, "integer", ids))
    .groupBy("product_id"),
);
