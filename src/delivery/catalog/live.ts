import type { ExpressionBuilder } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { lockRows } from "../../platform/database/row-locks.ts";
import type { ProductsTable, Schema } from "../../platform/database/schema.ts";

/** For a condition: the product was not deleted. */
export const isLiveProduct = ({ eb }: ExpressionBuilder<Schema & { product: ProductsTable }, "product">) =>
  eb("product.deleted_at", "is", null);

/** Products that were not deleted. */
export const liveProducts = (db: Reader) => db.selectFrom("products as product").where(isLiveProduct);

/** As `liveProducts`, each locked until the transaction ends. */
export const lockLiveProducts = (tx: Tx) => lockRows(tx, "products").where("deleted_at", "is", null);

/** For a condition: a stored file (not an external link) that was not deleted. */
export const isLiveFile = ({ and, eb }: ExpressionBuilder<Schema, "files">) =>
  and([eb("deleted_at", "is", null), eb("storage_key", "is not", null)]);
