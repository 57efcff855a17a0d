import type { Reader } from "../../platform/database/database.ts";
import { liveProducts } from "./live.ts";

export interface NewestProduct {
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
  const complete = await newest
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("product_files as attached")
          .select("attached.file_id")
          .whereRef("attached.product_id", "=", "product.id"),
      ),
    )
    .executeTakeFirst();
  if (complete) return { ...complete, hasFile: true };
  const bare = await newest.executeTakeFirst();
  return bare ? { ...bare, hasFile: false } : null;
}
