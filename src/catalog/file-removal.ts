import type { Tx } from "../database/database.ts";
import { DomainError } from "../errors.ts";
import { fileNotFound } from "./files.ts";

/** Products that a refusal names. */
const mostNamed = 10;

/**
 * Deletes a stored file of the account. The row stays, as recorded downloads name it; the bytes are removed by a worker
 * afterwards; the upload that became the file is forgotten. Throws `not_found`, and `in_use`, with the products' names,
 * for a file that products have, unless `force` is set: then it is taken from them.
 */
export async function deleteFile(
  tx: Tx,
  accountId: number,
  id: number,
  { force, now }: { force: boolean; now: number },
): Promise<void> {
  // First, so that nobody attaches or deletes the row meanwhile.
  const deleted = await tx
    .updateTable("files")
    .set({ deleted_at: now })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .where("storage_key", "is not", null)
    .returning("storage_key")
    .executeTakeFirst();
  if (!deleted?.storage_key) throw fileNotFound();
  if (force) await tx.deleteFrom("product_files").where("file_id", "=", id).execute();
  else await rejectUsed(tx, id);
  await tx.deleteFrom("uploads").where("file_id", "=", id).execute();
  await tx.insertInto("file_removals").values({ storage_key: deleted.storage_key }).execute();
}

/** Deletes a stored file as `deleteFile` does, unless a product has it; the caller holds it. */
export async function deleteUnusedFile(tx: Tx, accountId: number, id: number, now: number): Promise<void> {
  const used = tx.selectFrom("product_files").select("product_id").where("file_id", "=", id).limit(1);
  if (!(await used.executeTakeFirst())) await deleteFile(tx, accountId, id, { force: false, now });
}

async function rejectUsed(tx: Tx, id: number): Promise<void> {
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
  throw new DomainError(
    "in_use",
    `The file is used by ${named.join(", ")}${more}. Remove it from there first, or delete it with force=true.`,
  );
}
