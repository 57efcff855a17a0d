import type { Tx } from "../../platform/database/database.ts";
import { DomainError } from "../../platform/errors.ts";
import { removeBytesLater } from "../../platform/files/byte-removal.ts";
import type { Instant } from "../../platform/instants.ts";
import { noteChangedProduct } from "../../store/order-changes/note-changes.ts";
import { fileNotFound } from "./files.ts";
import { isLiveFile } from "./live.ts";

/** Maximum number of products named in the error. */
const mostNamed = 10;

/**
 * Deletes a stored file of the account with its earlier versions and the record of its upload. The row stays, because
 * recorded downloads refer to it. A worker removes the bytes later. Throws `not_found`, and `in_use`, naming the
 * products, if products have the file. With `force`, the file is removed from these products instead.
 */
export async function deleteFile(
  tx: Tx,
  accountId: number,
  id: number,
  { force, now }: { force: boolean; now: Instant },
): Promise<{ filename: string }> {
  // This comes first, so that nobody attaches or deletes the file meanwhile.
  const deleted = await tx
    .updateTable("files")
    .set({ deleted_at: now })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where(isLiveFile)
    .returning(["storage_key as storageKey", "filename"])
    .executeTakeFirst();
  if (!deleted?.storageKey) throw fileNotFound();
  if (force) await detach(tx, id);
  else await rejectUsed(tx, id, "Remove it from there first, or delete it with force=true.");
  await tx.deleteFrom("uploads").where("file_id", "=", id).execute();
  await removeBytesLater(tx, deleted.storageKey);
  const versions = await tx
    .deleteFrom("file_versions")
    .where("file_id", "=", id)
    .returning("storage_key as storageKey")
    .execute();
  await tx.deleteFrom("file_releases").where("file_id", "=", id).execute();
  for (const { storageKey } of versions) if (storageKey !== null) await removeBytesLater(tx, storageKey);
  return deleted;
}

async function detach(tx: Tx, id: number): Promise<void> {
  const detached = await tx
    .deleteFrom("product_files")
    .where("file_id", "=", id)
    .returning("product_id as productId")
    .execute();
  for (const { productId } of detached) await noteChangedProduct(tx, productId);
}

/** Deletes a stored file like `deleteFile`, unless a product has it. The caller has locked the file. */
export async function deleteUnusedFile(tx: Tx, accountId: number, id: number, now: Instant): Promise<void> {
  const used = tx.selectFrom("product_files").select("product_id").where("file_id", "=", id).limit(1);
  if (!(await used.executeTakeFirst())) await deleteFile(tx, accountId, id, { force: false, now });
}

/** Throws `in_use`, naming the products, if products have the file. `advice` is a sentence. */
export async function rejectUsed(tx: Tx, id: number, advice: string): Promise<void> {
  const products = await tx
    .selectFrom("product_files as attached")
    .innerJoin("products as product", "product.id", "attached.product_id")
    .select(["product.sku", "product.name"])
    .where("attached.file_id", "=", id)
    .orderBy("product.sku")
    .execute();
  if (products.length === 0) return;
  const named = products.slice(0, mostNamed).map(({ sku, name }) => `${name} (SKU ${sku})`);
  const more = products.length > mostNamed ? ` and ${products.length - mostNamed} more` : "";
  throw new DomainError("in_use", `The file is used by ${named.join(", ")}${more}. ${advice}`);
}
