import type { Reader } from "../database/database.ts";

/** Products that were not deleted. */
export const liveProducts = (db: Reader) =>
  db.selectFrom("products as product").where("product.deleted_at", "is", null);
