import type { Reader } from "../database/database.ts";

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
