import { randomIdentifier } from "../accounts/credentials.ts";
import { isUniqueViolation, type Reader, type Tx } from "../database/database.ts";
import { DomainError, rejectFields } from "../errors.ts";
import { textProblem } from "../text.ts";
import { type Product, productBySku } from "./queries.ts";

export {
  filesOfProduct,
  listProducts,
  type Product,
  type ProductSummary,
  productByGuid,
  productBySku,
  productsByIds,
  productsBySkus,
  type StoredProductFile,
  summarizeProducts,
} from "./queries.ts";

/** Throws `invalid` for a wrong field, `taken` when the account has a product with this SKU. */
export async function createProduct(
  tx: Tx,
  accountId: number,
  input: { sku: string; name: string },
  now: number,
): Promise<Product> {
  rejectFields(productFields(input));
  const product = await tx
    .insertInto("products")
    .values({ account_id: accountId, ...input, guid: randomIdentifier(), created_at: now, deleted_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!product) throw skuTaken(input.sku);
  return product;
}

/** Changes what is present; orders and links follow a new SKU. Throws `not_found`, `invalid` or `taken`. */
export async function updateProduct(
  tx: Tx,
  accountId: number,
  sku: string,
  changes: { sku?: string | undefined; name?: string | undefined },
): Promise<Product> {
  const product = await requireProduct(tx, accountId, sku);
  const changed = { sku: changes.sku ?? product.sku, name: changes.name ?? product.name };
  rejectFields(productFields(changed));
  try {
    const updated = tx.updateTable("products").set(changed).where("id", "=", product.id).returningAll();
    return await updated.executeTakeFirstOrThrow();
  } catch (error) {
    if (isUniqueViolation(error)) throw skuTaken(changed.sku);
    throw error;
  }
}

/** Removes the product from the catalog and from every order; recorded downloads stay. Throws `not_found`. */
export async function deleteProduct(tx: Tx, accountId: number, sku: string, now: number): Promise<void> {
  const { id } = await requireProduct(tx, accountId, sku);
  await tx.updateTable("products").set({ deleted_at: now }).where("id", "=", id).execute();
  await tx.deleteFrom("product_files").where("product_id", "=", id).execute();
  await tx
    .updateTable("order_items")
    .set({ removed_at: now })
    .where("product_id", "=", id)
    .where("removed_at", "is", null)
    .execute();
}

/** Throws `not_found`. */
export async function requireProduct(reader: Reader, accountId: number, sku: string): Promise<Product> {
  const product = await productBySku(reader, accountId, sku);
  if (!product) throw new DomainError("not_found", `There is no item with the SKU ${sku}.`);
  return product;
}

const productFields = ({ sku, name }: { sku: string; name: string }) => [
  { field: "sku", message: textProblem(sku, { longest: 255 }) },
  { field: "name", message: textProblem(name, { longest: 255 }) },
];

const skuTaken = (sku: string) => new DomainError("taken", `The SKU ${sku} is taken by another item.`);
