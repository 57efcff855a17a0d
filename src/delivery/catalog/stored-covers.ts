import { inBatches } from "../../platform/database/batches.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { liveProducts } from "./live.ts";

/** The cover of a product, with the recorded details of its bytes. */
interface StoredCover {
  productId: number;
  sku: string;
  /** Lowercase hexadecimal. */
  sha256: string;
  storageKey: string;
}

/** The covers of all accounts' undeleted products, in batches, by the product's row number. */
export function allStoredCovers(reader: Reader): AsyncGenerator<StoredCover[]> {
  return inBatches<StoredCover>(({ last, limit }) =>
    liveProducts(reader)
      .select(["product.id as productId", "product.sku"])
      .select(({ ref }) => [
        ref("product.cover_sha256").$notNull().as("sha256"),
        ref("product.cover_storage_key").$notNull().as("storageKey"),
      ])
      .where("product.cover_storage_key", "is not", null)
      .where("product.id", ">", last?.productId ?? 0)
      .orderBy("product.id")
      .limit(limit)
      .execute(),
  );
}

/** Returns the keys in the file store that belong to a product's cover. */
export async function productsWithCovers(reader: Reader, keys: string[]): Promise<string[]> {
  const covers = liveProducts(reader)
    .select(({ ref }) => ref("product.cover_storage_key").$notNull().as("key"))
    .where("product.cover_storage_key", "in", keys);
  return (await covers.execute()).map(({ key }) => key);
}

/** Records the new key of a cover whose bytes were stored again. */
export async function changeCoverKey(tx: Tx, productId: number, storageKey: string): Promise<void> {
  await tx.updateTable("products").set({ cover_storage_key: storageKey }).where("id", "=", productId).execute();
}
