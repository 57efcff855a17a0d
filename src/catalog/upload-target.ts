import type { Reader, Tx } from "../database/database.ts";
import { DomainError, rejectFields } from "../errors.ts";
import { readRowNumber } from "../integers.ts";
import { deleteUnusedFile } from "./file-removal.ts";
import { addProductFile } from "./product-entries.ts";
import { productById } from "./queries.ts";
import type { Upload } from "./uploads.ts";

/** The product that an upload's file is for. */
interface UploadTarget {
  productId: number;
  /** The product's file whose place it takes; null: after all others. */
  replaces: number | null;
}

/** What `product_id` and `replaces` in the metadata say of the product that an upload's file is for; null when it names none. Throws `invalid`. */
function uploadTarget(metadata: Record<string, string | null>): UploadTarget | null {
  const { product_id: product, replaces } = metadata;
  const [productId, replacesId] = [product, replaces].map((value) => (value ? readRowNumber(value) : null));
  const wrong = "must be an id in Upload-Metadata";
  rejectFields([
    { field: "product_id", message: product && productId === null ? wrong : null },
    { field: "replaces", message: replaces && replacesId === null ? wrong : null },
  ]);
  return productId === null || productId === undefined ? null : { productId, replaces: replacesId ?? null };
}

/** Throws `invalid` for metadata that name a product which the account does not have. */
export async function rejectUnknownTarget(
  reader: Reader,
  accountId: number,
  metadata: Record<string, string | null>,
): Promise<void> {
  const target = uploadTarget(metadata);
  const known = target === null || (await productById(reader, accountId, target.productId)) !== null;
  rejectFields([{ field: "product_id", message: known ? null : "names no product of the account" }]);
}

/**
 * Gives the file that an upload has become to the product it is for, and returns that one's row number; null when there
 * is no such product, or no room in it: the file is then the account's only. The file whose place it takes is deleted
 * unless another product has it.
 */
export async function attachUpload(tx: Tx, upload: Upload, fileId: number, now: number): Promise<number | null> {
  const target = uploadTarget(JSON.parse(upload.metadata));
  if (!target) return null;
  const { productId: id, replaces } = target;
  const added = await addProductFile(tx, upload.account_id, { id }, { fileId, replaces }, now).catch(nullWithoutRoom);
  if (added && added.replaced !== null) await deleteUnusedFile(tx, upload.account_id, added.replaced, now);
  return added?.product.id ?? null;
}

/** Both are found out before anything is changed. */
function nullWithoutRoom(error: unknown): null {
  if (error instanceof DomainError && (error.code === "not_found" || error.code === "invalid")) return null;
  throw error;
}
