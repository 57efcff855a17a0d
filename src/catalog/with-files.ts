import type { Reader } from "../database/database.ts";

/** Those of the products that have a file or an external link. */
export async function productsWithFiles(reader: Reader, productIds: number[]): Promise<Set<number>> {
  if (productIds.length === 0) return new Set();
  const rows = await reader
    .selectFrom("products as product")
    .select("product.id")
    .where("product.id", "in", productIds)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("product_files as attached")
          .select("attached.file_id")
          .whereRef("attached.product_id", "=", "product.id"),
      ),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}
