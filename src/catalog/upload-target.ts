import type { Reader, Tx } from "../database/database.ts";
import { DomainError, rejectFields } from "../errors.ts";
import { readRowNumber } from "../integers.ts";
import { deleteUnusedFile } from "./file-removal.ts";
import { addProductFile, moveProductFile } from "./product-files.ts";
import { filesOfProduct, isStored, type Product, productById } from "./queries.ts";
import type { Upload } from "./uploads.ts";

/** The product that an upload's file is for. */
interface UploadTarget {
  productId: number;
  /** The product's file that it replaces; null for none. */
  replaces: number | null;
  /** Its position among the files uploaded for the product: smaller numbers come first. */
  sequence: number | null;
}

/** The product that an upload's file is for, from `product_id`, `replaces` and `sequence` in the metadata; null for none. Throws `invalid`. */
function uploadTarget(metadata: Record<string, string | null>): UploadTarget | null {
  const { product_id: product, replaces, sequence } = metadata;
  const [productId, replacesId, place] = [product, replaces, sequence].map((value) =>
    value ? readRowNumber(value) : null,
  );
  const wrong = "must be an ID in Upload-Metadata";
  rejectFields([
    { field: "product_id", message: product && productId === null ? wrong : null },
    { field: "replaces", message: replaces && replacesId === null ? wrong : null },
    { field: "sequence", message: sequence && place === null ? "must be a whole number in Upload-Metadata" : null },
  ]);
  if (productId === null || productId === undefined) return null;
  return { productId, replaces: replacesId ?? null, sequence: place ?? null };
}

/** Throws `invalid` if the metadata name a product that the account does not have. */
export async function rejectUnknownTarget(
  reader: Reader,
  accountId: number,
  metadata: Record<string, string | null>,
): Promise<void> {
  const target = uploadTarget(metadata);
  const known = target === null || (await productById(reader, accountId, target.productId)) !== null;
  rejectFields([{ field: "product_id", message: known ? null : "does not match any product of the account" }]);
}

/**
 * Attaches the file of a finished upload to its product and returns the product's row number. Null if there is no such
 * product, or no room in it; the file then belongs only to the account. A replaced file is deleted unless another
 * product has it.
 */
export async function attachUpload(tx: Tx, upload: Upload, fileId: number, now: number): Promise<number | null> {
  const target = uploadTarget(JSON.parse(upload.metadata));
  if (!target) return null;
  const { productId: id, replaces, sequence } = target;
  const added = await addProductFile(tx, upload.account_id, { id }, { fileId, replaces }, now).catch(nullWithoutRoom);
  if (added && added.replaced !== null) await deleteUnusedFile(tx, upload.account_id, added.replaced, now);
  if (added && replaces === null && sequence !== null)
    await moveToItsPlace(tx, added.product, { fileId, sequence }, now);
  return added?.product.id ?? null;
}

/**
 * Moves the product's last file before files with a larger number that arrived earlier. It passes no other files, so
 * that older files and files moved by hand keep their order.
 */
async function moveToItsPlace(
  tx: Tx,
  product: Product,
  { fileId, sequence }: { fileId: number; sequence: number },
  now: number,
): Promise<void> {
  const uploads = await tx.selectFrom("uploads").selectAll().where("product_id", "=", product.id).execute();
  const later = new Set(uploads.filter((upload) => isLater(upload, sequence)).map(({ file_id }) => file_id));
  const others = (await filesOfProduct(tx, product.id)).filter((file) => isStored(file) && file.id !== fileId);
  const place = others.findLastIndex(({ id }) => !later.has(id)) + 1;
  if (place === others.length) return;
  await moveProductFile(tx, product.account_id, { id: product.id }, { fileId, position: place + 1 }, now);
}

function isLater({ metadata }: Upload, sequence: number): boolean {
  const target = uploadTarget(JSON.parse(metadata));
  return target !== null && target.replaces === null && target.sequence !== null && target.sequence > sequence;
}

/** Both are checked before anything is changed. */
function nullWithoutRoom(error: unknown): null {
  if (error instanceof DomainError && (error.code === "not_found" || error.code === "invalid")) return null;
  throw error;
}
