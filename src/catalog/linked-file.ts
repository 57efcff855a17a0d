import type { Selectable } from "kysely";
import { prepared } from "../database/prepared.ts";
import type { FilesTable } from "../database/schema.ts";
import { liveProducts } from "./live.ts";

/** What delivers a file, for queries that call its table `file`. */
export const linkedFileColumns = [
  "file.id",
  "file.filename",
  "file.size_bytes",
  "file.content_type",
  "file.sha256",
  "file.storage_key",
  "file.external_url",
  "file.created_at",
] as const;

/** A file as its links deliver it. */
export type LinkedFile = Pick<
  Selectable<FilesTable>,
  "id" | "filename" | "size_bytes" | "content_type" | "sha256" | "storage_key" | "external_url" | "created_at"
>;

/** A file of a product whose permalink works; none or one row. */
export const fileOfPermalink = prepared<
  { accountId: number; productGuid: string; fileId: number },
  LinkedFile & { product_id: number }
>((db, { accountId, productGuid, fileId }) =>
  liveProducts(db)
    .innerJoin("product_files as attached", "attached.product_id", "product.id")
    .innerJoin("files as file", "file.id", "attached.file_id")
    .select(["product.id as product_id", ...linkedFileColumns])
    .where("product.guid", "=", productGuid)
    .where("product.account_id", "=", accountId)
    .where("product.permalink_disabled_at", "is", null)
    .where("file.id", "=", fileId),
);
