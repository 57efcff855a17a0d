import { prepared } from "../../platform/database/prepared.ts";
import { liveProducts } from "./live.ts";
import type { ProductFile } from "./queries.ts";

/** The columns needed to deliver a file, for queries that name its table `file`. */
export const linkedFileColumns = [
  "file.id",
  "file.filename",
  "file.size_bytes as sizeBytes",
  "file.content_type as contentType",
  "file.sha256",
  "file.storage_key as storageKey",
  "file.external_url as externalUrl",
  "file.created_at as createdAt",
  "file.version",
  "file.version_note as versionNote",
  "file.updated_at as updatedAt",
] as const;

/** A file of a product with a working permalink; none or one row. */
export const fileOfPermalink = prepared<
  { accountId: number; productGuid: string; fileId: number },
  ProductFile & { productId: number }
>((db, { accountId, productGuid, fileId }) =>
  liveProducts(db)
    .innerJoin("product_files as attached", "attached.product_id", "product.id")
    .innerJoin("files as file", "file.id", "attached.file_id")
    .select(["product.id as productId", ...linkedFileColumns])
    .where("product.guid", "=", productGuid)
    .where("product.account_id", "=", accountId)
    .where("product.permalink_disabled_at", "is", null)
    .where("file.id", "=", fileId),
);
