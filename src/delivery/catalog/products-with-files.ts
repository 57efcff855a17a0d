import type { ExpressionBuilder } from "kysely";
import type { Reader } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import type { ProductsTable, Schema } from "../../platform/database/schema.ts";
import { liveProducts } from "./live.ts";

/** Returns the products that have a file or external link. */
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

/** How many files and external links each product has, by its row number. Leaves out products without any. */
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

interface NewestProduct {
  id: number;
  sku: string;
  name: string;
  hasFile: boolean;
}

/** The newest product with a file or link; otherwise the newest of all; null without products. */
export async function newestProduct(reader: Reader, accountId: number): Promise<NewestProduct | null> {
  const newest = liveProducts(reader)
    .select(["product.id", "product.sku", "product.name"])
    .where("product.account_id", "=", accountId)
    .orderBy("product.id", "desc")
    .limit(1);
  const complete = await newest.where(anyFile).executeTakeFirst();
  if (complete) return { ...complete, hasFile: true };
  const bare = await newest.executeTakeFirst();
  return bare ? { ...bare, hasFile: false } : null;
}

/** Maximum number of products to count. */
const most = 1000;

interface UndeliverableProducts {
  /** At most 1000 are counted. */
  total: number;
  products: { id: number; sku: string; name: string }[];
}

/**
 * Products that were ordered but have nothing to deliver: no file, no external link, no license key.
 * Crosses domains: one query scans the products and stops at the first thousand found.
 */
export async function undeliverableProducts(
  reader: Reader,
  accountId: number,
  limit: number,
): Promise<UndeliverableProducts> {
  const found = await liveProducts(reader)
    .select(["product.id", "product.sku", "product.name"])
    .where("product.account_id", "=", accountId)
    // A bundle has nothing of its own to deliver; its contents do.
    .where("product.contents", "is", null)
    .where((query) => query.not(anyFile(query)))
    .where(({ and, not, exists, selectFrom }) =>
      and([
        not(exists(selectFrom("license_keys as key").select("key.id").whereRef("key.product_id", "=", "product.id"))),
        exists(
          selectFrom("order_items as item")
            .select("item.id")
            .whereRef("item.product_id", "=", "product.id")
            .where("item.removed_at", "is", null),
        ),
      ]),
    )
    .orderBy("product.id", "desc")
    .limit(most)
    .execute();
  return { total: found.length, products: found.slice(0, limit) };
}
