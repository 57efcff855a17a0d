import type { ExpressionBuilder } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { ProductsTable, Schema } from "../../platform/database/schema.ts";

/** Those of the products that have a file or external link. */
export async function productsWithFiles(reader: Reader, productIds: number[]): Promise<Set<number>> {
  if (productIds.length === 0) return new Set();
  const rows = await filled(reader, { ids: JSON.stringify(productIds) });
  return new Set(rows.map(({ id }) => id));
}

const filled = prepared<{ ids: string }, { id: number }>((db, { ids }) =>
  db
    .selectFrom("products as product")
    .select("product.id")
    .where("product.id", "in", valueSet(db, "integer", ids))
    .where(anyFile),
);

/** For a condition: the product has a file or an external link. */
export const anyFile = ({ exists, selectFrom }: ExpressionBuilder<Schema & { product: ProductsTable }, "product">) =>
  exists(
    selectFrom("product_files as attached")
      .select("attached.file_id")
      .whereRef("attached.product_id", "=", "product.id"),
  );

/** How many files and external links each product has, by its row number. Those without any are left out. */
export async function fileCounts(reader: Reader, productIds: number[]): Promise<Map<number, number>> {
  const rows = await countFiles(reader, { ids: JSON.stringify(productIds) });
  return new Map(rows.map(({ productId, count }) => [productId, count]));
}

const countFiles = prepared<{ ids: string }, { productId: number; count: number }>((db, { ids }) =>
  db
    .selectFrom("product_files")
    .select(({ fn }) => ["product_id as productId", fn.countAll<number>().as("count")])
    .where("product_id", "in", valueSet(db, "integer", ids))
    .groupBy("product_id"),
);
