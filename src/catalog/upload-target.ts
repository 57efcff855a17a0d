import type { Reader, Tx } from "../database/database.ts";
import { DomainError, rejectFields } from "../errors.ts";
import type { Instant } from "../instants.ts";
import { readRowNumber } from "../integers.ts";
import { deleteUnusedFile } from "./file-removal.ts";
import { addProductFile, moveProductFile } from "./product-files.ts";
import { filesOfProduct, isStored, type Product, productById } from "./queries.ts";
import { type Upload, uploadColumns } from "./uploads.ts";

/** The product that an upload's file is for. */
interface UploadTarget {
  productId: number;
  /** The product's file that it replaces; null for none. */
  replaces: number | null;
  /** Its position among the files uploaded for the product: smaller numbers come first. */
  sequence: number | null;
}

/** Throws `invalid` if the account does not have the product (row number). */
export async function rejectUnknownTarget(reader: Reader, accountId: number, productId: number): Promise<void> {
  const known = (await productById(reader, accountId, productId)) !== null;
  rejectFields([{ field: "productId", message: known ? null : "does not match any product of the account" }]);
}

/** The product that an upload's file is for; null for none. */
function targetOf({ metadata }: Upload): UploadTarget | null {
  const stored: Record<string, string | null | undefined> = JSON.parse(metadata);
  const productId = readRowNumber(stored.product_id ?? "");
  if (productId === null) return null;
  return { productId, replaces: readRowNumber(stored.replaces ?? ""), sequence: readRowNumber(stored.sequence ?? "") };
}

/**
 * Attaches the file of a finished upload to its product and returns the product's row number. Null if there is no such
 * product, or no room in it; the file then belongs only to the account. A replaced file is deleted unless another
 * product has it.
 */
export async function attachUpload(tx: Tx, upload: Upload, fileId: number, now: Instant): Promise<number | null> {
  const target = targetOf(upload);
  if (!target) return null;
  const { productId: id, replaces, sequence } = target;
  const added = await addProductFile(tx, upload.accountId, { id }, { fileId, replaces }, now).catch(nullWithoutRoom);
  if (added && added.replaced !== null) await deleteUnusedFile(tx, upload.accountId, added.replaced, now);
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
  now: Instant,
): Promise<void> {
  const uploads = await tx.selectFrom("uploads").select(uploadColumns).where("product_id", "=", product.id).execute();
  const later = new Set(uploads.filter((upload) => isLater(upload, sequence)).map((upload) => upload.fileId));
  const others = (await filesOfProduct(tx, product.id)).filter((file) => isStored(file) && file.id !== fileId);
  const place = others.findLastIndex(({ id }) => !later.has(id)) + 1;
  if (place === others.length) return;
  await moveProductFile(tx, product.accountId, { id: product.id }, { fileId, position: place + 1 }, now);
}

function isLater(upload: Upload, sequence: number): boolean {
  const target = targetOf(upload);
  return target !== null && target.replaces === null && target.sequence !== null && target.sequence > sequence;
}

/** Both are checked before anything is changed. */
function nullWithoutRoom(error: unknown): null {
  if (error instanceof DomainError && (error.code === "not_found" || error.code === "invalid")) return null;
  throw error;
}
