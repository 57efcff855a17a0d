import type { Reader } from "../../platform/database/database.ts";
import { liveProducts } from "./live.ts";

/** Most products to count. */
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
    .where(({ and, not, exists, selectFrom }) =>
      and([
        not(
          exists(
            selectFrom("product_files as attached")
              .select("attached.file_id")
              .whereRef("attached.product_id", "=", "product.id"),
          ),
        ),
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
